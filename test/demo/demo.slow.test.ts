import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { DemoForMachines } from '../../demo/set-up/describe-for-machines.ts'
import { TOOL_SCOPES } from '../../src/model/tool-token.ts'
import { ask } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { buildProgram } from '../support/main-process.ts'

let demoProgram: Awaited<ReturnType<typeof buildProgram>>

beforeAll(async () => {
  demoProgram = await buildProgram('demo/demo.ts')
  cpSync(inject('demoPageFolder'), demoProgram.entryOf('sim-page'), { recursive: true })
}, 60_000)
afterAll(() => demoProgram.remove())

/** Makes the program believe that its pipes are a terminal. */
const TERMINAL = `data:text/javascript,${encodeURIComponent(
  'process.stdin.isTTY = process.stdout.isTTY = true; process.stdout.hasColors = () => false',
)}`

/** Runs the demo with only these settings in its environment; without a terminal, unless `preload` says otherwise. */
function runDemo(settings: Record<string, string> = {}, preload: string[] = [], args: string[] = []) {
  const options = preload.flatMap((module) => ['--import', module])
  const demo = spawn(process.execPath, [...options, demoProgram.entry, ...args], {
    env: { HTTP_PORT: '0', ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const written = { stdout: '', stderr: '' }
  demo.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  demo.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const exit = once(demo, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    demo.kill('SIGKILL')
    await exit
  })
  return {
    written,
    exit,
    kill: (signal: NodeJS.Signals) => demo.kill(signal),
    enter: (line: string) => demo.stdin.write(`${line}\r`),
    async isServing() {
      await expect.poll(() => written.stdout, { timeout: 30_000 }).toMatch(/Ctrl\+C ends the demo\.\n/)
    },
  }
}

test('the demo without a terminal serves, ignores the token of a real bot, lists requests to try and the address of Discord, and ends on SIGTERM', async () => {
  const { written, exit, kill, isServing } = runDemo({ DISCORD_TOKEN: 'REAL.BOT.TOKEN' })
  await isServing()
  const { stdout } = written
  const [, url = ''] = /^Rapsheet runs at (\S+) against a simulated Steam/m.exec(stdout) ?? []
  const [, discordUrl = ''] = /^The Discord bot is logged in to a simulated Discord at (\S+);/m.exec(stdout) ?? []
  expect(stdout.match(/^curl -sS .*$/gm)?.length).toBeGreaterThan(10)
  expect(stdout).toContain('Nothing is kept when the demo ends')
  expect(stdout).not.toMatch(/WARN|moderator:|\/lookup raider/)
  expect(await ask({ url }, '/api/lookup?steamId=raider')).toMatchObject({ status: 200 })
  expect(await ask({ url }, '/readyz')).toMatchObject({ status: 200 })
  expect(await ask({ url: discordUrl }, '/v10/gateway/bot')).toMatchObject({ status: 401 })
  const [, pageUrl = ''] = /^Discord: (http:\/\/127\.0\.0\.1:\d+), the bot as moderators see it/m.exec(stdout) ?? []
  const page = await ask({ url: pageUrl }, '/')
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/)
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(String(page.body)) ?? []
  expect(await ask({ url: pageUrl }, script)).toMatchObject({ status: 200 })

  kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(written.stderr).toBe('')
}, 60_000)

test('on a terminal the log is in a file that the demo names, and not between the lines of the conversation', async () => {
  const { written, exit, enter } = runDemo({ TMPDIR: folderForTest(), LOG_LEVEL: 'info' }, [TERMINAL])
  await expect.poll(() => written.stdout, { timeout: 30_000 }).toContain('moderator: ')
  const before = written.stdout
  const conversation = () => written.stdout.slice(before.length)
  const [, logFile = ''] = /^Log: ([^\s,]+),/m.exec(before) ?? []
  enter('/lookup raider')
  await expect.poll(conversation, { timeout: 10_000 }).toContain('Steam: 1 VAC ban')
  await expect.poll(() => readFileSync(logFile, 'utf8')).toMatch(/INFO.*: interaction/)
  expect(conversation()).not.toContain('INFO')
  enter('quit')
  expect(await exit).toBe(0)
}, 60_000)

test('the printed requests of the demo provoke an alert, and its database is gone at the end', async () => {
  const folder = folderForTest()
  const { written, exit, kill, isServing } = runDemo({ TMPDIR: folder })
  await isServing()
  const requests = written.stdout.matchAll(/^curl -sS .* -d '(\{.*\})' '(\S+\/_sim\/\S+)'$/gm)
  const [channel, add, ban] = [...requests].map(([, body, url = '']) => async () => {
    const response = await fetch(url, { method: 'POST', ...(body ? { body } : {}) })
    return JSON.stringify(await response.json())
  })
  expect(await channel?.()).toContain('Alerts go to #alerts')
  expect(await add?.()).toContain('is on the watch list')
  expect(readdirSync(folder)).toHaveLength(1)
  expect(await ban?.()).toBe('{}')

  const [, messages = ''] = /^curl -sS .*'(\S+\/_sim\/messages\S+)'$/m.exec(written.stdout) ?? []
  const read = async () => (await (await fetch(messages)).json()) as { text: string; notifies: string[] }[]
  const findAlert = async () => (await read()).find(({ text }) => text.includes('new game ban'))
  await expect.poll(findAlert, { timeout: 20_000 }).toBeDefined()
  const alert = await findAlert()
  expect(alert?.text).toMatch(
    /⛔ Honest Joe: new game ban \(0 → 1\), [^\n]*\n[^]*Not banned by us · 👁️ @moderator: Friend of a cheater/u,
  )
  expect(alert?.notifies).toHaveLength(1)
  kill('SIGTERM')
  expect(await exit).toBe(0)
  expect(readdirSync(folder)).toEqual([])
}, 60_000)

test('the printed requests of the demo lead to an answer for a game server', async () => {
  const { written, isServing } = runDemo()
  await isServing()
  const [, body = '', control = ''] =
    /^curl -sS .* -d '(\{"line":"\/policy token[^']*)' '(\S+)'$/m.exec(written.stdout) ?? []
  const { text } = (await (await fetch(control, { method: 'POST', body })).json()) as { text: string }
  const [, endpoint = ''] =
    /server\.bansServerEndpoint "(http:\/\/127\.0\.0\.1:\d+\/game\/rsp_[\w-]{43})"/.exec(text) ?? []
  const [, steamId = ''] = /\/game\/<token>\/(\d{17})'$/m.exec(written.stdout) ?? []
  expect((await fetch(`${endpoint}/${steamId}`)).status).toBe(404)
  expect((await fetch(`${endpoint}x/${steamId}`)).status).toBe(401)
}, 60_000)

