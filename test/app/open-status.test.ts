import { X509Certificate } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createRecentFailures } from '../../src/app/app-context.ts'
import { createMetrics } from '../../src/app/metrics.ts'
import { openStatus } from '../../src/app/open-status.ts'
import { loadSettings } from '../../src/app/settings/read-settings.ts'
import { createBudgetHistory, forecastBudget } from '../../src/app/status/budget-history.ts'
import { type BudgetPoint, statusSchema } from '../../src/model/status.ts'
import { databaseForTest } from '../support/database.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { TEST_PEM } from '../support/test-certificate.ts'

type Options = Parameters<typeof openStatus>[0]

/** Opens the status with some parts; returns functions that read it and its metrics. */
function open(parts: Partial<Options> = {}) {
  const clock = createFakeClock()
  const metrics = createMetrics()
  const status = openStatus({
    settings: loadSettings({}),
    tls: undefined,
    database: undefined,
    readiness: async () => ({
      ready: true,
      store: 'open',
      database: 'open',
      platform: 'reachable',
      discord: 'off',
      stopping: false,
      budget: { used: 7, limit: 100, state: 'plenty', resetsAt: clock.unixSeconds() + 3_600 },
      replicas: null,
      down: ['stats'],
      blocked: ['community'],
    }),
    failures: () => [],
    shedder: { load: () => ({ delayMs: 1.27, memoryBytes: 1 }), overloadReason: () => null },
    policyFile: undefined,
    policies: undefined,
    steam: {
      usedCalls: () => null,
      limiters: () => ({
        api: { inFlight: 2, limit: 100, waiting: [2, 2, 1, 0] },
        community: { inFlight: 1, limit: 3, waiting: 2 },
      }),
    },
    clock,
    metrics,
    ...parts,
  })
  onTestFinished(status.stop)
  return {
    clock,
    status,
    gather: () => status.gather({ requests: () => 4, connections: () => 5 }),
    readMetrics: async () =>
      String((await metrics.text()).body).match(/^rapsheet_(http_certificate|policy_file)_.*$/gm),
  }
}

describe('the status', () => {
  test('is one value of all parts, and says that a database is off', async () => {
    const { clock, gather } = open()
    const now = clock.unixSeconds()
    const read = await gather()
    expect(statusSchema.strict().parse(read)).toEqual(read)
    expect(read).toMatchObject({
      at: now,
      budget: { used: 7, points: [{ at: now, used: 7 }], forecast: null },
      circuits: { platform: 'reachable', down: ['stats'], blocked: ['community'] },
      queue: {
        api: { inFlight: 2, limit: 100, waiting: { lookup: 2, scan: 1, background: 1 } },
        community: { inFlight: 1, limit: 3, waiting: 2 },
        requests: 4,
        connections: 5,
        eventLoopDelayMs: 1.3,
        overload: null,
      },
      sweeps: null,
      alerts: null,
      process: { store: { kind: 'sqlite', state: 'open' }, database: { kind: 'sqlite', state: 'off' } },
    })
  })

  test('tells a database that cannot be read apart from one that is off and from an empty one', async () => {
    const { gather } = open({ database: { read: () => Promise.reject(new Error('busy')) } })
    const { sweeps, alerts, process, checklist } = await gather()
    expect([sweeps, alerts, process.database.state]).toEqual([null, null, 'failing'])
    const unknown = checklist.filter(({ state }) => state === 'unknown').map(({ code }) => code)
    expect(unknown).toEqual(['invite', 'alert_channel', 'game_servers', 'backup'])
    expect((await open({ database: await databaseForTest() }).gather()).sweeps).toMatchObject({ watched: 0 })
  })

  test('has null and not 0 for a load that is not measured yet', async () => {
    for (const load of [null, { delayMs: Number.NaN, memoryBytes: 1 }])
      expect(
        (await open({ shedder: { load: () => load, overloadReason: () => null } }).gather()).queue.eventLoopDelayMs,
      ).toBeNull()
  })

  test('shows a proxy that is not trusted', async () => {
    const { clock, status, gather } = open()
    status.noteProxy(false)
    const untrustedAt = clock.unixSeconds()
    const facts = { state: 'warning', isTrusted: false, trustedAt: null, untrustedAt }
    expect((await gather()).checklist).toContainEqual({ code: 'proxy', ...facts })
  })

  test('names the Discord server that a failure concerns', async () => {
    const failure = { at: 1, level: 'error', code: 'damaged', where: 'bans', requestId: null } as const
    const failures = () => ['7', '8', null].map((guildId) => ({ ...failure, guildId }))
    const database = await databaseForTest()
    await database.transaction(({ meta }) => meta.set('guild_names', JSON.stringify({ '7': 'Rust EU' })))
    const { errors } = await open({ failures, database }).gather()
    expect(errors.map(({ guildName }) => guildName)).toEqual(['Rust EU', null, null])
  })

  test('keeps the last 50 failures, the newest first', () => {
    let now = 1_000
    const failures = createRecentFailures({ unixSeconds: () => now })
    for (; now < 1_060; now++)
      failures.report({ level: 'warn', code: 'platform_unavailable', where: 'GET /api/lookup', requestId: `${now}` })
    failures.report({ level: 'error', code: 'full', where: 'sweep', guildId: '7' })
    const listed = failures.list()
    const newest = { at: 1_060, level: 'error', code: 'full', where: 'sweep', guildId: '7', requestId: null }
    expect([listed.length, listed[0], listed.at(-1)?.requestId]).toEqual([50, newest, '1011'])
  })
})

