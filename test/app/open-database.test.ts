import { describe, expect, onTestFinished, test } from 'vitest'
import { loadSettings } from '../../src/app/settings/read-settings.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { DatabaseError, type DatabaseProblem } from '../../src/model/database-error.ts'
import { observeDatabase, openDatabase } from '../../src/app/open-database.ts'
import { createOpenWhenReachable, type OpenWhenReachable } from '../../src/app/start-failures.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { ALICE, GUILD } from '../support/community.ts'
import { databaseForTest, databasePath } from '../support/database.ts'
import { captureLog } from '../support/log.ts'
import { storePolicy, tokenOf } from '../support/policy-records.ts'
import { storedTokenOf } from '../support/tool-tests.ts'

const NOTHING = { servers: 0, entries: 0, bans: 0, policies: 0, tokens: 0 }

const settingsOf = (path: string) =>
  loadSettings({
    STEAM_API_KEY: '0123456789ABCDEF0123456789ABCDEF',
    DISCORD_TOKEN: ['A'.repeat(24), 'B'.repeat(6), 'C'.repeat(38)].join('.'),
    DATABASE_URL: `sqlite://${path}`,
  })

test('a database that goes away after it was opened, and before it was counted, is waited for', async () => {
  const clock = createFakeClock()
  const { lines, logger } = captureLog()
  const wait = createOpenWhenReachable(async (error) => error, logger, clock)
  let tries = 0
  const openWhenReachable: OpenWhenReachable = (open) =>
    wait(async () => {
      tries += 1
      if (tries !== 2) return open()
      throw new DatabaseError('unreachable', 'DATABASE_URL postgres://db:5432/x cannot be used.')
    })
  const opening = openDatabase(settingsOf(databasePath()), openWhenReachable, { metrics: createMetrics(), log: logger })
  await expect.poll(() => tries, { timeout: 4_000 }).toBe(2)
  await clock.advance(1_000)
  const database = await opening
  onTestFinished(async () => database?.close())
  expect(tries).toBe(3)
  expect(lines.at(-1)).toMatchObject({ ...NOTHING, msg: 'database opened' })
})

test('the log says how many servers, entries, bans, policies and tokens an opened database has', async () => {
  const path = databasePath()
  const stored = await databaseForTest(path)
  await stored.transaction(async (repositories) => {
    await storePolicy(repositories)
    await repositories.policyTokens.add(tokenOf('a'))
    await repositories.toolTokens.add(storedTokenOf('b'))
    const ban = { steamId: ALICE, guildId: GUILD, name: '', reason: '', note: '', until: null }
    await repositories.bans.add([{ ...ban, addedBy: '1', addedAt: 1, importNumber: null }], { now: 1 })
  })
  const { lines, logger } = captureLog()
  const database = await openDatabase(settingsOf(path), (open) => open(), { metrics: createMetrics(), log: logger })
  onTestFinished(async () => database?.close())
  expect(lines.at(-1)).toMatchObject({
    ...NOTHING,
    servers: 1,
    bans: 1,
    policies: 1,
    tokens: 2,
    msg: 'database opened',
  })
})

