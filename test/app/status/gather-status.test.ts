import { expect, test } from 'vitest'
import { statusSchema } from '../../../src/model/status.ts'
import { createBudgetHistory } from '../../../src/app/status/budget-history.ts'
import { gatherStatus, type StatusSources } from '../../../src/app/status/gather-status.ts'
import { createProxySightings } from '../../../src/app/status/checklist.ts'
import { exampleStatus } from '../../support/example-status.ts'
import { NOW } from '../../support/fake-context.ts'

const clock = { unixSeconds: () => NOW }
const sightings = createProxySightings(clock)

const sources = (parts: Partial<StatusSources> = {}): StatusSources => ({
  clock,
  process: {
    version: '0.1.0',
    node: '24.0.0',
    role: 'all',
    startedAt: NOW - 60,
    memoryLimitBytes: 0,
    store: 'sqlite',
    database: 'sqlite',
  },
  setUp: {
    role: 'all',
    hasDiscordToken: false,
    hasAdminToken: false,
    hasApiTokens: false,
    isOpenToAll: false,
    trustsProxy: false,
    certificateEndsAt: undefined,
    publicUrl: null,
    perMinute: 600,
    neededPerMinute: 21,
  },
  readiness: async () => ({
    ready: true,
    store: 'open',
    database: 'open',
    platform: 'reachable',
    discord: 'off',
    stopping: false,
    budget: { used: 7, limit: 100, state: 'plenty', resetsAt: NOW + 3_600 },
    replicas: null,
    down: ['stats'],
    blocked: ['community'],
  }),
  readStored: async () => null,
  history: createBudgetHistory(clock),
  failures: () => [],
  limiters: () => ({
    api: { inFlight: 2, limit: 100, waiting: [2, 2, 1, 0] },
    community: { inFlight: 1, limit: 3, waiting: 2 },
  }),
  requests: () => 4,
  connections: () => 5,
  load: () => ({ delayMs: 1.27, memoryBytes: 1 }),
  memoryBytes: () => 1_000,
  overload: () => null,
  sightings: sightings.read,
  inviteUrl: () => null,
  fileServer: () => null,
  refusalsOf: () => ({ hasRules: true, hasBans: false }),
  ...parts,
})

test('puts everything into one value', async () => {
  const status = await gatherStatus(sources())
  expect(statusSchema.strict().parse(status)).toEqual(status)
  expect(status).toMatchObject({
    at: NOW,
    budget: { used: 7, points: [{ at: NOW, used: 7 }], forecast: null },
    circuits: { platform: 'reachable', down: ['stats'], blocked: ['community'] },
    queue: {
      api: { inFlight: 2, limit: 100, waiting: { lookup: 2, scan: 1, background: 1 } },
      community: { inFlight: 1, limit: 3, waiting: 2 },
      requests: 4,
      connections: 5,
      eventLoopDelayMs: 1.2,
      overload: null,
    },
    sweeps: null,
    alerts: null,
    process: { store: { kind: 'sqlite', state: 'open' }, database: { kind: 'sqlite', state: 'off' } },
  })
})

test('a database that cannot be read is told apart from one that is off and from an empty one', async () => {
  const status = await gatherStatus(sources({ readStored: () => Promise.reject(new Error('busy')) }))
  expect(status).toMatchObject({ sweeps: null, alerts: null, process: { database: { state: 'failing' } } })
  const unknown = status.checklist.filter(({ state }) => state === 'unknown').map(({ code }) => code)
  expect(unknown).toEqual(['invite', 'alert_channel', 'game_servers', 'backup'])
})

test('a load that is not measured yet is null, not 0', async () => {
  for (const load of [null, { delayMs: Number.NaN, memoryBytes: 1 }])
    expect((await gatherStatus(sources({ load: () => load }))).queue.eventLoopDelayMs).toBeNull()
})

test('a proxy that is not trusted shows in the checklist', async () => {
  sightings.note(false)
  const { checklist } = await gatherStatus(sources())
  expect(checklist).toContainEqual({
    code: 'proxy',
    state: 'warning',
    isTrusted: false,
    trustedAt: null,
    untrustedAt: NOW,
  })
})

test('a failure that concerns one Discord server names it', async () => {
  const { sweeps, alerts } = exampleStatus
  if (!sweeps || !alerts) throw new Error('the example has no database')
  const failure = { at: NOW, level: 'error', code: 'damaged', where: 'bans', requestId: null } as const
  const failures = () => ['7', '8', null].map((guildId) => ({ ...failure, guildId }))
  const none = { guilds: 0, channelProblems: [], gameServers: [], serversSilent: 0, listing: null, backedUpAt: null }
  const readStored = async () => ({ sweeps, alerts, ...none, guildNames: { '7': 'Rust EU' } })
  const { errors } = await gatherStatus(sources({ failures, readStored }))
  expect(errors.map(({ guildId, guildName }) => [guildId, guildName])).toEqual([
    ['7', 'Rust EU'],
    ['8', null],
    [null, null],
  ])
})
