import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'
import type { Texts } from './texts.ts'

const numbers = new Intl.NumberFormat('de', { maximumFractionDigits: 2 })
const plural = (count: number, one: string, other: string) => `${numbers.format(count)} ${count === 1 ? one : other}`
/** The same for every case, the dative plural included. */
const accounts = (count: number) => plural(count, 'Konto', 'Konten')
const daysInDative = (count: number) => plural(count, 'Tag', 'Tagen')
const days = (count: number) => (count === 0 ? 'heute' : `vor ${daysInDative(count)}`)

/** German, as players speak it: informal, and with the English words they use themselves. */
export const de: Texts = {
  number: (value) => numbers.format(value),
  percent: (value) => `${numbers.format(value)} %`,
  hours: (value) => `${numbers.format(value)} h`,
  minutes: (value) => `${numbers.format(value)} min`,
  seconds: (value) => `${numbers.format(value)} s`,
  daysAgo: days,
  countries: new Intl.DisplayNames('de', { type: 'region' }),

  commands: {
    lookup: { name: 'nachschlagen', description: 'Steam-Banns, Profil und Rust-Spielzeit eines Kontos' },
    batch: { name: 'liste', description: 'Steam-Banns vieler Konten: eingefügter Text, eine Textdatei oder beides' },
    friends: { name: 'freunde', description: 'Die Freunde eines Kontos auf Banns prüfen' },
    stats: { name: 'statistik', description: 'Rust-Statistiken eines Kontos' },
    inventory: { name: 'inventar', description: 'Rust-Gegenstände eines Kontos' },
    checkMessage: { name: 'Steam-Konten prüfen' },
  },
  options: {
    account: {
      name: 'konto',
      description: 'SteamID64, Profil-, Einladungs- oder Handelslink, Custom-URL, STEAM_…, [U:1:…], Freundescode',
    },
    accounts: {
      name: 'konten',
      description: 'Konten bunt gemischt, so wie du sie hast: IDs, Links, eine Spielerliste',
    },
    file: { name: 'datei', description: 'Eine .txt- oder .csv-Datei mit Konten' },
    within: { name: 'innerhalb', description: 'Nur Freunde, deren letzter Bann höchstens so viele Tage her ist' },
    kind: { name: 'art', description: 'Nur Freunde mit dieser Art von Bann oder Beschränkung, oder nicht geprüfte' },
  },
  kinds: {
    any: 'alle außer den unauffälligen',
    vac: 'VAC-Banns',
    game: 'Spielbanns',
    trade: 'Handelsbeschränkungen',
    unknown: 'nicht geprüft',
  },

  buttons: {
    friends: 'Freunde',
    stats: 'Statistiken',
    inventory: 'Inventar',
    refresh: 'Aktualisieren',
    back: 'Zurück',
    post: 'Im Kanal posten',
    posted: 'Gepostet',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    // In brackets, because "the next one" and "the next fifty" end differently.
    checkNext: (count) => `Weitere prüfen (${numbers.format(count)})`,
    retry: (count) => `${count === 1 ? accounts(count) : `Diese ${numbers.format(count)}`} erneut versuchen`,
    previousPart: 'Die davor prüfen',
    cancel: 'Abbrechen',
    scanAgain: 'Erneut prüfen',
    tryAgain: 'Erneut versuchen',
    more: 'Mehr',
    less: 'Weniger',
  },

  common: {
    namelessAccount: '(Name nicht darstellbar)',
    checked: (when) => `geprüft ${when}`,
    checkedPart: (what, when) => `${what} geprüft ${when}`,
    foundByCustomUrl: (name) =>
      `Gefunden über die Custom-URL *${name}*; das ist nicht der Name, der im Spiel angezeigt wird.`,
    triedCustomUrl: (name) =>
      `*${name}* wurde als Custom-URL gelesen, also als das Ende von steamcommunity.com/id/…; das ist nicht der Name, der im Spiel angezeigt wird.`,
    triedFriendCode: (code) =>
      `*${code}* wurde als Custom-URL gelesen oder, falls kein Konto diese hat, als Freundescode. Beides ist nicht der Name, der im Spiel angezeigt wird.`,
    mistypedId: (digits) =>
      digits === STEAM_ID_DIGITS
        ? 'Diese SteamID64 kann kein persönliches Konto haben: Kopiere die ganze ID noch einmal.'
        : `Eine SteamID64 hat ${STEAM_ID_DIGITS} Ziffern, diese hat ${numbers.format(digits)}: Kopiere die ganze ID noch einmal.`,
    foundByFriendCode: (code) => `Gefunden über den Freundescode *${code}*.`,
    postedBy: (who, when) => `Gepostet von ${who} · ${when}`,
    createAccountTask: 'Ein Konto öffnen',
    page: (page, pages) => `Seite ${numbers.format(page)} von ${numbers.format(pages)}`,
    leftOut: (count) => `… und noch ${numbers.format(count)}`,
    avatarOf: (name) => `Avatar von ${name}`,
    noUsableAnswer: 'Keine brauchbare Antwort von Steam',
    unknown: 'konnte nicht geprüft werden',
    private: 'privat',
    profile: 'Profil',
  },

  bans: {
    vac: (count) => plural(count, 'VAC-Bann', 'VAC-Banns'),
    game: (count) => plural(count, 'Spielbann', 'Spielbanns'),
    community: 'Community-Bann',
    trade: (standing) =>
      standing === 'banned'
        ? 'Handelssperre'
        : standing === 'probation'
          ? 'Handel auf Bewährung'
          : `Handel: ${standing}`,
    last: (count) => `letzter Bann ${days(count)}`,
    none: 'keine Banns',
    either: 'unklar, ob VAC oder Spiel',
  },

  lookup: {
    banned: (what) => `Gebannt: ${what}.`,
    restricted: (what) => `Kein VAC-, Spiel- oder Community-Bann, aber: ${what}.`,
    clean: 'Kein Bann verzeichnet.',
    private: 'Kein Bann verzeichnet, aber das Profil ist privat: Das meiste davon ist nicht zu sehen.',
    staleClean: 'Kein Bann war verzeichnet, als Steam zuletzt geantwortet hat.',
    stale: (when) =>
      `Steam kann gerade nicht gefragt werden. Das hier stand dort ${when}; inzwischen kann es anders sein.`,
    incomplete: (what) => `Kein Bann verzeichnet. Zurzeit nicht verfügbar: ${what}.`,
    vacBans: 'VAC-Banns',
    gameBans: 'Spielbanns',
    lastBan: 'Letzter Bann',
    sharedDate: 'ein Datum für beide Arten: Es kann der VAC-Bann oder der Spielbann sein',
    community: 'Community',
    communityBanned: 'gebannt',
    trade: 'Handel',
    tradeBanned: 'gesperrt',
    tradeProbation: 'auf Bewährung',
    goodStanding: 'ohne Einschränkung',
    rustHours: 'Spielzeit in Rust',
    noRust: 'keine: besitzt Rust nicht oder hat es weniger als 3 Minuten gespielt',
    twoWeeks: (hours) => `${hours} in den letzten zwei Wochen`,
    friendList: 'Freundesliste',
    friendsPublic: 'öffentlich',
    account: 'Konto',
    created: (date) => `erstellt am ${date}`,
    old: {
      days: (count) => (count === 0 ? 'noch keinen Tag alt' : `${plural(count, 'Tag', 'Tage')} alt`),
      months: (count) => `${plural(count, 'Monat', 'Monate')} alt`,
      years: (count) => `${plural(count, 'Jahr', 'Jahre')} alt`,
    },
    country: 'Angegebenes Land',
    customUrl: 'Custom-URL',
    steamProfile: 'Steam-Profil',
    battleMetrics: 'BattleMetrics (RCON)',
    parts: { bans: 'Banns', profile: 'Profil', rustHours: 'Spielzeit in Rust', friendsPrivate: 'Freundesliste' },
    and: ' und ',
  },

  halfRecord: {
    title: 'Die Hälfte der Angaben fehlt',
    profile: (wait) =>
      `Steam nennt zu diesem Konto die Banns, aber kein Profil. Versuch es in ${wait} noch einmal, um das zu bestätigen.`,
    bans: (wait) =>
      `Steam zeigt das Profil dieses Kontos, nennt aber keine Angaben zu Banns; darüber ist also nichts bekannt. Versuch es in ${wait} noch einmal.`,
  },

  noProfile: {
    title: 'Kein Profil',
    withBans: (account, bans) => `${account} hat kein Profil: gelöscht oder nie angelegt. Verzeichnete Banns: ${bans}.`,
    withoutBans: (account) =>
      `${account} hat kein Profil: gelöscht oder nie angelegt. Verzeichnete Banns: keine; über ein Konto, das nicht zu sehen ist, sagt das wenig.`,
  },

  batch: {
    title: (checked) => `Prüfung von ${accounts(checked)}`,
    bannedCount: (banned, checked) => {
      if (banned > 0) return `Für ${numbers.format(banned)} von ${accounts(checked)} ist ein Bann verzeichnet.`
      return checked === 1
        ? `${accounts(checked)} geprüft: kein Bann verzeichnet.`
        : `Für keines der ${accounts(checked)} ist ein Bann verzeichnet.`
    },
    restrictedCount: (count) => `${accounts(count)} nur mit einer Handelsbeschränkung.`,
    withoutProfileCount: (count) => `${accounts(count)} ohne Profil: gelöscht oder nie erstellt.`,
    notFoundCount: (count) =>
      `${numbers.format(count)} ${count === 1 ? 'weiteres wurde' : 'weitere wurden'} auf Steam nicht gefunden.`,
    uncheckedCount: (count) =>
      `${accounts(count)} ${count === 1 ? 'konnte' : 'konnten'} nicht geprüft werden: Darüber ist nichts bekannt.`,
    understood: (count) => `${accounts(count)} erkannt`,
    repeated: (count) => plural(count, 'Wiederholung', 'Wiederholungen'),
    notUnderstood: (count) => `${plural(count, 'Zeile', 'Zeilen')} nicht erkannt`,
    repeatedTitle: 'Wiederholt:',
    notUnderstoodTitle: 'Nicht erkannt:',
    namesInTable:
      'Zwischen den Zeilen einer Tabelle wird nach Namen und Freundescodes nicht gesucht. Gib den Profil-Link an oder füge sie allein ein.',
    elsewhere: (banned) =>
      banned === 0
        ? 'kein gebanntes Konto auf einer anderen Seite'
        : `${numbers.format(banned)} ${banned === 1 ? 'gebanntes Konto' : 'gebannte Konten'} auf anderen Seiten`,
    foundBy: (name) => `gefunden über die Custom-URL ${name}`,
    foundByFriendCode: (code) => `gefunden über den Freundescode ${code}`,
    readAsCustomUrl: 'als Custom-URL gelesen',
    readAsFriendCode: 'als Custom-URL oder Freundescode gelesen',
    noProfile: (bans) => `kein Profil: gelöscht oder nie erstellt; verzeichnete Banns: ${bans}`,
    files: 'rapsheet-batch.json ist für die Schaltflächen.',
    notFound: 'auf Steam nicht gefunden',
    unavailable: 'konnte nicht geprüft werden',
    waiting: (count) => `Noch zu prüfen: ${accounts(count)}.`,
  },

  friends: {
    scanning: (name) => `Freunde von ${name} werden geprüft`,
    listing: 'Steam wird nach der Freundesliste gefragt …',
    progress: (current, total) => `${numbers.format(current)} von ${numbers.format(total)} geprüft`,
    foundSoFar: (count) => `Bisher ${accounts(count)} mit Bann`,
    title: (name) => `Freunde von ${name}`,
    result: (banned, checked, percent) =>
      `${numbers.format(banned)} von ${plural(checked, 'geprüften Freund', 'geprüften Freunden')} gebannt (${percent}).`,
    noneBanned: (checked) =>
      checked === 1
        ? `${numbers.format(checked)} Freund geprüft: kein Bann verzeichnet.`
        : `Für keinen von ${numbers.format(checked)} geprüften Freunden ist ein Bann verzeichnet.`,
    empty: 'Die Freundesliste ist öffentlich, und niemand steht darauf.',
    part: (from, to, total) =>
      `Hier geprüft: Freundschaften ${numbers.format(from)} bis ${numbers.format(to)} von ${numbers.format(total)}, neueste zuerst.`,
    beyondEnd: (total) =>
      `Die Liste hat inzwischen ${plural(total, 'Freundschaft', 'Freundschaften')}; in diesem Teil steht nichts.`,
    notChecked: (checked, total, unavailable) =>
      `${numbers.format(checked)} von ${numbers.format(total)} geprüft: Zu ${plural(unavailable, 'Freund', 'Freunden')} ist nichts bekannt.`,
    gone: (count) => `${accounts(count)} auf der Liste ${count === 1 ? 'existiert' : 'existieren'} nicht mehr.`,
    filtered: (shown, what) => `${numbers.format(shown)} angezeigt: ${what}.`,
    filter: {
      vac: 'VAC-Banns',
      game: 'Spielbanns',
      trade: 'Handelsbeschränkungen',
      unknown: 'konnte nicht geprüft werden',
      within: (count) => `letzter Bann vor höchstens ${daysInDative(count)}`,
    },
    cancelled: 'Abgebrochen',
    cancelledEarly: 'Angehalten, bevor die Freundesliste da war; über sie ist nichts bekannt.',
    cancelledText: (current, total) =>
      `Nach ${numbers.format(current)} von ${plural(total, 'Freund', 'Freunden')} beendet; über die anderen ist nichts bekannt.`,
    hoursPrivate: 'Spielzeit privat',
    hoursUnknown: 'Spielzeit unbekannt',
    sinceUnknown: 'Freunde seit: nicht bekannt',
    since: {
      before: (when) => `Freunde seit ${when}, vor dem letzten Bann`,
      plain: (when) => `Freunde seit ${when}`,
      after: (when) => `Freunde seit ${when}, nach dem letzten Bann`,
      unclear: (when) => `Freunde seit ${when}, unklar, ob vor oder nach dem letzten Bann`,
    },
  },

  stats: {
    title: (name) => `Rust-Statistiken von ${name}`,
    statistics: 'Statistiken',
    officialOnly:
      'Die meisten Zähler laufen nur auf offiziellen Servern; das sind also keine Werte über die gesamte Spielzeit.',
    groups: {
      combat: 'Kampf',
      survival: 'Überleben',
      building: 'Bauen',
      resources: 'Ressourcen',
      npc: 'Tiere und Wissenschaftler',
      items: 'Gegenstände',
      misc: 'Sonstiges',
    },
    killsAndDeaths: (kills, deaths) => `${plural(kills, 'Kill', 'Kills')}, ${plural(deaths, 'Tod', 'Tode')}`,
    hitsOfShots: (hits, shots) =>
      `${numbers.format(hits)} von ${plural(shots, 'Kugel', 'Kugeln')} trafen einen Spieler`,
    headshots: (count) => `${plural(count, 'Kopftreffer', 'Kopftreffer')} mit beliebiger Waffe`,
    nothing: 'noch nichts gezählt',
    kilometres: (value) => `${numbers.format(value)} km`,
    counters: {
      combat: {
        kills: 'Kills',
        deaths: 'Tode',
        kd: 'K/D',
        headshots: 'Kopftreffer',
        headshotRate: 'Kopftrefferquote',
        bulletsFired: 'Kugeln abgefeuert',
        bulletsHit: 'Treffer auf Spieler',
        accuracy: 'Trefferquote',
        wounded: 'Wurde verwundet',
        woundedAssisted: 'Anderen aufgeholfen',
        beenPickedUp: 'Wurde aufgeholfen',
        bulletsHitEntities: 'Kugeltreffer: Objekte',
        bulletsHitBuildings: 'Kugeltreffer: Gebäude',
        bulletsHitPlayerCorpses: 'Kugeltreffer: Spielerleichen',
        bulletsHitCorpses: 'Kugeltreffer: Leichen',
        bulletsHitSigns: 'Kugeltreffer: Schilder',
        bulletsHitBears: 'Kugeltreffer: Bären',
        bulletsHitBoars: 'Kugeltreffer: Wildschweine',
        bulletsHitWolves: 'Kugeltreffer: Wölfe',
        bulletsHitDeer: 'Kugeltreffer: Hirsche',
        bulletsHitHorses: 'Kugeltreffer: Pferde',
        arrowsHitPlayers: 'Pfeiltreffer: Spieler',
        arrowsHitBuildings: 'Pfeiltreffer: Gebäude',
        arrowsHitEntities: 'Pfeiltreffer: Objekte',
        arrowsHitBears: 'Pfeiltreffer: Bären',
        arrowsHitBoars: 'Pfeiltreffer: Wildschweine',
        arrowsHitWolves: 'Pfeiltreffer: Wölfe',
        arrowsHitDeer: 'Pfeiltreffer: Hirsche',
        arrowsHitHorses: 'Pfeiltreffer: Pferde',
        arrowsHitChickens: 'Pfeiltreffer: Hühner',
        shotgunFired: 'Flintenschüsse',
        shotgunHitPlayers: 'Flintentreffer: Spieler',
        shotgunHitBuildings: 'Flintentreffer: Gebäude',
        shotgunHitEntities: 'Flintentreffer: Objekte',
        shotgunHitHorses: 'Flintentreffer: Pferde',
        rocketsFired: 'Raketen abgefeuert',
        grenadesThrown: 'Granaten geworfen',
        explosivesThrown: 'Sprengsätze geworfen',
        meleeStrikes: 'Nahkampfschläge',
        meleeThrown: 'Nahkampfwaffen geworfen',
        meleeThrownHitPlayers: 'Spieler mit Wurfwaffen getroffen',
        mlrsKills: 'MLRS-Kills',
      },
      survival: {
        suicides: 'Selbstmorde',
        fallingDeaths: 'Tode durch Sturz',
        selfInflictedDeaths: 'Selbst verursachte Tode',
        deathsByEntities: 'Tode durch Objekte',
        deathsByWolves: 'Tode durch Wölfe',
        deathsByBears: 'Tode durch Bären',
        caloriesConsumed: 'Kalorien',
        waterConsumed: 'Wasser',
        comfortSeconds: 'Mit Komfort',
        coldSeconds: 'In Kälte',
        hotSeconds: 'In Hitze',
        radiationSeconds: 'In Strahlung',
        beeAttacks: 'Bienenangriffe',
      },
      building: {
        structuresBuilt: 'Blöcke gesetzt',
        upgradesBuilt: 'Blöcke aufgewertet',
        repairsDone: 'Reparaturen',
        cupboardsOpened: 'Schränke geöffnet',
        pipesConnected: 'Rohre verbunden',
        wiresConnected: 'Kabel verbunden',
        hosesConnected: 'Schläuche verbunden',
        tinCanAlarmsWired: 'Dosenalarme verkabelt',
      },
      resources: {
        woodHarvested: 'Holz',
        stoneHarvested: 'Stein',
        clothHarvested: 'Stoff',
        leatherHarvested: 'Leder',
        metalOreAcquired: 'Metallerz',
        scrapAcquired: 'Schrott',
        lowGradeFuelAcquired: 'Einfacher Treibstoff',
        oreHits: 'Schläge auf Erz',
        treeHits: 'Schläge auf Bäume',
      },
      npc: {
        scientistsKilled: 'Wissenschaftler',
        boarsKilled: 'Wildschweine',
        bearsKilled: 'Bären',
        wolvesKilled: 'Wölfe',
        deerKilled: 'Hirsche',
        chickensKilled: 'Hühner',
        horsesKilled: 'Pferde',
        dwellersKilledFromTrain: 'Dweller vom Zug aus',
        sharksKilledSpeargun: 'Haie mit Harpune',
      },
      items: {
        itemsDropped: 'Fallen gelassen',
        itemsPickedUp: 'Aufgehoben',
        itemsCrafted: 'Hergestellt',
        foodPickedUp: 'Nahrung aufgehoben',
        blueprintsStudied: 'Blaupausen erlernt',
        itemsExamined: 'Untersucht',
        cansRecycled: 'Dosen recycelt',
        containersLooted: 'Behälter gelootet',
      },
      misc: {
        barrelsBroken: 'Fässer zerstört',
        heliHits: 'Treffer auf Helikopter',
        arrowsFired: 'Pfeile abgeschossen',
        inventoryOpened: 'Inventar geöffnet',
        craftingOpened: 'Crafting geöffnet',
        mapOpened: 'Karte geöffnet',
        horseDistanceRidden: 'Geritten',
        horsesMounted: 'Pferde bestiegen',
        boatWheelsMounted: 'Boote gesteuert',
        helipadLandings: 'Landungen auf Helipads',
        cargoBridgeVisits: 'Cargo-Brücke besucht',
        roadSeconds: 'Auf Straßen',
        voiceSeconds: 'Gesprochen',
        notesPlayed: 'Noten gespielt',
        notesPlayedBinds: 'Noten per Tastenbelegung',
        fullKeyboardUses: 'Volle Tastatur genutzt',
        waves: 'Gewunken',
        playersWavedAt: 'Spielern zugewunken',
        missionsCompleted: 'Missionen erledigt',
        carsShredded: 'Autos geschreddert',
        kayakDistance: 'Im Kajak',
        waterDistanceMainland: 'Im Wasser (Festland)',
        pokerHandsWon: 'Pokerrunden gewonnen',
        fishCaught: 'Fische gefangen',
      },
    },
  },

  inventory: {
    title: (name) => `Rust-Gegenstände von ${name}`,
    count: (total) => plural(total, 'Gegenstand', 'Gegenstände'),
    firstOnly: (shown, total) =>
      `Von ${plural(total, 'Gegenstand', 'Gegenständen')} ${shown === 1 ? `kann nur der erste (${numbers.format(shown)})` : `können nur die ersten ${numbers.format(shown)}`} angezeigt werden.`,
    empty: 'Das Inventar ist öffentlich und enthält keine Rust-Gegenstände.',
    private: 'Das Inventar ist privat, darüber ist also nichts bekannt.',
    tradable: 'handelbar',
    marketable: 'marktfähig',
    bound: 'weder handelbar noch marktfähig',
  },

  csv: {
    input: 'eingabe',
    steamId: 'steam_id',
    name: 'name',
    result: 'ergebnis',
    vacBans: 'vac_banns',
    gameBans: 'spielbanns',
    daysSinceLastBan: 'tage_seit_letztem_bann',
    communityBan: 'community_bann',
    tradeStanding: 'handelsstatus',
    rustHours: 'rust_stunden',
    rustMinutes: 'rust_minuten',
    friendSince: 'befreundet_seit',
    befriended: 'befreundet',
    profile: 'profil',
    results: {
      private: 'keine Banns, Profil privat',
      banned: 'gebannt',
      restricted: 'nur Handelsbeschränkung',
      clean: 'keine Banns',
      noProfile: 'kein Profil',
      notFound: 'nicht gefunden',
      unavailable: 'konnte nicht geprüft werden',
      malformed: 'nicht erkannt',
    },
    befriendedResults: { before: 'vor dem letzten Bann', after: 'nach dem letzten Bann', unclear: 'unklar' },
    yes: 'ja',
    no: 'nein',
    private: 'privat',
    unknown: 'unbekannt',
  },

  errors: {
    malformed_account: {
      title: 'Nicht erkannt',
      text: ({ subject }) =>
        `**${subject}** bezeichnet kein Steam-Konto. Gib eine 17-stellige SteamID64, einen Profil-, Einladungs- oder Handelslink, eine STEAM\\_- oder \\[U:1:…]-ID, einen Freundescode oder den Namen der Custom-URL an. Nach dem Namen im Spiel kann nicht gesucht werden.`,
    },
    account_not_found: {
      title: 'Nicht gefunden',
      text: ({ subject }) =>
        `Steam kennt kein Konto **${subject}**. Prüfe die Schreibweise; das Konto kann auch gelöscht oder umbenannt worden sein.`,
    },
    friends_private: {
      title: 'Freundesliste privat',
      text: ({ subject }) =>
        `Die Freundesliste von **${subject}** ist privat, darüber ist also nichts bekannt. Das spricht weder für noch gegen das Konto.`,
    },
    stats_private: {
      title: 'Statistiken privat',
      text: ({ subject }) =>
        `Die Spieldetails von **${subject}** sind privat. Daran ändert auch erneutes Fragen nichts; das kann nur, wem das Konto gehört.`,
    },
    stats_not_found: {
      title: 'Keine Statistiken',
      text: ({ subject }) =>
        `Steam hat keine Rust-Statistiken von **${subject}**: Das Konto besitzt Rust nicht, hat es nie gespielt oder existiert nicht.`,
    },
    platform_unavailable: {
      title: 'Steam antwortet nicht',
      text: ({ when }) =>
        `Steam hat keine brauchbare Antwort gegeben, deshalb lässt sich nichts sagen. Versuch es ${when} noch einmal.`,
    },
    platform_blocked: {
      title: 'Steam sperrt diesen Bot',
      text: ({ when }) =>
        `Steam weist alle Anfragen des Servers ab, auf dem dieser Bot läuft; über kein Konto ist deshalb etwas bekannt. Versuch es ${when} noch einmal. Hält das an, sag es dem Betreiber des Bots.`,
    },
    overloaded: {
      title: 'Zu viel auf einmal',
      text: ({ when }) => `Zu viele Abfragen warten auf Steam. Versuch es ${when} noch einmal.`,
    },
    budget_spent: {
      title: 'Die Abfragen für heute sind aufgebraucht',
      text: ({ when }) =>
        `Steam erlaubt nur eine bestimmte Zahl von Anfragen am Tag; dafür reichen sie nicht mehr. ${when} geht das wieder.`,
    },
    key_refused: {
      title: 'Der Steam-Schlüssel wurde abgelehnt',
      text: () =>
        'Steam lehnt den API-Schlüssel dieses Bots ab. Sag denen Bescheid, die ihn betreiben: STEAM_API_KEY muss ersetzt werden.',
    },
    not_configured: {
      title: 'Der Steam-Schlüssel fehlt',
      text: () =>
        'Dieser Bot hat noch keinen Steam-API-Schlüssel. Sag denen Bescheid, die ihn betreiben: STEAM_API_KEY muss gesetzt werden.',
    },
    stopping: {
      title: 'Neustart',
      text: () =>
        'Der Bot wird gerade neu gestartet, und diese Abfrage wurde nicht fertig. Versuch es in einer Minute noch einmal.',
    },
    image_url_malformed: { title: 'Kein Bild', text: () => 'Das Bild kann nicht angezeigt werden.' },
    image_host_refused: { title: 'Kein Bild', text: () => 'Das Bild kann nicht angezeigt werden.' },
    image_failed: { title: 'Kein Bild', text: () => 'Das Bild kann nicht angezeigt werden.' },
    rate_limited: {
      title: 'Etwas langsamer, bitte',
      text: ({ when }) => `Du hast innerhalb einer Minute sehr viel abgefragt. Versuch es ${when} noch einmal.`,
    },
    server_rate_limited: {
      title: 'Auf diesem Server ist viel los',
      text: ({ when }) =>
        `Alle zusammen haben auf diesem Server innerhalb einer Minute sehr viel abgefragt. Versuch es ${when} noch einmal.`,
    },
    scan_running: {
      title: 'Immer nur eine Prüfung',
      text: () => 'Du lässt schon eine Freundesliste prüfen. Warte, bis das fertig ist, oder brich es dort ab.',
    },
    scan_gone: {
      title: 'Diese Prüfung ist zu Ende',
      text: () =>
        'Die Prüfung wurde unterbrochen, höchstwahrscheinlich durch einen Neustart des Bots. Von ihr ist nichts bekannt; prüfe erneut.',
    },
    too_slow: {
      title: 'Das hat zu lange gedauert',
      text: () =>
        'Steam war zu langsam, um das in der Zeit zu schaffen, die Discord lässt; deshalb lässt sich nichts sagen. Versuch es später noch einmal.',
    },
    outdated_button: {
      title: 'Dieser Button ist veraltet',
      text: () => 'Er stammt von einer älteren Version des Bots. Benutze den Befehl noch einmal.',
    },
    not_your_button: {
      title: 'Nicht deine Buttons',
      text: () => 'Diese Buttons gehören der Person, die den Befehl benutzt hat. Benutze den Befehl selbst.',
    },
    not_permitted: {
      title: 'Nicht erlaubt',
      text: () =>
        'Für die Schaltflächen einer geposteten Nachricht brauchst du das Recht, Mitglieder in den Timeout zu schicken.',
    },
    unknown_command: {
      title: 'Unbekannter Befehl',
      text: () =>
        'Diesen Befehl gibt es nicht mehr. Discord braucht vielleicht eine Minute, bis es die neuen zeigt; versuch es dann noch einmal.',
    },
    several_accounts: {
      title: 'Mehr als ein Konto',
      text: ({ detail }) =>
        `Darin stehen ${detail} verschiedene IDs oder Namen, der Befehl nimmt aber nur ein Konto. Für mehrere gibt es den Befehl „liste“.`,
    },
    nothing_given: {
      title: 'Nichts zum Nachschlagen',
      text: () =>
        'Gib Konten, eine Datei oder beides an: IDs, Profil-Links, Namen von Custom-URLs oder Zeilen einer Spielerliste.',
    },
    nothing_understood: {
      title: 'Kein Konto erkannt',
      text: () =>
        'Darin kommt kein Steam-Konto vor: keine ID, kein Profil-Link, kein Freundescode, keine Custom-URL. Nach den Namen im Spiel kann nicht gesucht werden.',
    },
    no_account_in_message: {
      title: 'Kein Konto in dieser Nachricht',
      text: () =>
        'Die Nachricht enthält keine Steam-ID und keinen Profil-Link. Nach Namen von Custom-URLs wird in Nachrichten nicht gesucht; dafür gibt es den Befehl „liste“.',
    },
    file_too_large: {
      title: 'Datei zu groß',
      text: ({ subject, detail }) =>
        `**${subject}** ist größer als ${detail}. Schick nur den Teil, in dem die Konten stehen.`,
    },
    file_not_text: {
      title: 'Keine Textdatei',
      text: ({ subject }) => `**${subject}** ist kein Text. Schick eine .txt- oder .csv-Datei.`,
    },
    file_unavailable: {
      title: 'Datei nicht lesbar',
      text: ({ subject }) => `**${subject}** konnte nicht von Discord geholt werden. Schick die Datei noch einmal.`,
    },
    post_refused: {
      title: 'Hier nicht erlaubt',
      text: () =>
        'Discord lässt den Bot in diesem Kanal nicht schreiben. Poste es in einem anderen, oder frag einen Admin des Servers.',
    },
    internal: {
      title: 'Unser Fehler',
      text: ({ requestId }) =>
        `Hier ist etwas schiefgegangen, und es lag nicht an dir. Wenn das so bleibt, nenne denen, die den Bot betreiben, diese ID: \`${requestId}\`.`,
    },
  },
}
