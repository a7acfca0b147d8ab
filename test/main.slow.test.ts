import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { type SimDiscord, type SimDiscordOptions, startDiscord } from '../packages/sim-discord/src/index.ts'
import { startSteam } from '../packages/sim-steam/src/server.ts'
import { scanResultSchema } from '../src/model/account.ts'
import { ask, UUID } from './support/ask.ts'
import { openScan, scan } from './support/events.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram, type MainProcess } from './support/main-process.ts'

const KEY = 'DONOTTELL0123456789'
/** The program with values that no setting can change. */
const TUNED = 'demo/tuned-main.ts'

const built = await useProgram('src/main.ts', 'src/cli.ts', TUNED)
const sim = await startSteam({ key: KEY })
let folder = ''

beforeEach(() => {
  folder = folderForTest()
})
afterEach(() => sim.dial.reset())
afterAll(() => sim.close())

/** Runs the program against the simulated Steam, with a store in the folder of the test. */
const run = (settings: Record<string, string> = {}, entry = built.entry): MainProcess =>
  runMain(entry, folder, {
    STEAM_API_KEY: KEY,
    STEAM_API_URL: sim.apiUrl,
    STEAM_COMMUNITY_URL: sim.communityUrl,
    INVENTORY_SPACING_MS: '0',
    HTTP_PORT: '0',
    STORE_URL: `sqlite://${join(folder, 'data/store.sqlite')}`,
    ...settings,
  })

describe('the program does not start', () => {
  /** The message on standard error. */
  async function refusalOf(settings: Record<string, string>): Promise<string> {
    const program = run(settings)
    expect(await program.exit).toEqual({ code: 1, signal: null })
    const { stdout, stderr } = program.output()
    expect(stdout + stderr).not.toContain(KEY)
    expect(stderr).not.toMatch(/\n\s+at /)
    return stderr
  }

  test('with wrong settings, and lists all of them', async () => {
    expect(
      await refusalOf({
        STEAM_API_KEY: `${KEY} ${KEY}`,
        HTTP_PORT: 'many',
        LOG_LEVEL: 'loud',
        HTTP_HOST: '0.0.0.0',
        MEMORY_MB: '',
      }),
    ).toBe(
      [
        'Rapsheet cannot start.',
        'These settings cannot be used:',
        "  STEAM_API_KEY is 39 characters; it accepts 8 to 64 letters and digits without spaces; Steam's have 32.",
        '  HTTP_PORT is "many"; it accepts a whole number from 0 to 65535.',
        '  LOG_LEVEL is "loud"; it accepts fatal, error, warn, info, debug, trace or silent.',
        '  HTTP_HOST is "0.0.0.0", where others could read plain HTTP; set HTTP_TLS_CERT and HTTP_TLS_KEY, or TRUST_PROXY behind a proxy that does HTTPS, or listen on 127.0.0.1.',
        '',
      ].join('\n'),
    )
  })

  test('on a port in use, and names it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await refusalOf({ HTTP_PORT: String(port) })).toBe(
      `Rapsheet cannot start.\nHTTP_PORT ${port} on 127.0.0.1 is used by another program; stop that one or choose another port: HTTP_PORT=${port + 1}.\n`,
    )
  })

  test('on an address of another machine', async () => {
    expect(await refusalOf({ HTTP_HOST: '192.0.2.1', TRUST_PROXY: 'loopback' })).toBe(
      'Rapsheet cannot start.\nHTTP_HOST 192.0.2.1 is not an address of this machine.\n',
    )
  })

  test('with a certificate that is not there', async () => {
    const missing = (setting: string, file: string) =>
      `${setting} names ${join(folder, file)}, which the user ${userInfo().username} (${userInfo().uid}) cannot read: there is no such file. Put it there, or correct the path. Under systemd and in Docker a file is handed to the service: "Files that settings name" in docs/operations.md.\n`
    expect(await refusalOf({ HTTP_TLS_CERT: 'no-cert.pem', HTTP_TLS_KEY: 'no-key.pem' })).toBe(
      `Rapsheet cannot start.\n${missing('HTTP_TLS_CERT', 'no-cert.pem')}${missing('HTTP_TLS_KEY', 'no-key.pem')}`,
    )
  })
})

