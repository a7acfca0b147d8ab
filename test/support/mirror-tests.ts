import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, onTestFinished } from 'vitest'
import type { Ban } from '../../src/model/ban.ts'
import { ALICE, BOB, CAROL } from './community.ts'
import { toolGrant, toolToken } from './fake-tools.ts'
import { cutAnswer, errorAnswer, faultyProxyForTest, type ProxyFault } from './faulty-proxy.ts'
import { folderForTest } from './folder.ts'
import { toolHttpForTest } from './tool-http.ts'
import { MODERATOR } from './watch-tests.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A program that runs until it is stopped. */
interface RunningProgram {
  /** The lines that it has written so far. */
  lines: string[]
  /** Waits for a line that it writes, also one before. */
  says: (line: string | RegExp) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a program without a shell; it is stopped after the test. */
function startProgram(
  program: string,
  args: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): RunningProgram {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } })
  const lines: string[] = []
  for (const output of [child.stdout, child.stderr])
    createInterface({ input: output }).on('line', (line) => lines.push(line))
  const ended = once(child, 'close')
  const stop = async () => {
    child.kill()
    await ended
  }
  onTestFinished(stop)
  return {
    lines,
    async says(line) {
      await expect.poll(() => lines.join('\n'), { timeout: 20_000 }).toMatch(line)
    },
    stop,
  }
}

/** How a sample is started: the program, its arguments before the file, and its folder. */
type HowToStart = () => { program: string; args: string[]; cwd: string }

const forwarded: ProxyFault = (response, forward) =>
  forward((answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)))

/** A community with a panel that changes its list, and a file that a sample mirrors; between them a proxy. */
async function openMirror(howToStart: HowToStart) {
  const { guildId } = MODERATOR
  const service = await toolHttpForTest(
    {},
    {
      mirror: toolGrant({ guildId, tokenId: 1, name: 'mirror' }),
      panel: toolGrant({ guildId, tokenId: 2, name: 'panel' }),
    },
  )
  const proxy = await faultyProxyForTest(service.http)
  const file = join(folderForTest(), 'bans.json')
  const send = (method: string, steamId: string, body?: object) =>
    service.send(method, `/api/bans/${steamId}`, { token: 'panel', ...(body && { body }) })
  /** Reasons by account, as the community and the file have them. */
  const ofCommunity = async () => {
    const { body } = await service.send('GET', '/api/bans', { token: 'panel' })
    return Object.fromEntries((body as { bans: Ban[] }).bans.map(({ steamId, reason }) => [steamId, reason]))
  }
  const readFile = () => JSON.parse(readFileSync(file, 'utf8')) as Pick<Ban, 'steamId' | 'reason'>[]
  const ofFile = () => Object.fromEntries(readFile().map(({ steamId, reason }) => [steamId, reason]))
  const write = (reasons: Record<string, string>) =>
    writeFileSync(file, JSON.stringify(Object.entries(reasons).map(([steamId, reason]) => ({ steamId, reason }))))
  return {
    ...proxy,
    file,
    ofFile,
    write,
    ban: (steamId: string, reason: string) => send('PUT', steamId, { reason }),
    lift: (steamId: string) => send('DELETE', steamId),
    start() {
      const { program, args, cwd } = howToStart()
      const env = { RAPSHEET_URL: proxy.url, RAPSHEET_TOOL_TOKEN: toolToken('mirror') }
      return startProgram(program, [...args, file], { cwd, env })
    },
    changesSent: () => proxy.requests.filter((line) => /^(PUT|DELETE)/.test(line)),
    /** Waits until both sides have these reasons. */
    async bothHave(reasons: Record<string, string>) {
      await expect.poll(ofFile, { timeout: 20_000 }).toEqual(reasons)
      await expect.poll(ofCommunity, { timeout: 20_000 }).toEqual(reasons)
    },
  }
}

const LONG = 60_000

