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
import { afterAll, afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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

  test('with a pipe as a named file, instead of waiting for its writer', async () => {
    spawnSync('mkfifo', [join(folder, 'pipe')])
    expect(await refusalOf({ POLICY_FILE: 'pipe' })).toContain('it is not a regular file. Correct the path.')
  })

  test('at an address of another machine', async () => {
    const settings = { HTTP_HOST: '192.0.2.1', TRUST_PROXY: 'loopback' }
    expect(await refusalOf(settings)).toContain('is not an address of this machine')
  })

  test('with a certificate that is not there', async () => {
    const missing = (setting: string, file: string) =>
      `${setting} names ${join(folder, file)}, which the user ${userInfo().username} (${userInfo().uid}) cannot read: there is no such file. Put it there, or correct the path. Under systemd and in Docker a file is handed to the service: "Files that settings name" in docs/operations.md.\n`
    expect(await refusalOf({ HTTP_TLS_CERT: 'no-cert.pem', HTTP_TLS_KEY: 'no-key.pem' })).toBe(
      `Rapsheet cannot start.\n${missing('HTTP_TLS_CERT', 'no-cert.pem')}${missing('HTTP_TLS_KEY', 'no-key.pem')}`,
    )
  })
})

test('SIGTERM ends a start that waits for the database at once', async () => {
  const program = run({ DATABASE_URL: 'postgres://rapsheet@127.0.0.1:1/rapsheet' })
  await vi.waitUntil(() => program.log().some(({ msg }) => msg.startsWith('the start waits')), { timeout: 20_000 })
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(program.log().at(-1)).toMatchObject({ msg: 'stopped during the start', signal: 'SIGTERM' })
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

test('a start without a key logs a few lines, with where settings come from and what is wrong with them, and serves inventories', async () => {
  const path = join(folder, '.env')
  writeFileSync(
    path,
    `LOG_LEVEL=info\nSTORE_URL=memory://\nHTTP_PORT=1\nHTTP_PORT=2\nHTTP_PROT=9090\nSTEAM_API_URL=${sim.apiUrl}\n`,
  )
  const settings = { HTTP_PORT: '0', HTTP_HOST: '0.0.0.0', TRUST_PROXY: 'private', STEAM_API_KYE: 'x' }
  const program = runMain(built.entry, folder, { ...settings, STEAM_COMMUNITY_URL: sim.communityUrl })
  const url = await program.url()
  const { port } = new URL(url)
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const lines = program.log().filter(({ msg }) => !msg.includes('is past its end of life'))
  expect(lines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    `30 starting Rapsheet ${version} on Node ${process.versions.node}; Steam key not set, Discord off, store memory://`,
    '40 STEAM_API_KEY is not set, so only inventories and images work: get a key at https://steamcommunity.com/dev/apikey and put it into .env, or run "npm run demo", which needs none.',
    '30 DISCORD_TOKEN is not set, so there is HTTP only: create a bot at https://discord.com/developers/applications and put its token into .env, or run "npm run demo", which needs none.',
    `30 settings were read from ${path}; those of the environment take precedence`,
    `40 ${path} sets HTTP_PORT more than once; the last value is used.`,
    '40 .env sets HTTP_PROT, which is not a setting of Rapsheet; did you mean HTTP_PORT?',
    '40 The environment sets STEAM_API_KYE, which is not a setting of Rapsheet; did you mean STEAM_API_KEY?',
    expect.stringMatching(/^40 API_TOKENS is not set, and others can reach this server/),
    `30 listening on http://0.0.0.0:${port}; open http://localhost:${port} in a browser (from elsewhere: your proxy, or the name of this machine); http://localhost:${port}/docs describes the API`,
  ])
  const own = { url: `http://127.0.0.1:${port}` }
  expect(await ask(own, `/api/lookup?steamId=${sim.world.cast.raider}`)).toMatchObject({
    status: 500,
    body: { code: 'not_configured' },
  })
  expect(await ask(own, `/api/inventory?steamId=${sim.world.cast.hoarder}`)).toMatchObject({ status: 200 })
  expect(await ask(own, '/readyz')).toMatchObject({ body: { discord: 'off' } })
  expect(existsSync(join(folder, 'data'))).toBe(false)
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
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
})

test('SIGHUP ends the program when there is no policy file', async () => {
  const program = run()
  await program.url()
  program.kill('SIGHUP')
  expect(await program.exit).toEqual({ code: 0, signal: null })
})

test('SIGINT ends an idle program at once', async () => {
  const program = run({ STORE_URL: 'memory://' })
  await ask({ url: await program.url() }, '/healthz')
  const killedAt = performance.now()
  program.kill('SIGINT')
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
})
