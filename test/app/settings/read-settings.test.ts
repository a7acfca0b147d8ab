import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  createSecretFilter,
  findOpenAccess,
  loadSettings,
  readSettings,
  SettingsError,
  toSections,
  withoutSecrets,
} from '../../../src/app/settings/read-settings.ts'
import { clientSecret, comparedSettings, findDiffering } from '../../../src/app/settings/compare-settings.ts'
import { hashToken } from '../../../src/lib/token-hash.ts'
import { SETTINGS, type Setting } from '../../../src/app/settings/settings.ts'
import { envExample, withTables } from '../../../tools/settings-texts.ts'
import { folderForTest } from '../../support/folder.ts'

/** The mistakes that are listed for an environment. */
function mistakesOf(environment: Record<string, string | undefined>): string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const [head, ...mistakes] = error.message.split('\n')
    expect(head).toBe('These settings cannot be used:')
    expect(mistakes.pop()).toContain('npm run check:setup')
    return mistakes
  }
  return []
}

describe('settings that are not given', () => {
  test.each([undefined, ' \t\n '])('are the same as settings with the value %j', (value) => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, value]))
    expect(readSettings(empty)).toEqual(readSettings({}))
  })

  test('have their defaults, whatever else the environment contains', () => {
    expect(readSettings({ PATH: '/bin', STEAM_API_KEYS: 'x', steam_api_key: 'x' })).toEqual(readSettings({}))
  })
})

