import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createListFileReader } from '../../src/bans/formats/list-file-reader.ts'
import { openBansFile } from '../../src/app/open-policy-file.ts'
import { readNamedFile } from '../../src/app/settings/read-named-file.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { OwnBan } from '../../src/model/ban.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { folderForTest } from '../support/folder.ts'
import { captureLog } from '../support/log.ts'

const ID = '76561198000010431'
const OTHER_ID = '76561198097494388'
const line = (steamId: string, reason: string, end = '-1') => `banid ${steamId} "name" "${reason}" ${end}\r\n`
const CANNOT_BE_USED = 'the bans file cannot be used; the previous bans stay in force'

/** A file `bans.cfg` with this content, as a policy file beside it names it. */
async function openBans(content: string | null) {
  const folder = folderForTest()
  const path = join(folder, 'bans.cfg')
  const put = (text: string | null) => (text === null ? rmSync(path, { force: true }) : writeFileSync(path, text))
  put(content)
  const { lines, logger } = captureLog()
  const fakeClock = createFakeClock()
  const clock = { ...systemClock, setTimer: fakeClock.setTimer, sleep: fakeClock.sleep }
  let bans: ReadonlyMap<string, OwnBan> = new Map()
  let fault: Error | undefined
  const { reload, close } = await openBansFile({
    readList: createListFileReader().read,
    policyPath: join(folder, 'policy.json'),
    source: { bansFile: () => 'bans.cfg', replaceGameBans: (next) => void (bans = next) },
    locale: () => 'en',
    clock,
    log: logger,
    readFile: async (...args) => (fault ? Promise.reject(fault) : readNamedFile(...args)),
  })
  onTestFinished(close)
  const untilNext = (ms: number) => vi.waitFor(() => expect(fakeClock.untilNext()).toBe(ms))
  await untilNext(10_000)
  return {
    put,
    path,
    reload,
    lines,
    find: (steamId: string) => bans.get(steamId),
    reasons: () => [ID, OTHER_ID].map((steamId) => bans.get(steamId)?.reason),
    problems: () => lines.filter(({ msg }) => msg === CANNOT_BE_USED),
    /** Makes reads fail, or no longer. */
    breakReads: (error: Error | undefined) => void (fault = error),
    /** Passes some time, and waits until the look that is due then has ended, with another one in `next`. */
    pass: async (ms: number, next: number) => {
      await fakeClock.advance(ms)
      await untilNext(next)
    },
    /** Passes the time in which a change is noticed and read. */
    async settle() {
      await this.pass(10_000, 1_000)
      await this.pass(1_000, 10_000)
    },
  }
}

test('the file is read at the start, when it has changed, and when the operator asks for it', async () => {
  const bans = await openBans(line(ID, 'aimbot'))
  expect(bans.reasons()).toEqual(['aimbot', undefined])
  bans.put(line(ID, 'aimbot') + line(OTHER_ID, 'esp'))
  await bans.settle()
  expect(bans.reasons()).toEqual(['aimbot', 'esp'])
  bans.put(line(OTHER_ID, 'esp again'))
  await bans.reload()
  expect(bans.reasons()).toEqual([undefined, 'esp again'])
  await bans.pass(10_000, 10_000)
})

test('a file that is still being written is not read, although it ends with a whole line', async () => {
  const bans = await openBans(line(ID, 'aimbot') + line(OTHER_ID, 'esp'))
  bans.put(line(ID, 'new'))
  await bans.pass(10_000, 1_000)
  bans.put(line(ID, 'new') + line(OTHER_ID, 'new'))
  await bans.pass(1_000, 1_000)
  expect(bans.reasons()).toEqual(['aimbot', 'esp'])
  await bans.pass(1_000, 10_000)
  expect(bans.reasons()).toEqual(['new', 'new'])
})

test.each([
  ['is missing', null],
  ['is empty', ''],
  ['ends within a line', `${line(OTHER_ID, 'esp')}banid 7656119`],
  ['ends within quotes', `${line(OTHER_ID, 'esp')}banid ${ID} "na\r\n`],
  ['is no list of bans', 'hello world\n'],
])('a file that %s leaves the previous bans in force, and is an error at the start', async (_, content) => {
  const bans = await openBans(line(ID, 'aimbot'))
  bans.put(content)
  await bans.settle()
  await bans.pass(10_000, 10_000)
  expect(bans.reasons()).toEqual(['aimbot', undefined])
  const problem = { level: 50, problem: expect.stringContaining('bansFile in POLICY_FILE names') }
  expect(bans.problems()).toMatchObject([problem])
  // The operator who asks for it is told again.
  await bans.reload()
  expect(bans.problems()).toMatchObject([problem, problem])
  await expect(openBans(content)).rejects.toThrow('bansFile in POLICY_FILE names')
})

test('a file that could not be read is tried again although it has not changed, and the problem is logged once', async () => {
  const bans = await openBans(line(ID, 'aimbot'))
  bans.put(line(ID, 'esp'))
  bans.breakReads(new Error('permission denied'))
  await bans.settle()
  await bans.pass(10_000, 10_000)
  expect(bans.problems()).toMatchObject([{ problem: 'permission denied' }])
  bans.breakReads(new Error('too many open files'))
  await bans.pass(10_000, 10_000)
  expect(bans.problems()).toHaveLength(2)
  bans.breakReads(undefined)
  await bans.pass(10_000, 10_000)
  expect(bans.reasons()).toEqual(['esp', undefined])
})

test('durations count from the time at which the file was written', async () => {
  const day = 86_400
  const now = systemClock.unixSeconds()
  const bans = await openBans(line(ID, 'aimbot'))
  bans.put(line(ID, 'two days', '2d') + line(ID, 'thirty days', '30d'))
  utimesSync(bans.path, now, now - 10 * day)
  await bans.reload()
  expect(bans.find(ID)).toEqual({ reason: 'thirty days', until: now + 20 * day })
  utimesSync(bans.path, now, now + 10 * day)
  await bans.reload()
  expect(bans.find(ID)?.until).toBeLessThan(now + 3 * day)
})

test('an end that cannot be read is for good, as in the game; lifted bans, staff and unclear lines are logged', async () => {
  const others = ['unban 76561198000010433', 'ownerid 76561198000010434 "A" ""', 'I met 76561198000010432 yesterday']
  const bans = await openBans([...others, line(OTHER_ID, 'esp', 'soon'), line(ID, 'aimbot')].join('\r\n'))
  expect(bans.reasons()).toEqual(['aimbot', 'esp'])
  expect(bans.find('76561198000010432')).toBeUndefined()
  expect(bans.lines).toMatchObject([{ level: 40, bans: 2, lifted: 1, staff: 1, lines: [3] }])
})
