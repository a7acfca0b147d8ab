import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { openScan } from '../support/events.ts'
import { KEY, useMachine } from './program.ts'

const { steam, run, folder, store } = await useMachine()
const { raider, scan, clean } = steam.world.cast

/** A module that causes an unhandled error each time the process gets the signal. */
function faultOn(signal: NodeJS.Signals, statement: string): string {
  const path = join(folder(), 'fault.mjs')
  writeFileSync(path, `process.on('${signal}', () => { ${statement} })\n`)
  return path
}

test.each([
  [
    'an exception',
    `setTimeout(() => { throw new TypeError('oops, asked ?key=${KEY}') })`,
    'TypeError',
    'oops, asked ?key=[secret]',
  ],
  ['a rejection without an Error', `Promise.reject('oops')`, 'Error', 'not an error: oops'],
])(
  '%s that is not handled is logged with its stack and without secrets; running requests finish, the store is saved, the exit code is 1',
  async (_, statement, type, message) => {
    const program = run({}, { preload: faultOn('SIGWINCH', statement) })
    const url = await program.url()
    expect(await ask({ url }, `/api/lookup?steamId=${raider}`)).toMatchObject({ status: 200 })
    steam.dial.set('summaries', { latencyMs: 1_500 })
    steam.dial.set('games', { latencyMs: 500 })
    const stream = await openScan({ url }, { steamId: scan })
    const asked = ask({ url }, `/api/lookup?steamId=${clean}`)
    await expect.poll(() => steam.inFlight('summaries'), { timeout: 10_000 }).toBeGreaterThan(0)
    program.kill('SIGWINCH')
    // A second error must not end the process before running requests have finished.
    await expect.poll(() => program.log().filter(({ level }) => level === 60).length, { timeout: 10_000 }).toBe(1)
    program.kill('SIGWINCH')
    expect(await asked).toMatchObject({ status: 200, body: { steamId: clean } })
    expect((await stream.rest()).at(-1)).toMatchObject({ totalFriends: 100 })
    expect(await program.exit).toEqual({ code: 1, signal: null })

    const fatal = program.log().filter(({ level }) => level === 60)
    expect(fatal).toHaveLength(2)
    expect(fatal[0]).toMatchObject({
      msg: 'an unexpected error, which is a bug',
      err: { type, message, stack: expect.any(String) },
    })
    const { stdout, stderr } = program.output()
    expect(stderr).toBe(
      `Rapsheet cannot go on.\nAn unexpected error, which is a bug: ${message}\nThe log has more; please report it.\n`,
    )
    expect(stdout + stderr).not.toContain(KEY)
    expect(program.log().map(({ msg }) => msg)).toContain('stopped')

    steam.dial.reset()
    steam.calls.reset()
    const again = { url: await run().url() }
    expect(await ask(again, `/api/lookup?steamId=${clean}`)).toMatchObject({ status: 200 })
    expect([steam.calls.total(), store()]).toEqual([0, store()])
  },
  60_000,
)

test('SIGABRT crashes the process instead of closing it', async () => {
  const program = run()
  await program.url()
  program.kill('SIGABRT')
  expect(await program.exit).toEqual({ code: null, signal: 'SIGABRT' })
})