test.each([
  ['STEAM_API_KEY', '  SIMULATED-KEY\n', 'SIMULATED-KEY'],
  ['STEAM_API_URL', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['HTTP_PORT', '0', 0],
  ['HTTP_HOST', '::1', '::1'],
  ['IMAGE_HOSTS', 'a.example , b-c.example', ['a.example', 'b-c.example']],
  ['DISCORD_TOKEN', ' MTAw.GxYz_-.0123456789abcdef\n', 'MTAw.GxYz_-.0123456789abcdef'],
  ['USER_INSTALL', 'on', true],
  ['DISCORD_API_URL', 'http://127.0.0.1:9000/api', 'http://127.0.0.1:9000/api'],
  ['TRUST_PROXY', '10.0.0.0/8, 2001:db8::/32', ['10.0.0.0/8', '2001:db8::/32']],
  ['TRUST_PROXY', 'loopback', ['127.0.0.0/8', '::1/128']],
  ['TRUST_PROXY', 'private,192.0.2.1', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', '192.0.2.1']],
  ['PAGE', 'off', false],
  ['PRIVACY_URL', 'https://example.org/privacy?lang=en#top', 'https://example.org/privacy?lang=en#top'],
  ['STORE_URL', 'memory://', 'memory://'],
  ['STORE_URL', 'sqlite:///var/lib/rapsheet.sqlite', 'sqlite:///var/lib/rapsheet.sqlite'],
  ['DATABASE_URL', 'postgres://db.example/rapsheet', 'postgres://db.example/rapsheet'],
  ['LOG_LEVEL', 'silent', 'silent'],
  ['LOG_FORMAT', 'text', 'text'],
] as const)('%s takes %j', (name, text, value) => {
  expect(readSettings({ [name]: text })[name]).toEqual(value)
})

test('withoutSecrets shows of a secret only whether it is set', () => {
  const secrets = {
    STEAM_API_KEY: 'SIMULATED-KEY',
    DISCORD_TOKEN: 'MTAw.GxYz_-.0123456789abcdef',
    API_TOKENS: 'api-token-0123456789',
    ADMIN_TOKEN: 'admin-token-0123456789',
  }
  const all = (shown: string) => Object.fromEntries(Object.keys(secrets).map((name) => [name, shown]))
  const settings = readSettings({ ...secrets, HTTP_PORT: '1' })
  const shown = withoutSecrets(settings)
  expect(shown).toEqual({ ...settings, ...all('set') })
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(Object.values(secrets).join('|')))
  const nothing = all('not set')
  expect(withoutSecrets(readSettings({}))).toMatchObject(nothing)
})

const KEY = 'ABCDEF0123456789ABCDEF0123456789'
const WHOLE = 'a whole number from'
const SPACED = 'with spaces in it 0123456789'
const URL_ACCEPTS = 'an http or https URL without a password or query'
const DISCORD_URL_ACCEPTS = 'an https URL, or http on a loopback address, without a password or query'
const STORE_URL_ACCEPTS =
  'sqlite://path, memory://, or postgres://user:password@host:port/database, the password percent-encoded (%40 for @)'
const DATABASE_URL_ACCEPTS = STORE_URL_ACCEPTS.replace(' memory://,', '')
const HOSTS_ACCEPTS = 'host names in lower case, separated by commas'
const PROXY_ACCEPTS = 'addresses or CIDR ranges, separated by commas; also the words loopback and private'

test('API_TOKENS are kept with their SHA-256, which may also stand for them', () => {
  const token = 'api-token-0123456789'
  const hash = hashToken('another-token-0123456789')
  expect(loadSettings({ API_TOKENS: ` ${token} , ${hash.toUpperCase()}` }).http.apiTokens).toEqual([
    { sha256: hashToken(token), text: token },
    { sha256: hash, text: undefined },
  ])
})

test('ADMIN_TOKEN is one token, kept with its SHA-256, which may also stand for it', () => {
  const token = 'admin-token-0123456789'
  const adminToken = (value: string) => loadSettings({ ADMIN_TOKEN: value }).http.adminToken
  expect(adminToken(` ${token} `)).toEqual({ sha256: hashToken(token), text: token })
  expect(adminToken(hashToken(token))).toEqual({ sha256: hashToken(token), text: undefined })
})

describe('a value that cannot be used', () => {
  test.each([
    ['STEAM_API_URL', 'api.steampowered.com', URL_ACCEPTS],
    ['IMAGE_HOSTS', 'https://avatars.steamstatic.com', HOSTS_ACCEPTS],
    ['IMAGE_HOSTS', '*.steamstatic.com', HOSTS_ACCEPTS],
    ['USER_INSTALL', 'yes', 'on or off'],
    ['DISCORD_API_URL', 'http://discord.com/api', DISCORD_URL_ACCEPTS],
    ['DISCORD_API_URL', 'http://127.0.0.1.evil.example/api', DISCORD_URL_ACCEPTS],
    ['HTTP_HOST', 'example.org', 'an IP address, or localhost'],
    ['HTTP_HOST', '127.0.0.1:80', 'an IP address, or localhost'],
    ['HTTP_PORT', '80.5', `${WHOLE} 0 to 65535`],
    ['HTTP_PORT', '0x50', `${WHOLE} 0 to 65535`],
    ['HTTP_PORT', '٨٠٨٠', `${WHOLE} 0 to 65535`],
    ['TRUST_PROXY', 'proxy.example', PROXY_ACCEPTS],
    ['TRUST_PROXY', '10.0.0.0/33', PROXY_ACCEPTS],
    ['TRUST_PROXY', 'true', PROXY_ACCEPTS],
    ['STORE_URL', 'sqlite://', STORE_URL_ACCEPTS],
    ['STORE_URL', 'memory://x', STORE_URL_ACCEPTS],
    ['STORE_URL', 'postgres://db.example', STORE_URL_ACCEPTS],
    ['DATABASE_URL', 'memory://', DATABASE_URL_ACCEPTS],
    ['PRIVACY_URL', 'http://example.org/privacy', 'an https URL of at most 500 characters, without a password'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace or silent'],
  ])('is reported with the accepted values: %s=%s', (name, value, accepts) => {
    expect(mistakesOf({ [name]: value })).toEqual([`  ${name} is ${JSON.stringify(value)}; it accepts ${accepts}.`])
  })

  test.each([
    ['STEAM_API_KEY', ['short', 'with a space in it', 'tabs\tand\u0000such', 'x'.repeat(65), '<key>']],
    [
      'DISCORD_TOKEN',
      ['short', `Bot ${'x'.repeat(30)}`, 'x'.repeat(201), 'line\nbreak in the middle', '<token of the bot>'],
    ],
    ['ADMIN_TOKEN', ['short', 'two-tokens-0123456789,two-tokens-9876543210', SPACED, 'x'.repeat(201)]],
    ['API_TOKENS', ['short', 'a-good-one-0123456789,short', SPACED, 'x'.repeat(201)]],
  ] as const)('is not shown if it is a mistyped %s', (name, secrets) => {
    for (const secret of secrets)
      expect(mistakesOf({ [name]: secret })).toEqual([
        `  ${name} is ${secret.length} characters; it accepts ${SETTINGS[name].accepts}.`,
      ])
  })

  test.each([
    ['STEAM_API_URL', 'https://steam.example/?token=hunter2', URL_ACCEPTS],
    ['STEAM_API_URL', 'https://steam.example/#hunter2', URL_ACCEPTS],
    ['STEAM_COMMUNITY_URL', 'user:hunter2@steam.example', URL_ACCEPTS],
    ['STORE_URL', 'sqlite://store.sqlite?key=hunter2', STORE_URL_ACCEPTS],
  ])('is not shown if it is a URL with a secret: %s=%s', (name, value, accepts) => {
    expect(mistakesOf({ [name]: value })).toEqual([`  ${name} is ${value.length} characters; it accepts ${accepts}.`])
  })

  test.each([
    ['STEAM_API_URL', 'https://user:hunter2@steam.example', URL_ACCEPTS],
    ['DISCORD_API_URL', 'https://user:hunter2@discord.com/api', DISCORD_URL_ACCEPTS],
    ['IMAGE_HOSTS', 'a.example, https://user:hunter2@a.example', HOSTS_ACCEPTS],
    ['STORE_URL', 'sqlite://user:hunter2@db.example/store', STORE_URL_ACCEPTS],
    ['STORE_URL', 'postgres://user:hunter2@db.example', STORE_URL_ACCEPTS],
  ])('is reported as a URL with a user name or password, which is not shown: %s=%s', (name, value, accepts) => {
    expect(mistakesOf({ [name]: value })).toEqual([
      `  ${name} has a user name or password inside its URL, which is not shown here; it accepts ${accepts}.`,
    ])
  })
})

describe('a value that is nearly right is named for what it is', () => {
  test.each([
    ['HTTP_PORT', '"8080"', 'has quotes around its value; remove them.'],
    ['STEAM_API_KEY', `"${KEY}"`, 'has quotes around its value; remove them.'],
    ['POLICY_FILE', '"policy.json"', 'has quotes around its value; remove them.'],
    ['HTTP_PORT', '8080;', 'ends with ";", which is not part of the value; remove it.'],
    ['LOG_LEVEL', 'debug,', 'ends with ",", which is not part of the value; remove it.'],
    ['STEAM_API_KEY', `${KEY}'`, `ends with "'", which is not part of the value; remove it.`],
    [
      'STEAM_API_KEY',
      `${KEY}\u200b`,
      'ends with the invisible character U+200B, which is not part of the value; remove it.',
    ],
  ])('%s=%s', (name, value, mistake) => {
    const mistakes = mistakesOf({ [name]: value })
    expect(mistakes).toContain(`  ${name} ${mistake}`)
    expect(mistakes.join('')).not.toContain(KEY)
  })

  test.each([
    'mysql://db.example/rapsheet',
    'mysql://user:hunter2@db.example/x',
    'mongodb+srv://user:hunter2@db.example',
  ])('DATABASE_URL=%s', (value) => {
    const scheme = value.split(':', 1)[0]
    expect(mistakesOf({ DATABASE_URL: value })).toEqual([
      `  DATABASE_URL begins with "${scheme}://", a database that Rapsheet cannot use; it accepts ${SETTINGS.DATABASE_URL.accepts}.`,
    ])
  })
})

test('the settings in the log have no user and password of a Postgres database', () => {
  const url = 'postgres://user:hunter2@db.example/rapsheet?password=hunter3'
  const values = readSettings({ DATABASE_URL: url, STORE_URL: url })
  expect(withoutSecrets(values)).toMatchObject({ STORE_URL: 'postgres://db.example:5432/rapsheet' })
})

test('each number is accepted within its documented bounds only', () => {
  for (const [name, { accepts, default: fallback }] of Object.entries<Setting>(SETTINGS)) {
    const [, min, max] = /^a whole number from (\d+) to (\d+)$/.exec(accepts) ?? []
    if (min === undefined) continue
    expect(readSettings({ [name]: min })).toMatchObject({ [name]: Number(min) })
    expect(readSettings({ [name]: max })).toMatchObject({ [name]: Number(max) })
    expect(mistakesOf({ [name]: String(Number(max) + 1) })).toHaveLength(1)
    expect(mistakesOf({ [name]: String(Number(min) - 1) })).toHaveLength(1)
    expect(Number(fallback ?? min)).toBeGreaterThanOrEqual(Number(min))
  }
})

test('a certificate without its key is refused, and a key without its certificate', () => {
  expect(mistakesOf({ HTTP_TLS_CERT: 'a.pem' })).toEqual([
    '  HTTP_TLS_CERT is set without HTTP_TLS_KEY; HTTPS needs both.',
  ])
  expect(mistakesOf({ HTTP_TLS_KEY: 'a.pem' })).toEqual([
    '  HTTP_TLS_KEY is set without HTTP_TLS_CERT; HTTPS needs both.',
  ])
})

test('a cache that processes share is refused with a database that they do not share', () => {
  const url = 'postgres://user:hunter2@db.example/rapsheet'
  const message =
    '  STORE_URL is a Postgres database, which processes share, but DATABASE_URL is a SQLite file; set DATABASE_URL to that Postgres database, which is then also the cache, or set STORE_URL to sqlite://path or memory://.'
  expect(mistakesOf({ STORE_URL: url })).toEqual([message])
  expect(mistakesOf({ STORE_URL: url, DATABASE_URL: 'sqlite://x' })).toEqual([message])
  expect(readSettings({ STORE_URL: url, DATABASE_URL: 'postgres://db.example/y' })).toMatchObject({ STORE_URL: url })
  expect(mistakesOf({ STORE_URL: 'memory://', DATABASE_URL: url })).toEqual([])
})

test('the file of the cache is refused as the database', () => {
  const message =
    '  DATABASE_URL is the file of STORE_URL; set it to a file of its own, because the cache may lose its data.'
  expect(mistakesOf({ DATABASE_URL: 'sqlite://data/rapsheet.sqlite' })).toEqual([message])
  const [STORE_URL, DATABASE_URL] = ['sqlite://./data/../x.sqlite', 'sqlite://x.sqlite']
  expect(mistakesOf({ STORE_URL, DATABASE_URL })).toEqual([message])
  expect(mistakesOf({ STORE_URL: 'memory://', DATABASE_URL })).toEqual([])
})

describe('plain HTTP is only for this machine', () => {
  test.each(['0.0.0.0', '::', '128.0.0.1', '::ffff:8.8.8.8'])(
    'to listen on %s is refused, with the reason and the ways out',
    (host) => {
      expect(mistakesOf({ HTTP_HOST: host })).toEqual([
        `  HTTP_HOST is "${host}", where others could read plain HTTP; set HTTP_TLS_CERT and HTTP_TLS_KEY, or TRUST_PROXY behind a proxy that does HTTPS, or listen on 127.0.0.1.`,
      ])
    },
  )

  test('with a certificate or a trusted proxy, any address is allowed', () => {
    for (const settings of [{ HTTP_TLS_CERT: 'a.pem', HTTP_TLS_KEY: 'b.pem' }, { TRUST_PROXY: '10.0.0.1' }])
      expect(mistakesOf({ HTTP_HOST: '0.0.0.0', ...settings })).toEqual([])
  })
})

test('all mistakes are listed at once', () => {
  const mistakes = mistakesOf({
    STEAM_API_KEY: 'no key',
    HTTP_PORT: 'x',
    HTTP_HOST: '0.0.0.0',
    HTTP_TLS_KEY: 'a.pem',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: ' ',
  })
  expect(mistakes.map((mistake) => mistake.trim().split(' ')[0])).toEqual([
    'STEAM_API_KEY',
    'HTTP_PORT',
    'LOG_LEVEL',
    'HTTP_TLS_KEY',
    'HTTP_HOST',
  ])
})

test('a file with a relative path is the one that systemd hands over, else one in the working folder', () => {
  const folder = folderForTest()
  writeFileSync(join(folder, 'policy.json'), '')
  const given = { POLICY_FILE: 'policy.json', HTTP_TLS_CERT: 'cert.pem', HTTP_TLS_KEY: '/etc/key.pem' }
  expect(readSettings({ ...given, CREDENTIALS_DIRECTORY: folder })).toMatchObject({
    POLICY_FILE: join(folder, 'policy.json'),
    HTTP_TLS_CERT: resolve('cert.pem'),
    HTTP_TLS_KEY: '/etc/key.pem',
  })
  expect(readSettings(given)).toMatchObject({ POLICY_FILE: resolve('policy.json') })
})

test('sections hold the settings in the units that the parts use', () => {
  const given = { HTTP_TLS_CERT: 'a.pem', HTTP_TLS_KEY: 'b.pem', MEMORY_MB: '2', CACHE_STATS_SECONDS: '7' }
  expect(loadSettings({ ...given, STALE_SECONDS: '9' })).toMatchObject({
    steam: { apiKey: undefined, concurrency: 104, callsPerDay: 100_000 },
    discord: { token: undefined, userPerMinute: 200, guildPerMinute: 600 },
    http: {
      port: 8_080,
      tls: { cert: resolve('a.pem'), key: resolve('b.pem') },
      trustedProxies: [],
      corsOrigins: undefined,
    },
    store: { memoryBytes: 2_097_152, staleSeconds: 9 },
    database: { url: 'sqlite://data/community.sqlite' },
    watch: { intervalSeconds: 3_600, maxPerGuild: 1_000, maxTotal: 100_000 },
    bans: { maxPerGuild: 50_000, maxTotal: 500_000 },
    lifetimes: { stats: 7, stale: 9 },
    rateLimit: { perMinute: 600, costs: { free: 0, lookup: 1, friends: 20, inventory: 2, image: 0.1 } },
    loadShedding: { eventLoopMs: 500, memoryBytes: 1_073_741_824 },
    log: { level: 'info' },
  })
})

describe('the role of a process', () => {
  const postgres = 'postgres://rapsheet:secret@db.example/rapsheet'
  const needsPostgres = (role: string) =>
    `  ROLE is "${role}", but DATABASE_URL is a SQLite file, which one process has for itself; set DATABASE_URL to a Postgres database that all processes share, or remove ROLE.`

  test('other than all needs a Postgres database, and the bot its token', () => {
    expect(mistakesOf({ ROLE: 'http' })).toEqual([needsPostgres('http')])
    const noToken = '  ROLE is "bot", but DISCORD_TOKEN is not set; set it, or set ROLE to http.'
    expect(mistakesOf({ ROLE: 'bot' })).toEqual([needsPostgres('bot'), noToken])
    expect(mistakesOf({ ROLE: 'watch' })).toEqual(['  ROLE is "watch"; it accepts all, http or bot.'])
    expect(mistakesOf({ ROLE: 'all', DATABASE_URL: 'sqlite://x' })).toEqual([])
  })

  test('a process that stops drains for five seconds where others share its database', () => {
    const sectionsOf = (changes: object) => toSections({ ...readSettings({}), ...changes })
    expect(sectionsOf({})).toMatchObject({ role: 'all', isShared: false, drainMs: 0 })
    expect(sectionsOf({ DATABASE_URL: postgres })).toMatchObject({ isShared: true, drainMs: 5_000 })
    expect(sectionsOf({ DATABASE_URL: postgres, DRAIN_SECONDS: 0 })).toMatchObject({ drainMs: 0 })
    expect(loadSettings({ DRAIN_SECONDS: '30' })).toMatchObject({ isShared: false, drainMs: 30_000 })
  })
})

test.each([
  [{}, undefined],
  [{ USER_INSTALL: 'on' }, 20_000],
  [{ USER_INSTALL: 'on', STEAM_CALLS_PER_DAY: '14' }, 2],
  [{ USER_INSTALL: 'on', STEAM_CALLS_PER_DAY: '4' }, 1],
  [{ USER_INSTALL: 'on', STEAM_CALLS_PER_DAY: '0' }, 0],
])('with %o, users who have installed the bot may make %s calls a day', (settings, calls) => {
  expect(loadSettings(settings).discord.userInstall?.callsPerDay).toBe(calls)
})

describe('the documentation of the settings', () => {
  const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), 'utf8')

  test('is made from the table of settings; if not: npm run settings', () => {
    expect(read('.env.example')).toBe(envExample())
    const page = read('docs/admins/settings.md')
    expect(page).toBe(withTables(page))
    expect(page.match(/^\| `[A-Z_]+` \|/gm)).toHaveLength(Object.keys(SETTINGS).length)
  })

  test('.env.example, copied as it is, changes nothing', () => {
    const active = [...envExample().matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ])
    expect(readSettings(Object.fromEntries(active) as Record<string, string>)).toEqual(readSettings({}))
  })
})