/** The tests of a sample that mirrors a ban list, in any language. */
export function testMirror(howToStart: HowToStart): void {
  test('takes over changes in both directions, and sends none of them back', { timeout: LONG }, async () => {
    const mirror = await openMirror(howToStart)
    await mirror.ban(ALICE, 'aimbot')
    mirror.write({ [BOB]: 'esp' })
    const program = mirror.start()
    await program.says(/follows 2 bans/)
    await mirror.bothHave({ [ALICE]: 'aimbot', [BOB]: 'esp' })

    await mirror.ban(CAROL, 'teaming')
    await mirror.bothHave({ [ALICE]: 'aimbot', [BOB]: 'esp', [CAROL]: 'teaming' })
    await mirror.lift(ALICE)
    await mirror.bothHave({ [BOB]: 'esp', [CAROL]: 'teaming' })

    mirror.write({ [BOB]: 'esp, twice', [ALICE]: 'alt account' })
    await mirror.bothHave({ [BOB]: 'esp, twice', [ALICE]: 'alt account' })
    await mirror.ban(BOB, 'by the panel')
    await mirror.bothHave({ [BOB]: 'by the panel', [ALICE]: 'alt account' })
    expect(mirror.changesSent().toSorted()).toEqual(
      [
        `PUT /api/bans/${BOB}`,
        `PUT /api/bans/${BOB}`,
        `PUT /api/bans/${ALICE}`,
        `DELETE /api/bans/${CAROL}`,
      ].toSorted(),
    )
  })

  test('goes on after streams that break, and reads the list again after a 410', { timeout: LONG }, async () => {
    const mirror = await openMirror(howToStart)
    await mirror.ban(ALICE, 'aimbot')
    // The token, the list, and three attempts to follow.
    mirror.faults.push(
      forwarded,
      forwarded,
      cutAnswer,
      errorAnswer(503, 'database_unavailable', { 'retry-after': '0' }),
    )
    mirror.faults.push(errorAnswer(410, 'cursor_expired'))
    const program = mirror.start()
    await program.says('the list is read again')
    await mirror.ban(BOB, 'esp')
    await mirror.bothHave({ [ALICE]: 'aimbot', [BOB]: 'esp' })
    expect(mirror.requests.filter((line) => /^GET \/api\/bans(\?|$)/.test(line))).toHaveLength(2)
  })

  test('overwrites nothing of others: a change that comes first counts', { timeout: LONG }, async () => {
    const mirror = await openMirror(howToStart)
    await mirror.ban(ALICE, 'aimbot')
    const program = mirror.start()
    await program.says(/follows 1 bans/)
    await expect.poll(() => mirror.requests.some((line) => line.startsWith('GET /api/events'))).toBe(true)
    // The panel changes the ban between the look of the sample and its change.
    mirror.faults.push(forwarded, (response, forward) => {
      void mirror.ban(ALICE, 'by the panel').then(() => forwarded(response, forward))
    })
    mirror.write({ [ALICE]: 'from the file' })
    await mirror.bothHave({ [ALICE]: 'by the panel' })
    expect(mirror.changesSent()).toEqual([`PUT /api/bans/${ALICE}`])
  })

  test('keeps a file that is emptied while a change is on its way', { timeout: LONG }, async () => {
    const mirror = await openMirror(howToStart)
    await mirror.ban(ALICE, 'aimbot')
    mirror.write({ [BOB]: 'esp' })
    // The token, the list, and the ban that the sample looks up before its change.
    mirror.faults.push(forwarded, forwarded, forwarded, (response, forward) => {
      mirror.write({})
      forwarded(response, forward)
    })
    mirror.start()
    await mirror.bothHave({ [ALICE]: 'aimbot' })
    expect(mirror.changesSent()).toEqual([`PUT /api/bans/${BOB}`, `DELETE /api/bans/${BOB}`])
  })

  test('sends a change once that was made before the database went away', { timeout: LONG }, async () => {
    const mirror = await openMirror(howToStart)
    mirror.write({ [BOB]: 'esp' })
    mirror.faults.push(forwarded, forwarded, forwarded, (response, forward) =>
      forward((answer) => {
        answer.resume()
        errorAnswer(503, 'database_unavailable', { 'retry-after': '0' })(response, forward)
      }),
    )
    const program = mirror.start()
    await program.says('changes wait (database_unavailable)')
    await mirror.bothHave({ [BOB]: 'esp' })
    expect(mirror.changesSent()).toEqual([`PUT /api/bans/${BOB}`])
  })

  test('tells after a restart what was changed here, there, and on both sides', { timeout: LONG }, async () => {
    const mirror = await openMirror(howToStart)
    await mirror.ban(ALICE, 'aimbot')
    await mirror.ban(BOB, 'esp')
    await mirror.ban(CAROL, 'teaming')
    const first = mirror.start()
    await first.says(/follows 3 bans/)
    await mirror.bothHave({ [ALICE]: 'aimbot', [BOB]: 'esp', [CAROL]: 'teaming' })
    await first.stop()
    // The community lifts one ban and changes another, which the file changes, too; the file lifts the third.
    await mirror.lift(ALICE)
    await mirror.ban(BOB, 'by the panel')
    mirror.write({ [ALICE]: 'aimbot', [BOB]: 'from the file' })
    mirror.start()
    await mirror.bothHave({ [BOB]: 'by the panel' })
    expect(mirror.changesSent()).toEqual([`DELETE /api/bans/${CAROL}`])
  })

  test(
    'lifts no ban because the file cannot be read, and keeps what the service refuses',
    { timeout: LONG },
    async () => {
      const mirror = await openMirror(howToStart)
      await mirror.ban(ALICE, 'aimbot')
      const program = mirror.start()
      await program.says(/follows 1 bans/)
      writeFileSync(mirror.file, '[{"steamId": ')
      await program.says('cannot be read')
      mirror.write({ [ALICE]: 'aimbot', [BOB]: 'x'.repeat(500) })
      await program.says(`${BOB}: refused (invalid_parameter)`)
      mirror.write({ [ALICE]: 'aimbot', [BOB]: 'short' })
      await mirror.bothHave({ [ALICE]: 'aimbot', [BOB]: 'short' })
    },
  )
}
