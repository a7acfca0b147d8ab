import { Agent, buildConnector } from 'undici'
import { openPolicyBed, type PolicyBed } from '../joins/policy-bed.ts'
import { judgeJoin, type JudgedJoin } from '../joins/judge-join.ts'
import { toLeakRow } from '../joins/leak-row.ts'
import { percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const PLAYERS = 500
const LATENCY_MS = 100
const ACCOUNTS = 2_000
const MAX_CALLS = 12
/** After this time the service has accepted all connections. */
const HELD_MS = 1_500
const VARIANTS = {
  known: 'address known by its token',
  first: 'first requests of the process',
  'all-open': `first requests of the process, sent ${HELD_MS / 1_000} s after all connections were open`,
}
const RULES = { maxVacBans: 0, maxGameBans: 0 }
/** The defaults, which the testbed turns off. */
const SETTINGS = {
  HTTP_MAX_CONNECTIONS_PER_ADDRESS: '250',
  HTTP_MAX_SCANS_PER_ADDRESS: '10',
  RATE_LIMIT_PER_MINUTE: '600',
}

/** Five hundred players join at once after a wipe, each on a connection of its own, all from one address. */
export async function measureJoinRush(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  const notes: string[] = []
  for (const variant of ['known', 'first', 'all-open'] as const) {
    const seed = 1 + Math.floor(Math.random() * 1_000_000)
    const bed = await openPolicyBed(testbed, {
      rules: RULES,
      latencyMs: LATENCY_MS,
      accounts: ACCOUNTS,
      seed,
      settings: { ...SETTINGS, LOG_LEVEL: 'info' },
    })
    const title = `${PLAYERS} joins at once, ${VARIANTS[variant]}, seed ${seed}`
    const [first = '', ...players] = bed.world.ids
    if (variant === 'known') await bed.gameServer().join({ steamId: first })
    const { value, calls } = await bed.platform.watch(() =>
      joinAtOnce(bed, players.slice(0, PLAYERS), variant === 'all-open'),
    )
    await bed.close()
    const waitedMs = variant === 'all-open' ? HELD_MS : 0
    rows.push(...toRows(title, value, calls.total, waitedMs), toLeakRow(title, [bed.leaks]))
    for (const lie of value.flatMap(({ lies }) => lies).slice(0, 3)) notes.push(`DIFFERS, ${title}: ${lie}`)
  }
  return { rows, notes }
}

async function joinAtOnce(bed: PolicyBed, players: readonly string[], isHeld: boolean): Promise<JudgedJoin[]> {
  const { world, policy } = bed
  const dispatcher = new Agent({ pipelining: 0, ...(isHeld ? { connect: createHeldConnector(players.length) } : {}) })
  const server = bed.gameServer({ dispatcher })
  const now = Math.floor(Date.now() / 1_000)
  const joins = await Promise.all(
    players.map(async (steamId) => judgeJoin(world, policy, await server.join({ steamId }), [steamId], now)),
  )
  await dispatcher.destroy()
  return joins
}

/** Opens connections, but uses none of them before the service has accepted all, as when the network is slower than the players. */
function createHeldConnector(count: number): buildConnector.connector {
  const connect = buildConnector({})
  const held: (() => void)[] = []
  return (options, callback) =>
    connect(options, (...result) => {
      held.push(() => callback(...result))
      if (held.length >= count) setTimeout(() => held.splice(0).forEach((use) => use()), HELD_MS)
    })
}

function toRows(title: string, joins: JudgedJoin[], calls: number, waitedMs: number): Row[] {
  const answers = joins.flatMap((join) => join.answers)
  // Accounts without a ban record at Steam are unknown.
  const isWrong = ({ implied, given }: (typeof answers)[number]) => given !== implied
  const wrong = answers.filter(isWrong)
  const ends = [...new Set(wrong.map(({ end }) => end))].join(', ')
  const times = answers.map(({ ms }) => ms - waitedMs)
  return [
    {
      what: `${title}: calls`,
      target: `≤ ${MAX_CALLS}`,
      measured: `${calls}`,
      isMet: calls <= MAX_CALLS,
    },
    {
      what: `${title}: requests not answered with the verdict`,
      target: '0',
      measured: `${wrong.length}${ends ? ` (${ends})` : ''}; p50 ${whole(percentile(times, 50))} ms, p99 ${whole(percentile(times, 99))} ms`,
      isMet: wrong.length === 0,
    },
  ]
}