test.runIf(process.getuid?.() === 0)(
  'a policy file that the user of the service may not read is named with that user, and one that systemd hands over is read',
  async () => {
    const policy = JSON.stringify({ name: 'main', token: 'a-token-of-a-file-0123456789' })
    writeFileSync(join(folder, 'policy.json'), policy, { mode: 0o600 })
    const user = { uid: 65_534 }
    for (const name of [folder, built.entryOf('.')]) chmodSync(name, 0o755)
    const settings = { POLICY_FILE: 'policy.json', STORE_URL: 'memory://', HTTP_PORT: '0' }
    const refused = runMain(built.entry, folder, settings, user)
    expect(await refused.exit).toEqual({ code: 1, signal: null })
    expect(refused.output().stderr).toMatch(
      `POLICY_FILE names ${join(folder, 'policy.json')}, which the user nobody (65534) cannot read: permission denied. Let this user read the file and enter its folders.`,
    )

    const credentials = folderForTest()
    writeFileSync(join(credentials, 'policy.json'), policy, { mode: 0o400 })
    chownSync(join(credentials, 'policy.json'), user.uid, user.uid)
    chmodSync(credentials, 0o755)
    const handed = runMain(built.entry, folder, { ...settings, CREDENTIALS_DIRECTORY: credentials }, user)
    await handed.url()
    expect(handed.log()).toContainEqual(
      expect.objectContaining({ msg: 'policy file read', file: join(credentials, 'policy.json') }),
    )
  },
)

test('without a Steam key it starts, logs where to get one, and serves inventories', async () => {
  const program = run({ STEAM_API_KEY: '' })
  const url = await program.url()
  expect(
    program
      .log()
      .filter(({ level }) => level >= 40)
      .map(({ msg }) => msg),
  ).toContain(
    'STEAM_API_KEY is not set, so only inventories and images work: get a key at https://steamcommunity.com/dev/apikey and put it into .env, or run "npm run demo", which needs none.',
  )
  expect(await ask({ url }, `/api/lookup?steamId=${sim.world.cast.raider}`)).toMatchObject({
    status: 500,
    body: { code: 'not_configured' },
  })
  expect(await ask({ url }, `/api/inventory?steamId=${sim.world.cast.hoarder}`)).toMatchObject({ status: 200 })
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
})

