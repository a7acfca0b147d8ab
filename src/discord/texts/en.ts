import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'
import type { Texts } from './texts.ts'

const numbers = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const plural = (count: number, one: string, other: string) => `${numbers.format(count)} ${count === 1 ? one : other}`
const accounts = (count: number) => plural(count, 'account', 'accounts')
const days = (count: number) => (count === 0 ? 'today' : `${plural(count, 'day', 'days')} ago`)

/** English, which is also spoken to everybody whose language is not here. */
export const en: Texts = {
  number: (value) => numbers.format(value),
  percent: (value) => `${numbers.format(value)}%`,
  hours: (value) => `${numbers.format(value)} h`,
  minutes: (value) => `${numbers.format(value)} min`,
  seconds: (value) => `${numbers.format(value)} s`,
  daysAgo: days,
  countries: new Intl.DisplayNames('en', { type: 'region' }),

  commands: {
    lookup: { name: 'lookup', description: 'Steam bans, profile and Rust hours of one account' },
    batch: { name: 'batch', description: 'Steam bans of many accounts: pasted text, a text file, or both' },
    friends: { name: 'friends', description: 'Check the friends of an account for bans' },
    stats: { name: 'stats', description: 'Rust statistics of an account' },
    inventory: { name: 'inventory', description: 'Rust items of an account' },
    checkMessage: { name: 'Check Steam accounts' },
  },
  options: {
    account: {
      name: 'account',
      description: 'SteamID64, profile, invite or trade link, custom URL, STEAM_…, [U:1:…], friend code or status row',
    },
    accounts: { name: 'accounts', description: 'Accounts in any mixture, as you have them: ids, links, a player list' },
    file: { name: 'file', description: 'A .txt or .csv file with accounts' },
    within: { name: 'within', description: 'Only friends whose last ban is at most so many days old' },
    kind: { name: 'kind', description: 'Only friends with this kind of ban or restriction, or those not checked' },
  },
  kinds: {
    any: 'everything but clean',
    vac: 'VAC bans',
    game: 'game bans',
    trade: 'trade restrictions',
    unknown: 'could not be checked',
  },

  buttons: {
    friends: 'Friends',
    stats: 'Stats',
    inventory: 'Inventory',
    refresh: 'Refresh',
    back: 'Back',
    post: 'Post in channel',
    posted: 'Posted',
    previous: 'Previous page',
    next: 'Next page',
    checkNext: (count) => `Check the next ${numbers.format(count)}`,
    retry: (count) => `Try ${count === 1 ? 'this' : 'these'} ${numbers.format(count)} again`,
    previousPart: 'Check those before',
    cancel: 'Cancel',
    scanAgain: 'Scan again',
    tryAgain: 'Try again',
    more: 'More',
    less: 'Less',
  },

  common: {
    namelessAccount: '(name cannot be shown)',
    checked: (when) => `checked ${when}`,
    checkedPart: (what, when) => `${what} checked ${when}`,
    foundByCustomUrl: (name) => `Found by its custom URL *${name}*, which is not the name shown in the game.`,
    triedCustomUrl: (name) =>
      `*${name}* was read as a custom URL, the end of steamcommunity.com/id/…, which is not the name shown in the game.`,
    triedFriendCode: (code) =>
      `*${code}* was read as a custom URL or, if no account has that one, as a friend code. Neither is the name shown in the game.`,
    mistypedId: (digits) =>
      digits === STEAM_ID_DIGITS
        ? 'No individual account can have this SteamID64: copy the whole id again.'
        : `A SteamID64 has ${STEAM_ID_DIGITS} digits, this has ${numbers.format(digits)}: copy the whole id again.`,
    foundByFriendCode: (code) => `Found by the friend code *${code}*.`,
    postedBy: (who, when) => `Posted by ${who} · ${when}`,
    createAccountTask: 'Open an account',
    page: (page, pages) => `page ${numbers.format(page)} of ${numbers.format(pages)}`,
    leftOut: (count) => `… and ${numbers.format(count)} more`,
    avatarOf: (name) => `Avatar of ${name}`,
    noUsableAnswer: 'No usable answer from Steam',
    unknown: 'could not be checked',
    private: 'private',
    profile: 'profile',
  },

  bans: {
    vac: (count) => plural(count, 'VAC ban', 'VAC bans'),
    game: (count) => plural(count, 'game ban', 'game bans'),
    community: 'community ban',
    trade: (standing) =>
      standing === 'banned' ? 'trade ban' : standing === 'probation' ? 'trade probation' : `trade: ${standing}`,
    last: (count) => `last ban ${days(count)}`,
    none: 'no bans',
    either: 'date could be either',
  },

  lookup: {
    banned: (what) => `Banned: ${what}.`,
    restricted: (what) => `No VAC, game or community ban, but: ${what}.`,
    clean: 'No bans on record.',
    private: 'No bans on record, but the profile is private: most of it cannot be seen.',
    staleClean: 'No bans were on record when Steam last answered.',
    stale: (when) => `Steam cannot be asked at the moment. This is what it said ${when}; it may have changed since.`,
    incomplete: (what) => `No bans on record. Not available right now: ${what}.`,
    vacBans: 'VAC bans',
    gameBans: 'Game bans',
    lastBan: 'Last ban',
    sharedDate: 'one date for both kinds: it could be the VAC or the game ban',
    community: 'Community',
    communityBanned: 'banned',
    trade: 'Trade',
    tradeBanned: 'banned',
    tradeProbation: 'on probation',
    goodStanding: 'good standing',
    rustHours: 'Rust hours',
    noRust: 'none: no Rust, or played for less than 3 minutes',
    twoWeeks: (hours) => `${hours} in the last two weeks`,
    friendList: 'Friend list',
    friendsPublic: 'public',
    account: 'Account',
    created: (date) => `created ${date}`,
    old: {
      days: (count) => (count === 0 ? 'less than a day old' : `${plural(count, 'day', 'days')} old`),
      months: (count) => `${plural(count, 'month', 'months')} old`,
      years: (count) => `${plural(count, 'year', 'years')} old`,
    },
    country: 'Country shown',
    customUrl: 'Custom URL',
    steamProfile: 'Steam profile',
    battleMetrics: 'BattleMetrics (RCON)',
    parts: { bans: 'bans', profile: 'profile', rustHours: 'Rust hours', friendsPrivate: 'friend list' },
    and: ' and ',
  },

  halfRecord: {
    title: 'Half of the record is missing',
    profile: (wait) =>
      `Steam gives the ban record of this account but no profile. Try again in ${wait} to confirm that.`,
    bans: (wait) =>
      `Steam gives the profile of this account but leaves out its ban record, so nothing is known about its bans. Try again in ${wait}.`,
  },

  noProfile: {
    title: 'No profile',
    withBans: (account, bans) => `${account} has no profile: deleted or never made. Bans on record: ${bans}.`,
    withoutBans: (account) =>
      `${account} has no profile: deleted or never made. Bans on record: none, which says little about an account that cannot be seen.`,
  },

  batch: {
    title: (count) => accounts(count),
    bannedCount: (banned, checked) => {
      if (banned > 0)
        return `${numbers.format(banned)} of ${accounts(checked)} ${banned === 1 ? 'has' : 'have'} a ban on record.`
      return checked === 1
        ? `${accounts(checked)} checked: no ban on record.`
        : `None of ${accounts(checked)} has a ban on record.`
    },
    restrictedCount: (count) => `${accounts(count)} with a trade restriction only.`,
    withoutProfileCount: (count) => `${accounts(count)} without a profile: deleted or never made.`,
    notFoundCount: (count) => `${numbers.format(count)} more ${count === 1 ? 'was' : 'were'} not found on Steam.`,
    uncheckedCount: (count) =>
      `${accounts(count)} could not be checked: nothing is known about ${count === 1 ? 'it' : 'them'}.`,
    understood: (count) => `${accounts(count)} understood`,
    repeated: (count) => plural(count, 'repeat', 'repeats'),
    notUnderstood: (count) => `${plural(count, 'line', 'lines')} not understood`,
    repeatedTitle: 'Repeated:',
    notUnderstoodTitle: 'Not understood:',
    namesInTable:
      'Names and friend codes are not looked up among the rows of a table. Write the profile link, or paste them alone.',
    elsewhere: (banned) =>
      banned === 0
        ? 'no banned account on another page'
        : `${numbers.format(banned)} banned ${banned === 1 ? 'account' : 'accounts'} on other pages`,
    foundBy: (name) => `found by its custom URL ${name}`,
    foundByFriendCode: (code) => `found by the friend code ${code}`,
    readAsCustomUrl: 'read as a custom URL',
    readAsFriendCode: 'read as a custom URL or a friend code',
    noProfile: (bans) => `no profile: deleted or never made; bans on record: ${bans}`,
    files: 'rapsheet-batch.json is for the buttons.',
    notFound: 'not found on Steam',
    unavailable: 'could not be checked',
    waiting: (count) => `${accounts(count)} still to be checked.`,
  },

  friends: {
    scanning: (name) => `Checking the friends of ${name}`,
    listing: 'Asking Steam for the friend list …',
    progress: (current, total) => `${numbers.format(current)} of ${numbers.format(total)} checked`,
    foundSoFar: (count) => `${accounts(count)} with bans so far`,
    title: (name) => `Friends of ${name}`,
    result: (banned, checked, percent) =>
      `${numbers.format(banned)} of ${plural(checked, 'checked friend', 'checked friends')} banned (${percent}).`,
    noneBanned: (checked) =>
      checked === 1
        ? `${numbers.format(checked)} friend checked: no ban on record.`
        : `None of ${numbers.format(checked)} checked friends has a ban on record.`,
    empty: 'The friend list is public and has nobody on it.',
    part: (from, to, total) =>
      `Checked here: friendships ${numbers.format(from)} to ${numbers.format(to)} of ${numbers.format(total)}, newest first.`,
    beyondEnd: (total) =>
      `The list has ${plural(total, 'friendship', 'friendships')} by now, so there is nothing in this part.`,
    notChecked: (checked, total, unavailable) =>
      `${numbers.format(checked)} of ${numbers.format(total)} checked: nothing is known about ${plural(unavailable, 'friend', 'friends')}.`,
    gone: (count) => `${accounts(count)} on the list no longer ${count === 1 ? 'exists' : 'exist'}.`,
    filtered: (shown, what) => `${numbers.format(shown)} shown: ${what}.`,
    filter: {
      vac: 'VAC bans',
      game: 'game bans',
      trade: 'trade restrictions',
      unknown: 'could not be checked',
      within: (count) => `last ban at most ${plural(count, 'day', 'days')} ago`,
    },
    cancelled: 'Cancelled',
    cancelledEarly: 'Stopped before the friend list was there; nothing is known about it.',
    cancelledText: (current, total) =>
      `Stopped after ${numbers.format(current)} of ${numbers.format(total)} friends; nothing is known about the others.`,
    hoursPrivate: 'hours private',
    hoursUnknown: 'hours unknown',
    sinceUnknown: 'friends since: not known',
    since: {
      before: (when) => `friends since ${when}, before the last ban`,
      plain: (when) => `friends since ${when}`,
      after: (when) => `friends since ${when}, after the last ban`,
      unclear: (when) => `friends since ${when}, unclear whether before or after the last ban`,
    },
  },

  stats: {
    title: (name) => `Rust statistics of ${name}`,
    statistics: 'statistics',
    officialOnly: 'Most counters move on official servers only, so these are not lifetime figures.',
    groups: {
      combat: 'Combat',
      survival: 'Survival',
      building: 'Building',
      resources: 'Resources',
      npc: 'Animals and scientists',
      items: 'Items',
      misc: 'Other',
    },
    killsAndDeaths: (kills, deaths) => `${plural(kills, 'kill', 'kills')}, ${plural(deaths, 'death', 'deaths')}`,
    hitsOfShots: (hits, shots) => `${numbers.format(hits)} of ${plural(shots, 'bullet', 'bullets')} hit a player`,
    headshots: (count) => `${plural(count, 'headshot', 'headshots')} with any weapon`,
    nothing: 'nothing counted yet',
    kilometres: (value) => `${numbers.format(value)} km`,
    counters: {
      combat: {
        kills: 'Kills',
        deaths: 'Deaths',
        kd: 'K/D',
        headshots: 'Headshots',
        headshotRate: 'Headshot rate',
        bulletsFired: 'Bullets fired',
        bulletsHit: 'Hits on players',
        accuracy: 'Accuracy',
        wounded: 'Was wounded',
        woundedAssisted: 'Helped others up',
        beenPickedUp: 'Was helped up',
        bulletsHitEntities: 'Bullet hits: objects',
        bulletsHitBuildings: 'Bullet hits: buildings',
        bulletsHitPlayerCorpses: 'Bullet hits: player corpses',
        bulletsHitCorpses: 'Bullet hits: corpses',
        bulletsHitSigns: 'Bullet hits: signs',
        bulletsHitBears: 'Bullet hits: bears',
        bulletsHitBoars: 'Bullet hits: boars',
        bulletsHitWolves: 'Bullet hits: wolves',
        bulletsHitDeer: 'Bullet hits: deer',
        bulletsHitHorses: 'Bullet hits: horses',
        arrowsHitPlayers: 'Arrow hits: players',
        arrowsHitBuildings: 'Arrow hits: buildings',
        arrowsHitEntities: 'Arrow hits: objects',
        arrowsHitBears: 'Arrow hits: bears',
        arrowsHitBoars: 'Arrow hits: boars',
        arrowsHitWolves: 'Arrow hits: wolves',
        arrowsHitDeer: 'Arrow hits: deer',
        arrowsHitHorses: 'Arrow hits: horses',
        arrowsHitChickens: 'Arrow hits: chickens',
        shotgunFired: 'Shotgun shots',
        shotgunHitPlayers: 'Shotgun hits: players',
        shotgunHitBuildings: 'Shotgun hits: buildings',
        shotgunHitEntities: 'Shotgun hits: objects',
        shotgunHitHorses: 'Shotgun hits: horses',
        rocketsFired: 'Rockets fired',
        grenadesThrown: 'Grenades thrown',
        explosivesThrown: 'Explosives thrown',
        meleeStrikes: 'Melee strikes',
        meleeThrown: 'Melee weapons thrown',
        meleeThrownHitPlayers: 'Players hit by thrown melee',
        mlrsKills: 'MLRS kills',
      },
      survival: {
        suicides: 'Suicides',
        fallingDeaths: 'Deaths by falling',
        selfInflictedDeaths: 'Self-inflicted deaths',
        deathsByEntities: 'Deaths by objects',
        deathsByWolves: 'Deaths by wolves',
        deathsByBears: 'Deaths by bears',
        caloriesConsumed: 'Calories',
        waterConsumed: 'Water',
        comfortSeconds: 'In comfort',
        coldSeconds: 'In the cold',
        hotSeconds: 'In the heat',
        radiationSeconds: 'In radiation',
        beeAttacks: 'Bee attacks',
      },
      building: {
        structuresBuilt: 'Blocks placed',
        upgradesBuilt: 'Blocks upgraded',
        repairsDone: 'Repairs',
        cupboardsOpened: 'Cupboards opened',
        pipesConnected: 'Pipes connected',
        wiresConnected: 'Wires connected',
        hosesConnected: 'Hoses connected',
        tinCanAlarmsWired: 'Tin can alarms wired',
      },
      resources: {
        woodHarvested: 'Wood',
        stoneHarvested: 'Stone',
        clothHarvested: 'Cloth',
        leatherHarvested: 'Leather',
        metalOreAcquired: 'Metal ore',
        scrapAcquired: 'Scrap',
        lowGradeFuelAcquired: 'Low grade fuel',
        oreHits: 'Hits on ore',
        treeHits: 'Hits on trees',
      },
      npc: {
        scientistsKilled: 'Scientists',
        boarsKilled: 'Boars',
        bearsKilled: 'Bears',
        wolvesKilled: 'Wolves',
        deerKilled: 'Deer',
        chickensKilled: 'Chickens',
        horsesKilled: 'Horses',
        dwellersKilledFromTrain: 'Tunnel dwellers from a train',
        sharksKilledSpeargun: 'Sharks by speargun',
      },
      items: {
        itemsDropped: 'Dropped',
        itemsPickedUp: 'Picked up',
        itemsCrafted: 'Crafted',
        foodPickedUp: 'Food picked up',
        blueprintsStudied: 'Blueprints studied',
        itemsExamined: 'Examined',
        cansRecycled: 'Cans recycled',
        containersLooted: 'Containers looted',
      },
      misc: {
        barrelsBroken: 'Barrels broken',
        heliHits: 'Hits on helicopters',
        arrowsFired: 'Arrows fired',
        inventoryOpened: 'Inventory opened',
        craftingOpened: 'Crafting opened',
        mapOpened: 'Map opened',
        horseDistanceRidden: 'On horseback',
        horsesMounted: 'Horses mounted',
        boatWheelsMounted: 'Boats steered',
        helipadLandings: 'Helipad landings',
        cargoBridgeVisits: 'Cargo ship bridge visits',
        roadSeconds: 'On roads',
        voiceSeconds: 'Speaking',
        notesPlayed: 'Notes played',
        notesPlayedBinds: 'Notes played by key binds',
        fullKeyboardUses: 'Full keyboard uses',
        waves: 'Waves',
        playersWavedAt: 'Players waved at',
        missionsCompleted: 'Missions completed',
        carsShredded: 'Cars shredded',
        kayakDistance: 'By kayak',
        waterDistanceMainland: 'In water (mainland)',
        pokerHandsWon: 'Poker hands won',
        fishCaught: 'Fish caught',
      },
    },
  },

  inventory: {
    title: (name) => `Rust items of ${name}`,
    count: (total) => plural(total, 'item', 'items'),
    firstOnly: (shown, total) =>
      `The first ${numbers.format(shown)} of ${plural(total, 'item', 'items')} can be shown.`,
    empty: 'The inventory is public and holds no Rust items.',
    private: 'The inventory is private, so nothing is known about it.',
    tradable: 'tradable',
    marketable: 'marketable',
    bound: 'neither tradable nor marketable',
  },

  csv: {
    input: 'input',
    steamId: 'steam_id',
    name: 'name',
    result: 'result',
    vacBans: 'vac_bans',
    gameBans: 'game_bans',
    daysSinceLastBan: 'days_since_last_ban',
    communityBan: 'community_ban',
    tradeStanding: 'trade_standing',
    rustHours: 'rust_hours',
    rustMinutes: 'rust_minutes',
    friendSince: 'friend_since',
    befriended: 'befriended',
    profile: 'profile',
    results: {
      private: 'no bans, profile private',
      banned: 'banned',
      restricted: 'trade restriction only',
      clean: 'no bans',
      noProfile: 'no profile',
      notFound: 'not found',
      unavailable: 'could not be checked',
      malformed: 'not understood',
    },
    befriendedResults: { before: 'before the last ban', after: 'after the last ban', unclear: 'unclear' },
    yes: 'yes',
    no: 'no',
    private: 'private',
    unknown: 'unknown',
  },

  errors: {
    malformed_account: {
      title: 'Not understood',
      text: ({ subject }) =>
        `**${subject}** names no Steam account. Give a 17-digit SteamID64, a profile, invite or trade link, a STEAM\\_ or \\[U:1:…] id, a friend code or the name in a custom URL. The name shown in the game cannot be looked up.`,
    },
    account_not_found: {
      title: 'Not found',
      text: ({ subject }) =>
        `Steam knows no account **${subject}**. Check its spelling; the account may also have been deleted or renamed.`,
    },
    friends_private: {
      title: 'Friend list private',
      text: ({ subject }) =>
        `The friend list of **${subject}** is private, so nothing is known about it. That says nothing for or against the account.`,
    },
    stats_private: {
      title: 'Statistics private',
      text: ({ subject }) =>
        `The game details of **${subject}** are private. Asking again will not change that; only its owner can.`,
    },
    stats_not_found: {
      title: 'No statistics',
      text: ({ subject }) =>
        `Steam has no Rust statistics of **${subject}**: it does not own Rust, has not played it, or does not exist.`,
    },
    platform_unavailable: {
      title: 'Steam does not answer',
      text: ({ when }) => `Steam gave no usable answer, so nothing can be said. Try again ${when}.`,
    },
    platform_blocked: {
      title: 'Steam blocks this bot',
      text: ({ when }) =>
        `Steam refuses all calls from the server this bot runs on, so nothing is known about any account. Try again ${when}. If this goes on, tell the person who runs the bot.`,
    },
    overloaded: {
      title: 'Too much at once',
      text: ({ when }) => `Too many look-ups are waiting for Steam. Try again ${when}.`,
    },
    budget_spent: {
      title: 'Today’s look-ups are used up',
      text: ({ when }) =>
        `Steam allows so many calls a day, and for this there are not enough left. This works again ${when}.`,
    },
    key_refused: {
      title: 'The Steam key was refused',
      text: () => 'Steam refuses the API key of this bot. Tell whoever runs it: STEAM_API_KEY has to be replaced.',
    },
    not_configured: {
      title: 'The Steam key is missing',
      text: () => 'This bot has no Steam API key yet. Tell whoever runs it: STEAM_API_KEY has to be set.',
    },
    stopping: {
      title: 'Restarting',
      text: () => 'The bot is being restarted, and this look-up was not finished. Try again in a minute.',
    },
    image_url_malformed: { title: 'No picture', text: () => 'The picture cannot be shown.' },
    image_host_refused: { title: 'No picture', text: () => 'The picture cannot be shown.' },
    image_failed: { title: 'No picture', text: () => 'The picture cannot be shown.' },
    rate_limited: {
      title: 'Slow down a little',
      text: ({ when }) => `You have looked up a lot within a minute. Try again ${when}.`,
    },
    server_rate_limited: {
      title: 'This server is busy',
      text: ({ when }) => `Everybody on this server together has looked up a lot within a minute. Try again ${when}.`,
    },
    scan_running: {
      title: 'One scan at a time',
      text: () => 'You have a friend scan running already. Wait until it is done, or cancel it there.',
    },
    scan_gone: {
      title: 'This scan has ended',
      text: () => 'The scan was interrupted, most likely by a restart of the bot. Nothing of it is known; scan again.',
    },
    too_slow: {
      title: 'This took too long',
      text: () =>
        'Steam was too slow to finish this in the time Discord allows, so nothing can be said. Try again later.',
    },
    outdated_button: {
      title: 'This button is outdated',
      text: () => 'It comes from an older version of the bot. Use the command again.',
    },
    not_your_button: {
      title: 'Not your buttons',
      text: () => 'These buttons belong to whoever used the command. Use the command yourself.',
    },
    not_permitted: {
      title: 'Not allowed',
      text: () => 'To use the buttons of a posted message you need the permission to time out members.',
    },
    unknown_command: {
      title: 'Unknown command',
      text: () => 'This command is not known any more. Discord may take a minute to show the new ones; try again then.',
    },
    several_accounts: {
      title: 'More than one account',
      text: ({ detail }) =>
        `This holds ${detail} different ids or names, but the command takes one account. Use the batch command for several.`,
    },
    nothing_given: {
      title: 'Nothing to look up',
      text: () => 'Give accounts, a file, or both: ids, profile links, custom names, or lines of a player list.',
    },
    nothing_understood: {
      title: 'No account understood',
      text: () =>
        'Nothing in there names a Steam account: no id, no profile link, no friend code, no custom URL. The names shown in the game cannot be looked up.',
    },
    no_account_in_message: {
      title: 'No account in this message',
      text: () =>
        'The message holds no Steam id and no profile link. Custom names are not looked for in messages; use the batch command for them.',
    },
    file_too_large: {
      title: 'File too large',
      text: ({ subject, detail }) => `**${subject}** is larger than ${detail}. Send only the part with the accounts.`,
    },
    file_not_text: {
      title: 'Not a text file',
      text: ({ subject }) => `**${subject}** is no text. Send a .txt or .csv file.`,
    },
    file_unavailable: {
      title: 'File not readable',
      text: ({ subject }) => `**${subject}** could not be fetched from Discord. Send it again.`,
    },
    post_refused: {
      title: 'Not allowed here',
      text: () =>
        'Discord does not let the bot write in this channel. Post it in another one, or ask an admin of the server.',
    },
    internal: {
      title: 'Our fault',
      text: ({ requestId }) =>
        `Something went wrong here, and it was not you. If it stays so, tell whoever runs the bot this id: \`${requestId}\`.`,
    },
  },
}