test('the demo tells programs its address, both tokens and accounts as one JSON object, and ends on SIGTERM', async () => {
  const { written, exit } = runDemo({}, [], ['--json'])
  await expect.poll(() => written.stdout, { timeout: 30_000 }).toMatch(/\n$/)
  const { url, pid, toolToken, policyToken, accounts } = JSON.parse(written.stdout) as DemoForMachines
  expect(new Set(Object.values(accounts)).size).toBe(9)
  const askWith = (token: string, path: string) => ask({ url }, path, { headers: { authorization: `Bearer ${token}` } })
  const { body } = await askWith(toolToken, '/api/token')
  expect(body).toMatchObject({ name: 'demo', scopes: TOOL_SCOPES })
  expect(await askWith(policyToken, `/api/verdict?steamId=${accounts.banned}`)).toMatchObject({ status: 200 })
  expect((await ask({ url }, `/api/lookup?steamId=${accounts.gone}`)).status).toBe(404)
  expect((await ask({ url }, `/api/lookup?steamId=${accounts.banned}`)).body).toMatchObject({
    bans: { VACBanned: true },
  })
  process.kill(pid, 'SIGTERM')
  expect(await exit).toBe(0)
  expect(written.stdout.trimEnd().split('\n')).toHaveLength(1)
}, 60_000)

test('the demo reports an invalid setting and does not start', async () => {
  const { written, exit } = runDemo({ HTTP_PORT: 'many' })
  expect(await exit).toBe(1)
  expect(written.stderr).toMatch(/^The demo cannot start\.\n[^]*HTTP_PORT is "many"/)
}, 60_000)