const secretWith = (environment: Record<string, string>) => clientSecret(loadSettings(environment))
const at = (password: string) => ({ DATABASE_URL: `postgres://rapsheet:${password}@db.example/rapsheet` })

test('the digests of clients are made with the key of Steam, and without one with the password of the database', () => {
  expect(secretWith(at('hunter2'))).toBe(secretWith(at('hunter2')))
  expect(secretWith(at('hunter2'))).not.toBe(secretWith(at('hunter3')))
  const inQuery = { DATABASE_URL: 'postgres://db.example/rapsheet?password=hunter2' }
  expect(secretWith(inQuery)).toBe(secretWith(at('hunter2')))
  const [one, other] = ['hunter2', 'hunter3'].map((password) => secretWith({ ...at(password), STEAM_API_KEY: KEY }))
  expect(one).toBe(other)
})

const API_TOKEN = 'a-token-of-the-panel-1'
const DISCORD_TOKEN = 'MTIz.a-token-of-the-bot.1'

const replicaWith = (environment: Record<string, string>, policyFileDigest?: string) => ({
  settings: comparedSettings(
    loadSettings({ DATABASE_URL: 'postgres://db.example/rapsheet', ...environment }),
    policyFileDigest,
  ),
})

test('replicas whose tokens differ are found, and no token is shown to the others', () => {
  const first = replicaWith({ API_TOKENS: `${API_TOKEN},another-token-of-20-letters`, DISCORD_TOKEN })
  const sameInOtherOrder = replicaWith({ API_TOKENS: `another-token-of-20-letters,${API_TOKEN}`, DISCORD_TOKEN })
  expect(findDiffering([first, sameInOtherOrder])).toEqual([])
  const changed = { DISCORD_TOKEN: 'MTIz.a-token-of-the-bot.2', ADMIN_TOKEN: 'admin-token-0123456789' }
  expect(findDiffering([first, replicaWith(changed)]).toSorted()).toEqual([
    'ADMIN_TOKEN',
    'API_TOKENS',
    'DISCORD_TOKEN',
  ])
  expect(JSON.stringify([first, replicaWith(changed)])).not.toMatch(/of-the-panel|another-token|of-the-bot|admin-token/)
})

