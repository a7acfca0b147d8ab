import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'
import { alerts } from './alerts-de.ts'
import { changes, dates, when } from './bans-de.ts'
import { compare } from './compare-de.ts'
import { createPlurals } from '../../lib/plural.ts'
import { databaseErrors, forget, history, watch, watchErrors, watchErrorTitles } from './watch-de.ts'
import { policyLanguage, policyLine } from './policy-line-de.ts'
import { worthKnowing } from './worth-knowing-de.ts'
import type { Texts } from './texts.ts'

const { number, plural, counted, noun } = createPlurals('de')
const accounts = noun({ one: 'Konto', other: 'Konten' })
const friendsInDative = noun({ one: 'Freund', other: 'Freunden' })
const daysInDative = noun({ one: 'Tag', other: 'Tagen' })
const daysAgo = (count: number) => (count === 0 ? 'heute' : `vor ${daysInDative(count)}`)

/** German, as players speak it: informal, and with the English words they use themselves. */
export const de: Texts = {
  number,
  percent: (value) => `${number(value)} %`,
  hours: (value) => `${number(value)} h`,
  minutes: (value) => `${number(value)} min`,
  seconds: (value) => `${number(value)} s`,
  daysAgo,
  countries: new Intl.DisplayNames('de', { type: 'region' }),

  commands: {
    lookup: { name: 'nachschlagen', description: 'Steam-Banns, Profil und Rust-Spielzeit eines Kontos' },
    batch: { name: 'liste', description: 'Steam-Banns vieler Konten: eingefügter Text, eine Textdatei oder beides' },
    friends: { name: 'freunde', description: 'Die Freunde eines Kontos auf Banns prüfen' },
    compare: { name: 'vergleichen', description: 'Zwei Konten nebeneinander, und ihre gemeinsamen Freunde' },
    stats: { name: 'statistik', description: 'Rust-Statistiken eines Kontos' },
    inventory: { name: 'inventar', description: 'Rust-Gegenstände eines Kontos' },
    watch: {
      name: 'beobachten',
      description: 'Konten beobachten und eine Meldung bekommen, wenn sich ihre Banns ändern',
    },
    history: { name: 'verlauf', description: 'Was der Bot von den Banns eines Kontos gesehen hat, mit Datum' },
    forget: { name: 'vergessen', description: 'Löschen, was dieser Server über ein Konto gespeichert hat' },
    checkMessage: { name: 'Steam-Konten prüfen' },
  },
  subcommands: {
    add: { name: 'hinzufügen', description: 'Ein Konto auf die Beobachtungsliste dieses Servers setzen' },
    remove: { name: 'entfernen', description: 'Ein Konto von der Beobachtungsliste nehmen' },
    list: { name: 'liste', description: 'Die Beobachtungsliste zeigen' },
    import: {
      name: 'importieren',
      description: 'Viele Konten auf die Liste setzen: eingefügter Text, eine Textdatei oder beides',
    },
    channel: { name: 'kanal', description: 'Festlegen, wohin Meldungen gehen, und dort eine Testnachricht posten' },
  },
  options: {
    account: {
      name: 'konto',
      description: 'SteamID64, Profil-, Einladungs- oder Handelslink, Custom-URL, STEAM_…, [U:1:…], Freundescode',
    },
    other: { name: 'anderes', description: 'Das Konto, mit dem verglichen wird, in einer dieser Formen' },
    accounts: { name: 'konten', description: 'Konten in beliebiger Form: IDs, Links, eine Spielerliste' },
    file: { name: 'datei', description: 'Eine .txt- oder .csv-Datei mit Konten' },
    within: { name: 'innerhalb', description: 'Nur Freunde mit einem VAC- oder Spielbann in den letzten … Tagen' },
    kind: { name: 'art', description: 'Nur Freunde mit dieser Art von Bann, oder nur nicht prüfbare' },
    reason: { name: 'grund', description: 'Warum, in höchstens 200 Zeichen; steht auf der Liste und in Meldungen' },
    until: {
      name: 'bis',
      description: 'Wann es von selbst von der Liste geht: 30d, 6mo, 1y oder ein Datum wie 31.12.2027',
    },
    show: { name: 'zeige', description: 'Nur geänderte oder gebannte Einträge, oder wer die Liste geändert hat' },
    text: { name: 'text', description: 'Nur Einträge mit diesem Text in Name, ID oder Grund' },
    channel: { name: 'kanal', description: 'Der Kanal für Meldungen' },
    role: { name: 'rolle', description: 'Die Rolle, die Meldungen erwähnen; ohne Angabe keine' },
  },
  kinds: {
    any: 'alle außer unauffälligen',
    vac: 'VAC-Banns',
    game: 'Spielbanns',
    trade: 'Handelsbeschränkungen',
    unknown: 'nicht prüfbar',
  },

  watchShow: { all: 'alle', changed: 'geändert', banned: 'gebannt', log: 'Protokoll der Änderungen' },

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
    checkPrevious: (count) => `${counted(count, { one: 'vorheriges', other: 'vorherige' })} prüfen`,
    checkNext: (count) => `${counted(count, { one: 'weiteres', other: 'weitere' })} prüfen`,
    retry: (count) => `${accounts(count)} erneut prüfen`,
    cancel: 'Abbrechen',
    scanAgain: 'Erneut prüfen',
    tryAgain: 'Erneut versuchen',
    more: 'Mehr',
    less: 'Weniger',
    watch: 'Beobachten',
    stopWatching: 'Nicht mehr beobachten',
    remove: 'Entfernen',
    lookUp: 'Nachschlagen',
    lookUpOne: (letter) => `${letter} nachschlagen`,
    history: 'Verlauf',
    forget: 'Vergessen',
    watchThese: (count) => `Diese ${number(count)} beobachten`,
    confirmImport: (count) => `Bestätigen: ${accounts(count)}`,
  },

  common: {
    namelessAccount: '(Name nicht darstellbar)',
    checked: (when) => `geprüft ${when}`,
    checkedPart: (what, when) => `${what} geprüft ${when}`,
    foundByCustomUrl: (name) => `Gefunden über die Custom-URL *${name}*. Das ist nicht der Name im Spiel.`,
    foundByFriendCode: (code) => `Gefunden über den Freundescode *${code}*.`,
    triedCustomUrl: (name) =>
      `*${name}* wurde als Custom-URL gesucht (steamcommunity.com/id/…), nicht als Name im Spiel.`,
    triedFriendCode: (code) => `*${code}* wurde als Custom-URL oder Freundescode gesucht, nicht als Name im Spiel.`,
    mistypedId: (digits) =>
      digits === STEAM_ID_DIGITS
        ? 'Diese SteamID64 kann keinem Spieler gehören. Kopiere die ganze ID noch einmal.'
        : `Eine SteamID64 hat ${STEAM_ID_DIGITS} Ziffern, diese hat ${number(digits)}. Kopiere die ganze ID noch einmal.`,
    postedBy: (who, when) => `Gepostet von ${who} · ${when}`,
    openAccount: 'Ein Konto öffnen',
    page: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
    leftOut: (count) => `… und ${number(count)} weitere`,
    avatarOf: (name) => `Avatar von ${name}`,
    noUsableAnswer: 'Keine brauchbare Antwort von Steam',
    unknown: 'nicht prüfbar',
    private: 'privat',
    profile: 'Profil',
  },

  bans: {
    vac: noun({ one: 'VAC-Bann', other: 'VAC-Banns' }),
    game: noun({ one: 'Spielbann', other: 'Spielbanns' }),
    community: 'Community-Bann',
    trade: (status) =>
      status === 'banned' ? 'Handelssperre' : status === 'probation' ? 'Handel auf Bewährung' : `Handel: ${status}`,
    last: (count) => `letzter Bann ${daysAgo(count)}`,
    lastOfEither: (count) => `letzter Bann ${daysAgo(count)} (VAC oder Spiel)`,
    none: 'keine Banns',
  },

  dates,
  when,
  changes,

  watch,
  history,
  forget,
  watchErrorTitles,
  watchErrors,
  databaseErrors,

  lookup: {
    banned: (what) => `Gebannt: ${what}.`,
    restricted: (what) => `Kein VAC-, Spiel- oder Community-Bann, aber: ${what}.`,
    clean: 'Kein Bann verzeichnet.',
    private: 'Kein Bann verzeichnet, aber das Profil ist privat.',
    staleClean: 'Bei der letzten Prüfung war kein Bann verzeichnet.',
    stale: (when) => `Von Steam kam keine neue Antwort. Stand: ${when}; das kann veraltet sein.`,
    incomplete: (what) => `Kein Bann verzeichnet. Nicht prüfbar: ${what}.`,
    vacBans: 'VAC-Banns',
    gameBans: 'Spielbanns',
    lastBan: 'Letzter Bann',
    sharedDate: 'VAC oder Spiel: Steam sagt nicht, welcher',
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
    age: {
      days: (count) => (count === 0 ? 'noch keinen Tag alt' : `${counted(count, { one: 'Tag', other: 'Tage' })} alt`),
      months: (count) => `${counted(count, { one: 'Monat', other: 'Monate' })} alt`,
      years: (count) => `${counted(count, { one: 'Jahr', other: 'Jahre' })} alt`,
    },
    country: 'Land im Profil',
    customUrl: 'Custom-URL',
    steamProfile: 'Steam-Profil',
    battleMetrics: 'BattleMetrics (RCON)',
    parts: { bans: 'Banns', profile: 'Profil', rustHours: 'Spielzeit in Rust', friendsPrivate: 'Freundesliste' },
    and: ' und ',
  },

  halfRecord: {
    title: 'Unvollständige Antwort von Steam',
    profile: (wait) =>
      `Steam hat Angaben zu Banns, aber kein Profil geliefert. Versuch es in ${wait} noch einmal, um sicherzugehen.`,
    bans: (wait) =>
      `Steam hat ein Profil, aber keine Angaben zu Banns geliefert; die Banns waren also nicht prüfbar. Versuch es in ${wait} noch einmal.`,
  },

  noProfile: {
    title: 'Kein Profil',
    withBans: (account, bans) =>
      `${account} hat kein Profil: gelöscht oder nie eingerichtet. Verzeichnete Banns: ${bans}.`,
    withoutBans: (account) =>
      `${account} hat kein Profil: gelöscht oder nie eingerichtet. Verzeichnete Banns: keine; ohne Profil sagt das wenig.`,
  },

  batch: {
    title: accounts,
    bannedCount: (banned, checked) =>
      banned > 0
        ? `${number(banned)} von ${counted(checked, { one: 'geprüften Konto', other: 'geprüften Konten' })} gebannt.`
        : plural(checked, {
            one: `${accounts(checked)} geprüft: kein Bann verzeichnet.`,
            other: `Für keines von ${number(checked)} geprüften Konten ist ein Bann verzeichnet.`,
          }),
    restrictedCount: (count) => `${accounts(count)} nur mit einer Handelsbeschränkung.`,
    withoutProfileCount: (count) => `${accounts(count)} ohne Profil: gelöscht oder nie eingerichtet.`,
    notFoundCount: (count) => `${accounts(count)} auf Steam nicht gefunden.`,
    uncheckedCount: (count) => `${accounts(count)} nicht prüfbar: Banns unbekannt.`,
    recognized: (count) => `${accounts(count)} erkannt`,
    duplicates: (count) => `${number(count)} doppelt`,
    ofEntries: (count) => `(${counted(count, { one: 'Eintrag', other: 'Einträge' })})`,
    notRecognized: (count) => `${counted(count, { one: 'Zeile', other: 'Zeilen' })} nicht erkannt`,
    duplicatesTitle: 'Doppelt:',
    notRecognizedTitle: 'Nicht erkannt:',
    namesNotRecognized:
      'Namen im Spiel können nicht gesucht werden. Gib Custom-URLs als Profil-Link an, oder füge Custom-URLs und Freundescodes als eigene Liste ein.',
    bannedOnOtherPages: (banned) =>
      banned === 0
        ? 'keine gebannten Konten auf anderen Seiten'
        : `${counted(banned, { one: 'gebanntes Konto', other: 'gebannte Konten' })} auf anderen Seiten`,
    foundBy: (name) => `gefunden über die Custom-URL ${name}`,
    foundByFriendCode: (code) => `gefunden über den Freundescode ${code}`,
    readAsCustomUrl: 'als Custom-URL gesucht',
    readAsFriendCode: 'als Custom-URL oder Freundescode gesucht',
    notReadAsFriendCode: 'als Custom-URL gesucht, nicht als Freundescode: Schreib Freundescodes in eigene Zeilen',
    noProfile: (bans) => `kein Profil: gelöscht oder nie eingerichtet; verzeichnete Banns: ${bans}`,
    files: 'rapsheet-batch.json ist nur für die Buttons dieser Nachricht.',
    notFound: 'auf Steam nicht gefunden',
    waiting: (count) => `${accounts(count)} noch nicht geprüft.`,
  },

  friends: {
    scanning: (name) => `Freunde von ${name} werden geprüft`,
    loadingList: 'Freundesliste wird geladen …',
    progress: (current, total) => `${number(current)} von ${number(total)} geprüft`,
    bannedSoFar: (count) => `Bisher ${number(count)} gebannt`,
    title: (name) => `Freunde von ${name}`,
    result: (banned, checked, percent) =>
      `${number(banned)} von ${counted(checked, { one: 'geprüften Freund', other: 'geprüften Freunden' })} gebannt (${percent}).`,
    noneBanned: (checked) =>
      plural(checked, {
        one: `${number(checked)} Freund geprüft: kein Bann verzeichnet.`,
        other: `Für keinen von ${number(checked)} geprüften Freunden ist ein Bann verzeichnet.`,
      }),
    empty: 'Die Freundesliste ist öffentlich und leer.',
    part: (from, to, total) =>
      `Teil der Liste: Freunde ${number(from)} bis ${number(to)} von ${number(total)}, neueste zuerst.`,
    beyondEnd: (total) =>
      `Dieser Teil ist leer: Auf der Liste ${plural(total, { one: 'steht', other: 'stehen' })} jetzt ${counted(total, { one: 'Freund', other: 'Freunde' })}.`,
    notChecked: (unavailable, total) =>
      `${number(unavailable)} von ${friendsInDative(total)} nicht prüfbar: Banns unbekannt.`,
    deleted: (count) =>
      `${accounts(count)} auf der Liste ${plural(count, { one: 'existiert', other: 'existieren' })} nicht mehr.`,
    filtered: (shown, filter) => `Filter: ${filter} · ${number(shown)} Treffer`,
    lastBanWithin: (count) =>
      count === 0 ? 'letzter Bann heute' : `letzter Bann vor höchstens ${daysInDative(count)}`,
    cancelled: 'Abgebrochen',
    stoppedBeforeList: 'Beendet, bevor die Freundesliste geladen war: Kein Freund wurde geprüft.',
    stoppedAfter: (current, total) =>
      `Nach ${number(current)} von ${friendsInDative(total)} beendet: Die anderen wurden nicht geprüft.`,
    hoursPrivate: 'Spielzeit privat',
    hoursUnknown: 'Spielzeit unbekannt',
    sinceUnknown: 'Freunde seit: unbekannt',
    since: {
      before: (when) => `Freunde seit ${when}, vor dem letzten Bann`,
      plain: (when) => `Freunde seit ${when}`,
      after: (when) => `Freunde seit ${when}, nach dem letzten Bann`,
      unclear: (when) => `Freunde seit ${when}, unklar, ob vor oder nach dem letzten Bann`,
    },
  },

  compare,
  worthKnowing,
  policyLanguage,
  policyLine,

  stats: {
    title: (name) => `Rust-Statistiken von ${name}`,
    statistics: 'Statistiken',
    officialOnly: 'Die meisten Zähler laufen nur auf offiziellen Servern; das sind also keine Gesamtwerte.',
    groups: {
      combat: 'Kampf',
      survival: 'Überleben',
      building: 'Bauen',
      resources: 'Ressourcen',
      npc: 'Tiere und Wissenschaftler',
      items: 'Gegenstände',
      misc: 'Sonstiges',
    },
    killsAndDeaths: (kills, deaths) =>
      `${counted(kills, { one: 'Kill', other: 'Kills' })}, ${counted(deaths, { one: 'Tod', other: 'Tode' })}`,
    hitsOfShots: (hits, shots) =>
      `${number(hits)} von ${counted(shots, { one: 'Kugel', other: 'Kugeln' })} trafen einen Spieler`,
    headshots: (count) => `${number(count)} Kopftreffer mit beliebiger Waffe`,
    nothingCounted: 'noch nichts gezählt',
    kilometres: (value) => `${number(value)} km`,
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
        beenPickedUp: 'Aufgeholfen bekommen',
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
    count: noun({ one: 'Gegenstand', other: 'Gegenstände' }),
    firstOnly: (shown, total) =>
      `Nur ${number(shown)} von ${counted(total, { one: 'Gegenstand', other: 'Gegenständen' })} ${plural(shown, { one: 'kann', other: 'können' })} angezeigt werden.`,
    empty: 'Das Inventar ist öffentlich und enthält keine Rust-Gegenstände.',
    private: 'Das Inventar ist privat, der Inhalt ist also nicht zu sehen.',
    tradable: 'handelbar',
    marketable: 'marktfähig',
    bound: 'weder handelbar noch marktfähig',
  },

  alerts,

  csv: {
    input: 'eingabe',
    steamId: 'steam_id',
    name: 'name',
    result: 'ergebnis',
    vacBans: 'vac_banns',
    gameBans: 'spielbanns',
    daysSinceLastBan: 'tage_seit_letztem_bann',
    communityBan: 'community_bann',
    tradeStatus: 'handelsstatus',
    lastBanAfter: 'letzter_bann_nach',
    lastBanBefore: 'letzter_bann_vor',
    checkedAt: 'geprueft_am',
    changedAt: 'geaendert_am',
    changedBy: 'geaendert_von',
    until: 'bis',
    rustHours: 'rust_stunden',
    rustMinutes: 'rust_minuten',
    friendSince: 'befreundet_seit',
    friendshipBegan: 'freundschaft_begann',
    friendOfASince: 'befreundet_mit_a_seit',
    friendOfBSince: 'befreundet_mit_b_seit',
    profile: 'profil',
    note: 'hinweis',
    change: 'aenderung',
    before: 'vorher',
    after: 'nachher',
    happenedAfter: 'geschehen_nach',
    happenedBefore: 'geschehen_bis',
    addedBy: 'eingetragen_von',
    addedAt: 'eingetragen_am',
    reason: 'grund',
    results: {
      private: 'keine Banns, Profil privat',
      banned: 'gebannt',
      restricted: 'nur Handelsbeschränkung',
      clean: 'keine Banns',
      noProfile: 'kein Profil',
      notFound: 'nicht gefunden',
      unavailable: 'nicht prüfbar',
      malformed: 'nicht erkannt',
    },
    actions: {
      added: 'eingetragen',
      removed: 'entfernt',
      imported: 'importiert',
      expired: 'Ende erreicht',
      channel_set: 'Kanal für Meldungen festgelegt',
      forgotten: 'vergessen',
    },
    friendshipResults: { before: 'vor dem letzten Bann', after: 'nach dem letzten Bann', unclear: 'unklar' },
    yes: 'ja',
    no: 'nein',
    private: 'privat',
    unknown: 'unbekannt',
  },

  errorTitles: {
    malformed_account: 'Nicht erkannt',
    account_not_found: 'Nicht gefunden',
    friends_private: 'Freundesliste privat',
    stats_private: 'Statistiken privat',
    stats_not_found: 'Keine Statistiken',
    platform_unavailable: 'Steam antwortet nicht',
    platform_blocked: 'Steam sperrt diesen Bot',
    overloaded: 'Zu viele Abfragen',
    budget_spent: 'Die Abfragen für heute sind aufgebraucht',
    key_refused: 'Steam-Schlüssel abgelehnt',
    not_configured: 'Steam-Schlüssel fehlt',
    stopping: 'Neustart',
    image_url_malformed: 'Kein Bild',
    image_host_refused: 'Kein Bild',
    image_failed: 'Kein Bild',
    rate_limited: 'Etwas langsamer, bitte',
    server_rate_limited: 'Auf diesem Server ist viel los',
    scan_running: 'Immer nur eine Prüfung',
    scan_gone: 'Diese Prüfung läuft nicht',
    too_slow: 'Das hat zu lange gedauert',
    outdated_button: 'Dieser Button ist veraltet',
    not_your_button: 'Nicht deine Buttons',
    not_permitted: 'Nicht erlaubt',
    server_only: 'Nicht in Direktnachrichten',
    needs_timeout_members: 'Nicht erlaubt',
    needs_manage_server: 'Nicht erlaubt',
    role_everyone: 'Nicht diese Rolle',
    discord_unavailable: 'Discord antwortet nicht',
    unknown_command: 'Unbekannter Befehl',
    several_accounts: 'Mehr als ein Konto',
    same_account: 'Zweimal dasselbe Konto',
    nothing_given: 'Nichts zum Nachschlagen',
    nothing_understood: 'Kein Konto erkannt',
    no_account_in_message: 'Kein Konto in dieser Nachricht',
    file_too_large: 'Datei zu groß',
    file_not_text: 'Keine Textdatei',
    file_unavailable: 'Datei nicht lesbar',
    post_refused: 'Hier nicht erlaubt',
    internal: 'Interner Fehler',
  },

  errors: {
    malformed_account: ({ subject }) =>
      `**${subject}** wurde nicht als Steam-Konto erkannt. Gib eine SteamID64 (17 Ziffern), einen Profil-, Einladungs- oder Handelslink, eine STEAM\\_- oder \\[U:1:…]-ID, einen Freundescode oder eine Custom-URL an. Namen im Spiel können nicht gesucht werden.`,
    account_not_found: ({ subject }) =>
      `Steam hat kein Konto **${subject}**. Prüfe die Schreibweise. Das Konto kann auch gelöscht oder umbenannt worden sein.`,
    friends_private: ({ subject }) =>
      `Die Freundesliste von **${subject}** ist privat, die Freunde sind also nicht prüfbar. Das spricht weder für noch gegen das Konto.`,
    stats_private: ({ subject }) =>
      `Die Spieldetails von **${subject}** sind privat. Nur der Besitzer des Kontos kann das ändern.`,
    stats_not_found: ({ subject }) =>
      `Steam hat keine Rust-Statistiken zu **${subject}**: Das Konto besitzt Rust nicht, hat es nie gespielt oder existiert nicht.`,
    platform_unavailable: ({ when }) =>
      `Steam hat keine brauchbare Antwort gegeben, deshalb konnte nichts geprüft werden. Versuch es ${when} noch einmal.`,
    platform_blocked: ({ when }) =>
      `Steam lehnt alle Anfragen dieses Bots ab, deshalb konnte nichts geprüft werden. Versuch es ${when} noch einmal. Hält das an, sag dem Betreiber des Bots Bescheid.`,
    overloaded: ({ when }) => `Gerade laufen zu viele Abfragen. Versuch es ${when} noch einmal.`,
    budget_spent: ({ when }) =>
      `Steam begrenzt die Anfragen pro Tag, und die übrigen reichen dafür nicht mehr. Versuch es ${when} noch einmal.`,
    key_refused: () =>
      'Steam lehnt den API-Schlüssel dieses Bots ab. Sag dem Betreiber des Bots Bescheid: STEAM_API_KEY muss ersetzt werden.',
    not_configured: () =>
      'Dieser Bot hat keinen Steam-API-Schlüssel. Sag dem Betreiber des Bots Bescheid: STEAM_API_KEY muss gesetzt werden.',
    stopping: () =>
      'Der Bot startet neu, und diese Abfrage wurde nicht fertig. Versuch es in einer Minute noch einmal.',
    image_url_malformed: () => 'Das Bild kann nicht angezeigt werden.',
    image_host_refused: () => 'Das Bild kann nicht angezeigt werden.',
    image_failed: () => 'Das Bild kann nicht angezeigt werden.',
    rate_limited: ({ when }) => `Du hast dein Limit an Abfragen pro Minute erreicht. Versuch es ${when} noch einmal.`,
    server_rate_limited: ({ when }) =>
      `Dieser Server hat sein Limit an Abfragen pro Minute erreicht. Versuch es ${when} noch einmal.`,
    scan_running: () => 'Deine letzte Freundesprüfung läuft noch. Warte, bis sie fertig ist, oder brich sie ab.',
    scan_gone: () =>
      'Sie ist zu Ende, oder ein Neustart des Bots hat sie unterbrochen. Prüfe erneut, um die Ergebnisse zu sehen.',
    too_slow: () => 'Die Abfrage wurde abgebrochen, deshalb konnte nichts geprüft werden. Versuch es noch einmal.',
    outdated_button: () => 'Er stammt von einer älteren Version des Bots. Benutze den Befehl noch einmal.',
    not_your_button: () => 'Diese Buttons gehören der Person, die den Befehl benutzt hat. Benutze den Befehl selbst.',
    not_permitted: () =>
      'Für die Buttons einer geposteten Nachricht brauchst du das Recht, Mitglieder in den Timeout zu schicken.',
    server_only: () => 'Benutze das auf einem Server, nicht in einer Direktnachricht.',
    needs_timeout_members: () => 'Dafür brauchst du das Recht *Mitglieder in Timeout versetzen*.',
    needs_manage_server: () => 'Dafür brauchst du das Recht *Server verwalten*.',
    role_everyone: () => 'Meldungen erwähnen nicht alle. Wähle eine andere Rolle oder keine.',
    discord_unavailable: () =>
      'Discord hat nicht gesagt, ob der Bot in diesem Kanal posten darf. Nichts wurde geändert. Versuch es in einer Minute noch einmal.',
    unknown_command: () =>
      'Diesen Befehl gibt es nicht mehr. Bis Discord die neuen Befehle zeigt, kann es eine Minute dauern.',
    several_accounts: ({ detail }) =>
      `Du hast ${detail} verschiedene IDs oder Namen angegeben, der Befehl nimmt aber nur ein Konto. Für mehrere gibt es /liste.`,
    same_account: ({ subject }) => `**${subject}** ist dasselbe Konto wie das erste. Gib zwei verschiedene Konten an.`,
    nothing_given: () =>
      'Gib Konten, eine Datei oder beides an: IDs, Profil-Links, Custom-URLs oder eine Spielerliste.',
    nothing_understood: () =>
      'Darin kommt kein Steam-Konto vor: keine ID, kein Profil-Link, kein Freundescode, keine Custom-URL. Namen im Spiel können nicht gesucht werden.',
    no_account_in_message: () =>
      'Diese Nachricht enthält keine Steam-ID und keinen Profil-Link. Namen werden in Nachrichten nicht gesucht. Für Custom-URLs gibt es /liste.',
    file_too_large: ({ subject, detail }) =>
      `**${subject}** ist größer als ${detail}. Teil sie auf, oder schick nur den Teil mit den Konten.`,
    file_not_text: ({ subject }) => `**${subject}** ist keine Textdatei. Schick eine .txt- oder .csv-Datei.`,
    file_unavailable: ({ subject }) =>
      `**${subject}** konnte nicht von Discord geladen werden. Schick die Datei noch einmal.`,
    post_refused: () =>
      'Discord lässt den Bot in diesem Kanal nicht schreiben. Poste in einem anderen Kanal, oder frag einen Admin des Servers.',
    internal: ({ requestId }) =>
      `Im Bot ist etwas schiefgegangen. Passiert das noch einmal, gib dem Betreiber des Bots diese ID: \`${requestId}\`.`,
  },
}
