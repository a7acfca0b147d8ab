import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { folderForTest } from '../support/folder.ts'
import { buildProgram } from '../support/main-process.ts'

let program: Awaited<ReturnType<typeof buildProgram>>

beforeAll(async () => {
  program = await buildProgram('demo/demo-replicas.ts', 'src/main.ts')
}, 60_000)
afterAll(() => program.remove())

/** What a line shows of the parts whose columns the tests read. */
interface Line {
  replicas: string[]
  postgres: string
  answered: number
  failed: number
  lost: number
}

/** Runs the demo without a terminal, with keys from a pipe and its temporary files in a folder of the test. */
async function runDemo() {
  const folder = folderForTest()
  // Postgres runs as another user where the tests run as root.
  chmodSync(folder, 0o755)
  const demo = spawn(process.execPath, [program.entry], { env: { PATH: process.env['PATH'], TMPDIR: folder } })
  const written = { stdout: '', stderr: '' }
  demo.stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text))
  demo.stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text))
  const exit = once(demo, 'close').then(([code]) => code as number | null)
  onTestFinished(async () => {
    demo.kill('SIGKILL')
    await exit
    for (const pid of runningProcesses()) process.kill(pid, 'SIGKILL')
  })
  const runningProcesses = () =>
    [...written.stdout.matchAll(/, process (\d+)$/gm)].map(([, pid]) => Number(pid)).filter(isRunning)
  const lastLine = () => {
    const [line = ''] = written.stdout.match(/^\d\d:\d\d:\d\d \S.* ms .*$/gm)?.slice(-1) ?? []
    return toLine(line)
  }
  const until = async (accept: (line: Line) => boolean) => {
    await vi
      .waitUntil(() => accept(lastLine()), { timeout: 30_000 })
      .catch(() => expect.fail(`the lines do not show what was expected:\n${written.stdout.slice(-3_000)}`))
  }
  await expect.poll(() => written.stdout, { timeout: 60_000 }).toContain('Press two keys')
  await until(({ answered }) => answered > 5)
  return {
    written,
    folder,
    exit,
    until,
    lastLine,
    runningProcesses,
    failures: () => written.stdout.match(/a look-up failed: .*/g) ?? [],
    kill: (signal: NodeJS.Signals) => demo.kill(signal),
    press: (keys: string) => void demo.stdin.write(keys),
    async says(text: string) {
      await expect.poll(() => written.stdout.includes(text), { timeout: 30_000, message: text }).toBe(true)
    },
  }
}

function toLine(text: string): Line {
  const cells = text.split(/\s+/)
  const [answered = 0, failed = 0, lost = 0] = cells.slice(8, 11).map(Number)
  return { replicas: cells.slice(1, 4), postgres: cells[6] ?? '', answered, failed, lost }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a replica that is killed, frozen, stopped and revived costs no request, and nothing is left after q', async () => {
  const demo = await runDemo()
  const { press, says, until } = demo
  expect(demo.runningProcesses()).toHaveLength(5)
  const isUp = (cell = '') => /^\d+\/\d+$/.test(cell)
  press('k1')
  await says('replica 1 was killed.')
  await until(({ replicas }) => replicas[0] === 'dead')
  press('r 1')
  await until(({ replicas }) => isUp(replicas[0]))
  press('f2')
  await says('replica 2 was frozen.')
  await until(({ replicas }) => replicas[1] === 'frozen')
  const { answered: before } = demo.lastLine()
  await until(({ answered }) => answered > before + 10)
  press('r2')
  await until(({ replicas }) => isUp(replicas[1]))
  press('s3')
  await says('replica 3 was stopped.')
  press('k3')
  await says('replica 3 is dead, and cannot be killed.')
  expect({ ...demo.lastLine(), failures: demo.failures() }).toMatchObject({ failed: 0, lost: 0, failures: [] })
  press('q')
  expect(await demo.exit).toBe(0)
  expect(demo.written.stderr).toBe('')
  expect(demo.runningProcesses()).toEqual([])
  expect(readdirSync(demo.folder)).toEqual([])
}, 120_000)

test('look-ups are answered while Postgres is frozen, it comes back after a stop, and SIGTERM ends everything, also what is frozen or dead', async () => {
  const demo = await runDemo()
  demo.press('fp')
  await demo.says('Postgres was frozen.')
  await demo.until(({ postgres }) => postgres === 'frozen')
  const { answered: before } = demo.lastLine()
  await demo.until(({ answered }) => answered > before + 10)
  expect({ ...demo.lastLine(), failures: demo.failures() }).toMatchObject({ failed: 0, lost: 0, failures: [] })
  demo.press('rp')
  await demo.says('Postgres was revived.')
  demo.press('sp')
  await demo.says('Postgres was stopped.')
  demo.press('rp')
  await demo.until(({ postgres }) => postgres === 'up')
  demo.press('kbf1')
  await demo.says('replica 1 was frozen.')
  demo.kill('SIGTERM')
  expect(await demo.exit).toBe(0)
  expect(demo.written.stderr).toBe('')
  expect(demo.runningProcesses()).toEqual([])
  expect(readdirSync(demo.folder)).toEqual([])
}, 120_000)