test('a replica without the token of the bot, which needs none, does not differ', () => {
  expect(findDiffering([replicaWith({ DISCORD_TOKEN }), replicaWith({ ROLE: 'http' })])).toEqual([])
})

test('replicas that answer verdicts by different policy files differ, and a bot without one does not', () => {
  const first = replicaWith({}, 'aaaa')
  expect(findDiffering([first, replicaWith({}, 'aaaa'), replicaWith({ ROLE: 'bot', DISCORD_TOKEN })])).toEqual([])
  expect(findDiffering([first, replicaWith({}, 'bbbb')])).toEqual(['POLICY_FILE'])
  expect(findDiffering([first, replicaWith({ ROLE: 'http' })])).toEqual(['POLICY_FILE'])
})

const TLS = { HTTP_TLS_CERT: 'cert.pem', HTTP_TLS_KEY: 'key.pem' }
const POSTGRES_BOT = { DATABASE_URL: 'postgres://rapsheet@127.0.0.1/rapsheet', DISCORD_TOKEN: 'SIMULATED.BOT.TOKEN' }

test.each<[string, Record<string, string>, string | undefined]>([
  ['an address of all networks', { HTTP_HOST: '0.0.0.0', ...TLS }, 'HTTP_HOST'],
  ['a proxy', { TRUST_PROXY: 'loopback' }, 'TRUST_PROXY'],
  ['a public URL', { HTTP_PUBLIC_URL: 'https://rapsheet.example' }, 'HTTP_PUBLIC_URL'],
  ['a public URL on this machine', { HTTP_PUBLIC_URL: 'http://127.0.0.1:8080' }, undefined],
  ['nothing but loopback', {}, undefined],
  ['nothing but localhost', { HTTP_HOST: 'localhost' }, undefined],
  ['a proxy and a token', { TRUST_PROXY: 'loopback', API_TOKENS: 'a-token-of-a-tool-0123456789' }, undefined],
  ['a proxy to a bot, which has no lookups', { TRUST_PROXY: 'private', ROLE: 'bot', ...POSTGRES_BOT }, undefined],
])('with %s', (_, environment, setting) => {
  expect(findOpenAccess(loadSettings(environment))).toBe(setting)
})