test('settings are read from .env, and the environment takes precedence', async () => {
  writeFileSync(join(folder, '.env'), `STEAM_API_KEY=${KEY}\nLOG_LEVEL=debug\nHTTP_PORT=1\nSTORE_URL=memory://\n`)
  const program = runMain(built.entry, folder, { HTTP_PORT: '0', STEAM_API_URL: sim.apiUrl })
  const url = await program.url()
  expect(program.log().find(({ msg }) => msg === 'settings')).toMatchObject({
    settings: { STEAM_API_KEY: 'set', LOG_LEVEL: 'debug', HTTP_PORT: 0, STORE_URL: 'memory://' },
  })
  expect(await ask({ url }, `/api/lookup?steamId=${sim.world.cast.raider}`)).toMatchObject({ status: 200 })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('a start names the .env that it has read, and what is twice in it', async () => {
  writeFileSync(join(folder, '.env'), 'HTTP_PORT=1\nSTORE_URL=memory://\nHTTP_PORT=0\n')
  const program = runMain(built.entry, folder, {})
  await program.url()
  expect(program.log().map(({ level, msg }) => [level, msg])).toEqual(
    expect.arrayContaining([
      [30, `settings were read from ${join(folder, '.env')}; those of the environment take precedence`],
      [40, `${join(folder, '.env')} sets HTTP_PORT more than once; the last value is used.`],
    ]),
  )
})

test('a start logs a few lines, without all settings', async () => {
  const program = run({ STEAM_API_KEY: '' })
  const url = await program.url()
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const lines = program.log().filter(({ msg }) => !msg.includes('is past its end of life'))
  expect(lines.map(({ msg }) => msg)).toEqual([
    `starting Rapsheet ${version} on Node ${process.versions.node}; Steam key not set, Discord off, store sqlite://${join(folder, 'data/store.sqlite')}`,
    expect.stringMatching(/^STEAM_API_KEY is not set/),
    expect.stringMatching(/^DISCORD_TOKEN is not set/),
    `there is no .env in ${folder}: settings come from the environment alone`,
    `listening on ${url}; open ${url} in a browser; ${url}/docs describes the API`,
  ])
  expect(JSON.stringify(lines)).not.toContain('CACHE_ACCOUNT_SECONDS')
})

test('the log is text where that is set, and has priorities only if standard output is the journal of systemd', async () => {
  const linesOf = async (settings: (file: Stats) => Record<string, string>) => {
    const path = join(folder, 'log')
    const stdout = openSync(path, 'w')
    const program = runMain(built.entry, folder, { HTTP_PORT: '0', ...settings(fstatSync(stdout)) }, { stdout })
    await expect.poll(() => readFileSync(path, 'utf8'), { timeout: 40_000 }).toMatch('listening on')
    program.kill('SIGTERM')
    await program.exit
    closeSync(stdout)
    return readFileSync(path, 'utf8').trimEnd().split('\n')
  }
  const journal = await linesOf(({ dev, ino }) => ({ JOURNAL_STREAM: `${dev}:${ino}`, LOG_FORMAT: 'text' }))
  expect(journal[0]).toMatch(/^<6>\[\d{4}-\d\d-\d\dT[\d:.]+Z\] INFO: starting Rapsheet /)
  const inherited = await linesOf(({ dev, ino }) => ({ JOURNAL_STREAM: `${dev}:${ino + 1}` }))
  expect(JSON.parse(inherited[0] ?? '')).toMatchObject({ level: 30, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
})

test('with arguments the program is the command line, and does not start the service', async () => {
  const program = runMain(built.entry, folder, {}, { args: ['--version'] })
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(program.output()).toEqual({ stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: '' })
  expect(readdirSync(folder)).toEqual([])
})

test('on all addresses the log says where to open the page', async () => {
  const program = run({ HTTP_HOST: '0.0.0.0', TRUST_PROXY: 'private', STORE_URL: 'memory://' })
  const { port } = new URL(await program.url())
  expect(program.log().map(({ msg }) => msg)).toContain(
    `listening on http://0.0.0.0:${port}; open http://localhost:${port} in a browser (from elsewhere: your proxy, or the name of this machine); http://localhost:${port}/docs describes the API`,
  )
})

test('with a pipe as .env or as a named file the program does not start, instead of waiting for ever', async () => {
  spawnSync('mkfifo', [join(folder, 'pipe')])
  const named = run({ POLICY_FILE: 'pipe' })
  expect(await named.exit).toEqual({ code: 1, signal: null })
  expect(named.output().stderr).toMatch(
    /^Rapsheet cannot start\.\nPOLICY_FILE names \S+pipe, .*: it is not a regular file\. Correct the path\.\n$/,
  )
  spawnSync('mkfifo', [join(folder, '.env')])
  const program = run()
  expect(await program.exit).toEqual({ code: 1, signal: null })
  expect(program.output().stderr).toMatch(
    /^Rapsheet cannot start\.\nThe user .* cannot read the settings in \S+\.env: it is not a regular file\./,
  )
})

test.runIf(process.getuid?.() === 0)(
  'a .env that only another user can read stops the start and every command',
  async () => {
    writeFileSync(join(folder, '.env'), 'API_TOKENS=a-token-of-20-characters\n', { mode: 0o600 })
    for (const name of [folder, built.entryOf('.')]) chmodSync(name, 0o755)
    const said = `The user nobody (65534) cannot read the settings in ${join(folder, '.env')}: permission denied. Let this user read the file and enter its folders.`
    for (const [entry, ...args] of [[built.entry], [built.entryOf('src/cli.ts'), 'forget', '76561197960287930']]) {
      const program = runMain(entry ?? '', folder, { HTTP_PORT: '0' }, { uid: 65_534, args })
      expect(await program.exit).toEqual({ code: 1, signal: null })
      expect(program.output()).toEqual({ stdout: '', stderr: expect.stringMatching(said.replace(/[()]/g, '.')) })
    }
  },
)

test('a URL with a password stops the start, and the password is in no output', async () => {
  const program = run({
    STEAM_API_URL: 'http://user:hunter2@127.0.0.1',
    STORE_URL: 'redis://:hunter2@db',
    LOG_LEVEL: 'trace',
  })
  expect(await program.exit).toEqual({ code: 1, signal: null })
  const { stdout, stderr } = program.output()
  expect(stderr).toMatch(
    /STORE_URL begins with "redis:\/\/", a database that Rapsheet cannot use; .+\n {2}STEAM_API_URL has a user name or password inside its URL, /,
  )
  expect(stdout + stderr).not.toContain('hunter2')
})

test('a name in .env or the environment that is not a setting is logged, with the one that was probably meant', async () => {
  writeFileSync(
    join(folder, '.env'),
    'HTTP_PROT=9090\nSTEAM_APIKEY=x\nHTTP_PROXY=x\nSTORE_URL=memory://\nHTTP_PORT=1\n',
  )
  const program = runMain(built.entry, folder, { HTTP_PORT: '0', STEAM_API_KYE: 'x', NO_PROXY: 'x' })
  await program.url()
  const warnings = program
    .log()
    .filter(({ msg }) => msg.includes('is not a setting'))
    .map(({ msg }) => msg)
  expect(warnings).toEqual([
    '.env sets HTTP_PROT, which is not a setting of Rapsheet; did you mean HTTP_PORT?',
    '.env sets STEAM_APIKEY, which is not a setting of Rapsheet; did you mean STEAM_API_KEY?',
    '.env sets HTTP_PROXY, which is not a setting of Rapsheet; .env.example lists all settings.',
    'The environment sets STEAM_API_KYE, which is not a setting of Rapsheet; did you mean STEAM_API_KEY?',
  ])
})

test('on SIGTERM a running scan ends with its result, new connections are refused, and cached answers are saved', async () => {
  const first = run()
  const url = await first.url()
  const { raider, scan: hundred } = sim.world.cast
  expect(await ask({ url }, `/api/lookup?steamId=${raider}`)).toMatchObject({ status: 200 })
  sim.dial.set('games', { latencyMs: 700 })
  const stream = await openScan({ url }, { steamId: hundred })
  expect(await stream.next()).toMatchObject({ progress: { current: 0, total: 100 } })

  const killedAt = performance.now()
  first.kill('SIGTERM')
  await expect
    .poll(() =>
      ask({ url }, '/healthz').then(
        () => 'answered',
        () => 'refused',
      ),
    )
    .toBe('refused')
  const events = await stream.rest()
  expect(scanResultSchema.parse(events.at(-1)).friends.length).toBeGreaterThan(80)
  expect(await first.exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - killedAt).toBeLessThan(10_000)
  expect(first.log().at(-1)).toMatchObject({ level: 30, msg: 'stopped' })
  expect(first.output().stderr).toBe('')

  const second = run()
  const again = { url: await second.url() }
  sim.calls.reset()
  expect(await ask(again, `/api/lookup?steamId=${raider}`)).toMatchObject({ status: 200, body: { steamId: raider } })
  expect((await scan(again, { steamId: hundred })).at(-1)).toMatchObject({ totalFriends: 100 })
  // All of it comes from the store, except for friends without a complete record.
  expect(sim.calls.count('games')).toBe(0)
  expect(sim.calls.total()).toBeLessThanOrEqual(3)
})

describe('the policy file', () => {
  const token = 'a-token-of-a-file-0123456789'
  const write = (content: object) =>
    writeFileSync(join(folder, 'policy.json'), JSON.stringify({ name: 'main', token, ...content }))
  const rules = { maxVacBans: 0 }

  test('is read again on SIGHUP; a broken one keeps the policy, and its token never shows', async () => {
    write({ rules })
    const program = run({ POLICY_FILE: 'policy.json', LOG_LEVEL: 'debug' })
    const url = await program.url()
    const joining = async () => (await ask({ url }, `/game/${token}/${sim.world.cast.raider}`)).status
    const messages = () =>
      program
        .log()
        .filter(({ msg }) => msg.includes('policy file'))
        .map(({ msg }) => msg)
    expect(await joining()).toBe(404)

    write({ rules, mode: 'enforce' })
    program.kill('SIGHUP')
    await expect.poll(messages).toHaveLength(2)
    expect(await joining()).toBe(200)

    write({ rules: { maxVacBans: -1 } })
    program.kill('SIGHUP')
    await expect.poll(messages).toHaveLength(3)
    expect(messages().at(-1)).toBe('the policy file cannot be used; the previous policy stays in force')
    expect(await joining()).toBe(200)

    program.kill('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    const { stdout, stderr } = program.output()
    expect(stdout + stderr).not.toContain(token)
  })

  test('stops the start when it cannot be used, with all its mistakes', async () => {
    write({ mode: 'on', rules: { maxVacBans: -1 } })
    const program = run({ POLICY_FILE: 'policy.json' })
    expect(await program.exit).toEqual({ code: 1, signal: null })
    expect(program.output().stderr).toBe(
      `Rapsheet cannot start.\nThe file of POLICY_FILE, ${join(folder, 'policy.json')}, cannot be used:\n` +
        '  mode is "on"; it accepts observe or enforce.\n' +
        '  rules.maxVacBans is -1; it accepts a whole number from 0 to 100000.\n',
    )
  })
})

test('SIGHUP ends the program when there is no policy file', async () => {
  const program = run()
  await program.url()
  program.kill('SIGHUP')
  expect(await program.exit).toEqual({ code: 0, signal: null })
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends an idle program at once', async (signal) => {
  const program = run({ STORE_URL: 'memory://' })
  await ask({ url: await program.url() }, '/healthz')
  const killedAt = performance.now()
  program.kill(signal)
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(performance.now() - killedAt).toBeLessThan(3_000)
  expect(program.log().map(({ msg }) => msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']))
})

/** Sends SIGTERM when the program ends to listen for it at the end of its start, where Node has not yet delivered it. */
const STOPPED_AS_IT_STARTED = `data:text/javascript,${encodeURIComponent(`
  const off = process.off
  process.off = (name, listener) => {
    if (name === 'SIGTERM') process.kill(process.pid, name)
    return off.call(process, name, listener)
  }`)}`

test('a SIGTERM at the very end of the start is not lost', async () => {
  const program = runMain(
    built.entry,
    folder,
    { HTTP_PORT: '0', STORE_URL: 'memory://' },
    { preload: STOPPED_AS_IT_STARTED },
  )
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(program.log().map(({ msg }) => msg)).toEqual(expect.arrayContaining(['stopping', 'stopped']))
})

test('each request is logged in one line without its query, and the key is in no output', async () => {
  const overrides = { RAPSHEET_OVERRIDES: JSON.stringify({ imageCdnUrl: sim.cdnUrl }) }
  const program = run({ LOG_LEVEL: 'trace', ...overrides }, built.entryOf(TUNED))
  const service = { url: await program.url() }
  const { raider, veteran, hoarder, friendsPrivate } = sim.world.cast
  const ids: unknown[] = []
  for (const path of [
    `/api/lookup?steamId=${raider}`,
    `/api/lookup?steamId=${raider}`,
    `/api/rust-stats?steamId=${veteran}`,
    `/api/inventory?steamId=${hoarder}`,
    `/api/image?url=${encodeURIComponent('https://avatars.steamstatic.com/test/sample.png')}`,
    '/nothing?steamId=1',
  ])
    ids.push((await ask(service, path)).headers['x-request-id'])
  await scan(service, { steamId: friendsPrivate })
  sim.dial.set('*', { faults: { 'bad-key': 1 } })
  await ask(service, `/api/rust-stats?steamId=${sim.world.cast.rookie}`)
  program.kill('SIGTERM')
  await program.exit

  const requests = program.log().filter(({ msg }) => msg === 'request')
  expect(requests.slice(0, 6).map((line) => line['requestId'])).toEqual(ids)
  const facts = { requestId: expect.stringMatching(UUID), durationMs: expect.any(Number), client: '127.0.0.1' }
  expect(requests).toEqual(
    [
      { route: '/api/lookup', method: 'GET', status: 200, upstreamCalls: 4, cacheHits: 0 },
      { route: '/api/lookup', method: 'GET', status: 200, upstreamCalls: 0, cacheHits: 4 },
      { route: '/api/rust-stats', method: 'GET', status: 200, upstreamCalls: 1, cacheHits: 0 },
      { route: '/api/inventory', method: 'GET', status: 200, upstreamCalls: 1, cacheHits: 0 },
      { route: '/api/image', method: 'GET', status: 200 },
      { route: 'unknown', method: 'GET', status: 404, code: 'not_found' },
      { route: '/api/friends', method: 'POST', status: 200, code: 'friends_private' },
      { route: '/api/rust-stats', method: 'GET', status: 500, code: 'key_refused', level: 40 },
    ].map((expected) => expect.objectContaining({ ...facts, ...expected })),
  )
  const { stdout, stderr } = program.output()
  expect(stdout + stderr).not.toContain(KEY)
  expect(stdout + stderr).not.toMatch(/steamId=|url=|\?/)
  for (const id of [raider, veteran, hoarder]) expect(stdout).not.toContain(id)
})

describe('the Discord bot', () => {
  const TOKEN = 'DONOTTELL.EITHER.0123456789'
  const TOKEN_REFUSED =
    'Rapsheet cannot go on.\nDiscord refuses DISCORD_TOKEN. Copy the token anew from https://discord.com/developers/applications (Bot, Reset Token) into .env.\n'

  async function discordForTest(options: SimDiscordOptions = {}): Promise<SimDiscord> {
    const discord = await startDiscord({ token: TOKEN, ...options })
    onTestFinished(() => discord.close())
    return discord
  }

  const runWith = (discord: SimDiscord, settings: Record<string, string> = {}) =>
    run({ DISCORD_TOKEN: TOKEN, DISCORD_API_URL: discord.apiUrl, STORE_URL: 'memory://', ...settings })

  const messages = (program: MainProcess) => program.log().map(({ msg }) => msg)
  async function written(program: MainProcess): Promise<void> {
    await expect
      .poll(() => messages(program).some((msg) => msg.startsWith('the commands were registered')), { timeout: 10_000 })
      .toBe(true)
  }

  /** The message on standard error of a program that ends by itself. */
  async function failureOf(program: MainProcess): Promise<string> {
    expect(await program.exit).toEqual({ code: 1, signal: null })
    const { stdout, stderr } = program.output()
    expect(stdout + stderr).not.toContain(TOKEN)
    return stderr
  }

  test('is off without a token, and the log says how to add one', async () => {
    const program = run({ STORE_URL: 'memory://' })
    const url = await program.url()
    expect(program.log().filter(({ msg }) => msg.includes('DISCORD_TOKEN'))).toEqual([
      expect.objectContaining({
        level: 30,
        msg: 'DISCORD_TOKEN is not set, so there is HTTP only: create a bot at https://discord.com/developers/applications and put its token into .env, or run "npm run demo", which needs none.',
      }),
    ])
    expect(await ask({ url }, '/readyz')).toMatchObject({ body: { discord: 'off' } })
  })

  test('logs in, logs its invite link, answers, and disconnects on SIGTERM', async () => {
    const discord = await discordForTest()
    const program = runWith(discord)
    await written(program)
    expect(messages(program).find((msg) => msg.startsWith('logged in to Discord as '))).toMatch(
      new RegExp(
        `invite it to a server: \\S+/oauth2/authorize\\?client_id=${discord.applicationId}&scope=bot\\+applications.commands&permissions=35840$`,
      ),
    )
    expect(messages(program).join()).not.toContain('DISCORD_TOKEN is not set')
    expect(messages(program)[0]).toMatch(/^starting Rapsheet .+ Steam key set, Discord on, /)
    expect(await discord.user().type('/lookup raider').until('Banned')).toContain('1 VAC ban')
    program.kill('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    expect(discord.gateway.isConnected()).toBe(false)
    const { stdout, stderr } = program.output()
    expect(stdout + stderr).not.toContain(TOKEN)
    expect(stderr).toBe('')
    expect(discord.violations()).toEqual([])
  })

  test('ends the process with one message when Discord refuses its token', async () => {
    expect(await failureOf(runWith(await discordForTest({ token: 'ANOTHER.TOKEN.0123456789' })))).toBe(TOKEN_REFUSED)
  })

  test('ends the process with one message when its token is revoked later', async () => {
    const discord = await discordForTest()
    const program = runWith(discord)
    await written(program)
    discord.gateway.close(4004)
    expect(await failureOf(program)).toBe(TOKEN_REFUSED)
  })

  test('ends the process with one message when Discord refuses its intents', async () => {
    expect(await failureOf(runWith(await discordForTest({ disallowedIntents: true })))).toBe(
      'Rapsheet cannot go on.\nDiscord refuses the intents of this bot, which asks for none; see whether DISCORD_API_URL leads to Discord.\n',
    )
  })

  test('does not block HTTP while Discord is down, and connects when Discord is back', async () => {
    const discord = await discordForTest()
    discord.rest.fail({ match: 'gateway', status: 500, times: 4 })
    const program = runWith(discord)
    const url = await program.url()
    expect(await ask({ url }, '/readyz')).toMatchObject({ status: 200, body: { discord: 'connecting' } })
    await written(program)
    expect(await ask({ url }, '/readyz')).toMatchObject({ status: 200, body: { discord: 'connected' } })
    expect(program.output().stderr).toBe('')
  })

  test('tells waiting users that it is being restarted', async () => {
    const discord = await discordForTest()
    const program = runWith(discord)
    await written(program)
    sim.dial.set('games', { latencyMs: 20_000 })
    const reply = discord.user().type(`/friends ${sim.world.cast.scan}`)
    await reply.until(/of 100 (?:checked|done)/)
    const killedAt = performance.now()
    program.kill('SIGTERM')
    expect(await reply.until('Restarting')).toContain('this lookup was not finished')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    expect(performance.now() - killedAt).toBeLessThan(3_000)
  })
})