describe('a problem of the database', () => {
  type Step = [access: 'write' | 'read', failsWith?: DatabaseProblem]

  /** What was logged, and whether the database is failing, after writes and reads that fail with a problem or succeed. */
  async function after(...steps: Step[]) {
    const stored = await databaseForTest()
    const { lines, logger } = captureLog()
    let problem: DatabaseProblem | undefined
    const fail = () => {
      if (problem) throw new DatabaseError(problem, 'DATABASE_URL failed')
    }
    const { database, problem: lasting } = observeDatabase(
      {
        ...stored,
        async read(work, guildId) {
          fail()
          return stored.read(work, guildId)
        },
        async transaction(work) {
          fail()
          return stored.transaction(work)
        },
      },
      logger,
    )
    for (const [access, failsWith] of steps) {
      problem = failsWith
      const act = access === 'read' ? database.read : database.transaction
      await act(async () => {}).catch(() => {})
    }
    for (const line of lines) expect(line).not.toHaveProperty('err')
    return {
      isFailing: lasting() !== undefined,
      logged: lines.map(({ level, problem: of }) => [level, of].filter(Boolean).join(' ')),
    }
  }

  test.each<[title: string, steps: Step[], isFailing: boolean, logged: string[]]>([
    ['of a full disk is logged once', [['write'], ['write', 'full'], ['write', 'full']], true, ['40 full']],
    ['of a full disk ends with a write, which is logged', [['write', 'full'], ['write']], false, ['40 full', '30']],
    ['of a full disk does not end with a read', [['write', 'full'], ['read']], true, ['40 full']],
    ['of a disk that is read-only does not end with a read', [['write', 'readonly'], ['read']], true, ['40 readonly']],
    ['of an outage ends with a read', [['write', 'unreachable'], ['read']], false, ['40 unreachable', '30']],
    ['of a lost file ends with a read', [['write', 'lost'], ['read']], false, ['40 lost', '30']],
    [
      'of an outage is noticed by reads too',
      [
        ['read', 'unreachable'],
        ['read', 'unreachable'],
      ],
      true,
      ['40 unreachable'],
    ],
    ['of a row that a read finds is none of the whole', [['read', 'damaged']], false, []],
    [
      'is neither a lost lease nor a busy database',
      [
        ['write', 'lease_lost'],
        ['write', 'busy'],
      ],
      false,
      [],
    ],
    [
      'stays while the database is also busy',
      [
        ['write', 'full'],
        ['write', 'busy'],
      ],
      true,
      ['40 full'],
    ],
  ])('%s', async (_, steps, isFailing, logged) => {
    expect(await after(...steps)).toEqual({ isFailing, logged })
  })
})

const explain = async (error: unknown) => new DatabaseError('unreachable', `It cannot be used: ${String(error)}.`)

/** Opens something that fails until `opensAt`, in seconds; returns what became of it after `seconds`. */
async function openFor(seconds: number, opensAt: number, problem: DatabaseProblem = 'unreachable') {
  const clock = createFakeClock()
  const { lines, logger } = captureLog()
  const startedAt = clock.now()
  const elapsed = () => (clock.now() - startedAt) / 1000
  let attempts = 0
  const open = async () => {
    attempts += 1
    if (elapsed() < opensAt) throw new DatabaseError(problem, 'DATABASE_URL postgres://db:5432/x cannot be opened.')
    return `open after ${elapsed()} s`
  }
  let result = 'waits'
  void createOpenWhenReachable(
    explain,
    logger,
    clock,
  )(open).then(
    (value) => (result = value),
    (error: unknown) => (result = String(error)),
  )
  await clock.advance(seconds * 1000)
  return { result, attempts, logged: lines.map(({ level, msg }) => `${level} ${msg}`), timers: clock.pending() }
}

test('a server that comes up within a minute is used, and the log says every 10 s what the start waits for', async () => {
  expect(await openFor(60, 25)).toEqual({
    result: 'open after 25 s',
    attempts: 26,
    logged: [60, 50, 40].map(
      (left) =>
        `40 the start waits for the database, for up to ${left} s more: DATABASE_URL postgres://db:5432/x cannot be opened.`,
    ),
    timers: 0,
  })
})

test('a server that stays away for a minute ends the start', async () => {
  const { result, attempts, logged, timers } = await openFor(61, 90)
  expect(result).toBe('DatabaseError: DATABASE_URL postgres://db:5432/x cannot be opened. It was tried for 60 s.')
  expect([attempts, logged.length, timers]).toEqual([61, 6, 0])
})

test.each(['unavailable', 'busy'] as const)('the problem %s ends the start at once', async (problem) => {
  expect(await openFor(0, 90, problem)).toEqual({
    result: 'DatabaseError: DATABASE_URL postgres://db:5432/x cannot be opened.',
    attempts: 1,
    logged: [],
    timers: 0,
  })
})

test('an error of the driver is explained, and the parts of a start have one minute in all', async () => {
  const clock = createFakeClock()
  const { lines, logger } = captureLog()
  const openWhenReachable = createOpenWhenReachable(explain, logger, clock)
  const refuse = async () => {
    throw new Error('connect ECONNREFUSED')
  }
  await clock.advance(50_000)
  const opening = openWhenReachable(refuse).catch(String)
  await clock.advance(11_000)
  expect(await opening).toBe('DatabaseError: It cannot be used: Error: connect ECONNREFUSED. It was tried for 60 s.')
  expect(lines).toMatchObject([
    { msg: expect.stringMatching(/^the start waits for the database, for up to 10 s more: /) },
  ])
})