test('secrets of the settings, added ones and tokens of policies are removed from a text', () => {
  const filter = createSecretFilter(
    loadSettings({
      STEAM_API_KEY: KEY,
      DISCORD_TOKEN: 'discord.token-0123456789',
      API_TOKENS: `api-token-0123456789-abc, ${hashToken('another one')}`,
      ADMIN_TOKEN: 'admin-token-0123456789',
    }),
  )
  filter.add('a-token-of-a-file-0123456789')
  const token = `rsp_${'aB3_-'.repeat(8)}xyz`
  for (const secret of [
    KEY,
    'discord.token-0123456789',
    'api-token-0123456789-abc',
    'admin-token-0123456789',
    'a-token-of-a-file-0123456789',
    token,
    token.slice(0, 25),
  ])
    expect(filter.hide(`GET /x/${secret}/1 and "${secret}"`)).toBe('GET /x/[secret]/1 and "[secret]"')
  expect(filter.hide('rsp_ is the prefix; GET /healthz')).toBe('rsp_ is the prefix; GET /healthz')
})

test('the password of a Postgres database is removed from a text', () => {
  const url = 'postgres://rapsheet:correct-horse@db.example/rapsheet'
  const { hide } = createSecretFilter(loadSettings({ DATABASE_URL: 'postgres://db.example/y', STORE_URL: url }))
  expect(hide(`STORE_URL ${url} or rapsheet:correct-horse@db.example, correct-horse`)).toBe(
    'STORE_URL [secret] or [secret]db.example, [secret]',
  )
})