describe('a metric', () => {
  test('has the end of the certificate that is served', async () => {
    const endsAt = Date.parse(new X509Certificate(TEST_PEM.cert).validTo) / 1000
    const line = `rapsheet_http_certificate_expiry_timestamp_seconds ${endsAt}`
    expect(await open({ tls: TEST_PEM }).readMetrics()).toEqual([line])
    expect(await open().readMetrics()).toBeNull()
  })

  test('has the last request of the game server of POLICY_FILE, and at first the start of the process', async () => {
    const server = { name: 'main', guildId: null, guildName: null, hasRules: true, hasBans: false }
    let lastAskedAt: number | null = null
    const { clock, readMetrics } = open({ policyFile: { server: () => ({ ...server, lastAskedAt }) } })
    const startedAt = clock.unixSeconds()
    await clock.advance(90_000)
    expect(await readMetrics()).toEqual([`rapsheet_policy_file_asked_timestamp_seconds ${startedAt}`])
    lastAskedAt = clock.unixSeconds()
    expect(await readMetrics()).toEqual([`rapsheet_policy_file_asked_timestamp_seconds ${startedAt + 90}`])
  })
})

const MIDNIGHT = 1_750_032_000
/** A time in minutes after midnight. */
const at = (minute: number) => MIDNIGHT + minute * 60

describe('the calls of the day', () => {
  test('are kept for each ten minutes, and the next day begins anew', () => {
    let now = MIDNIGHT
    const history = createBudgetHistory({ unixSeconds: () => now })
    const noteUntil = (last: number) => {
      for (let minute = (now - MIDNIGHT) / 60; minute <= last; minute++) {
        now = at(minute)
        history.note(minute)
      }
    }
    now = at(1)
    noteUntil(25)
    const points = [1, 10, 20].map((minute) => ({ at: at(minute), used: minute }))
    expect(history.read(26)).toEqual([...points, { at: at(25), used: 26 }])
    noteUntil(24 * 60 - 1)
    expect(history.read(1_440)).toHaveLength(145)
    now = at(24 * 60)
    expect(history.read(0)).toEqual([{ at: now, used: 0 }])
  })

  test('are dropped where they are in the future because the clock was set back', () => {
    let now = at(120)
    const history = createBudgetHistory({ unixSeconds: () => now })
    history.note(5)
    now = at(60)
    history.note(6)
    expect(history.read(7)).toEqual([{ at: at(60), used: 7 }])
  })

  /** Points of the day at minutes after midnight, with the calls used by then. */
  const pointsAt = (...points: [minute: number, used: number][]): BudgetPoint[] =>
    points.map(([minute, used]) => ({ at: at(minute), used }))

  test.each([
    [
      'at the rate of the last hour, not of the day',
      pointsAt([0, 0], [600, 50_000], [660, 50_600], [720, 51_200]),
      100_000,
      { usedAtEnd: 51_200 + 720 * 10, spentAt: null },
    ],
    ['spent later', pointsAt([660, 40_000], [720, 46_000]), 100_000, { usedAtEnd: 118_000, spentAt: at(720 + 540) }],
    ['spent now', pointsAt([660, 100_000], [720, 100_000]), 100_000, { usedAtEnd: 100_000, spentAt: at(720) }],
    ['never spent without a limit', pointsAt([660, 40_000], [720, 46_000]), 0, { usedAtEnd: 118_000, spentAt: null }],
    ['never below what is used', pointsAt([660, 500], [720, 400]), 100_000, { usedAtEnd: 400, spentAt: null }],
    ['after 20 minutes', pointsAt([700, 0], [720, 20]), 100_000, { usedAtEnd: 20 + 720, spentAt: null }],
    ['unknown without a point', [], 100_000, null],
    ['unknown with the count of now alone', pointsAt([720, 100]), 100_000, null],
    ['unknown 19 minutes after the start', pointsAt([700, 10], [710, 50], [719, 100]), 100_000, null],
    ['unknown after a gap of more than an hour', pointsAt([100, 10], [720, 100]), 100_000, null],
  ])('are forecast: %s', (_, points, limit, forecast) => {
    expect(forecastBudget(points, { limit, resetsAt: at(24 * 60) })).toEqual(forecast)
  })
})
