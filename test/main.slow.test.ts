import { once } from 'node:events'
import {
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
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { startDiscord } from '../packages/sim-discord/src/index.ts'
import { startSteam } from '../packages/sim-steam/src/server.ts'
import { ask } from './support/ask.ts'
import { folderForTest } from './support/folder.ts'
import { runMain, useProgram, type MainProcess } from './support/main-process.ts'

const KEY = 'DONOTTELL0123456789'
const built = await useProgram('src/main.ts', 'src/cli.ts')
const sim = await startSteam({ key: KEY })
let folder = ''

beforeEach(() => {
  folder = folderForTest()
})
afterAll(() => sim.close())

/** Runs the program against the simulated Steam, with a store in the folder of the test. */
const run = (settings: Record<string, string> = {}): MainProcess =>
  runMain(built.entry, folder, {
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
        'Correct them where they are set, such as in .env; `npm run check:setup` tries them.',
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
      `Rapsheet cannot start.\nHTTP_PORT ${port} on 127.0.0.1 is used by another program; stop that one or choose another port: HTTP_PORT=${port < 65_526 ? port + 10 : port - 10}.\n`,
    )
  })

  test('at an address of another machine', async () => {
    const settings = { HTTP_HOST: '192.0.2.1', TRUST_PROXY: 'loopback' }
    expect(await refusalOf(settings)).toContain('is not an address of this machine')
  })
})

test('SIGTERM ends a start that waits for the database at once', async () => {
  const program = run({ DATABASE_URL: 'postgres://rapsheet@127.0.0.1:1/rapsheet' })
  await vi.waitUntil(() => program.log().some(({ msg }) => msg.startsWith('the start waits')), { timeout: 20_000 })
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  expect(program.log().at(-1)).toMatchObject({ msg: 'stopped during the start', signal: 'SIGTERM' })
})

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

test('a policy file is read again on SIGHUP, and its token never shows', async () => {
  const token = 'a-token-of-a-file-0123456789'
  const write = (mode: string) =>
    writeFileSync(join(folder, 'policy.json'), JSON.stringify({ name: 'main', token, mode, rules: { maxVacBans: 0 } }))
  write('observe')
  const program = run({ POLICY_FILE: 'policy.json', LOG_LEVEL: 'debug' })
  const url = await program.url()
  const joining = async () => (await ask({ url }, `/game/${token}/${sim.world.cast.raider}`)).status
  expect(await joining()).toBe(404)
  write('enforce')
  program.kill('SIGHUP')
  await expect.poll(joining).toBe(200)
  program.kill('SIGTERM')
  expect(await program.exit).toEqual({ code: 0, signal: null })
  const { stdout, stderr } = program.output()
  expect(stdout + stderr).not.toContain(token)
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

describe('the Discord bot', () => {
  const TOKEN = 'DONOTTELL.EITHER.0123456789'
  const TOKEN_REFUSED =
    'Rapsheet cannot go on.\nDiscord refuses DISCORD_TOKEN. Copy the token anew from https://discord.com/developers/applications (Bot, Reset Token) into .env.\n'

  /** Runs the program with a simulated Discord that expects this token. */
  async function runBot(token: string) {
    const discord = await startDiscord({ token })
    onTestFinished(() => discord.close())
    const program = run({ DISCORD_TOKEN: TOKEN, DISCORD_API_URL: discord.apiUrl, STORE_URL: 'memory://' })
    return { discord, program, messages: () => program.log().map(({ msg }) => msg) }
  }

  test('logs in, logs its invite link, answers, and disconnects on SIGTERM', async () => {
    const { discord, program, messages } = await runBot(TOKEN)
    await expect
      .poll(() => messages().some((msg) => msg.startsWith('the commands were registered')), { timeout: 10_000 })
      .toBe(true)
    expect(messages().find((msg) => msg.startsWith('logged in to Discord as '))).toMatch(
      new RegExp(
        `invite it to a server: \\S+/oauth2/authorize\\?client_id=${discord.applicationId}&scope=bot\\+applications.commands&permissions=35840$`,
      ),
    )
    expect(messages()[0]).toMatch(/^starting Rapsheet .+ Steam key set, Discord on, /)
    expect(await discord.user().type('/lookup raider').until('Steam:')).toContain('1 VAC ban')
    program.kill('SIGTERM')
    expect(await program.exit).toEqual({ code: 0, signal: null })
    expect(discord.gateway.isConnected()).toBe(false)
    const { stdout, stderr } = program.output()
    expect(stdout + stderr).not.toMatch(new RegExp(`${TOKEN}|${KEY}`))
    expect(stderr).toBe('')
    expect(discord.violations()).toEqual([])
  })

  test('ends the process with one message when Discord refuses its token', async () => {
    const { program } = await runBot('ANOTHER.TOKEN.0123456789')
    expect(await program.exit).toEqual({ code: 1, signal: null })
    const { stdout, stderr } = program.output()
    expect(stdout + stderr).not.toContain(TOKEN)
    expect(stderr).toBe(TOKEN_REFUSED)
  })
})
