import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inPace, overAfter, type Reply } from '../support/client.ts'
import { percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ACCOUNTS = 12_000
const LATENCY_MS = 20
const PER_SECOND = 20
const NORMAL_MS = 5_000
const OUTAGE_MS = 30_000
/** The time after which the circuit is open, even if Steam hangs. */
const KNOWN_AFTER_MS = 12_000
const QUICK_MS = 50
const LONGEST_RECOVERY_MS = 60_000

const OUTAGES: { name: string; fault: Fault }[] = [
  { name: '503 from every method', fault: '503' },
  { name: 'every connection reset', fault: 'reset' },
  { name: 'every call hangs', fault: 'hang' },
]

/** Measures outages: calls to Steam, response times, stale answers, and time to recover. */
export async function measureOutages(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  for (const outage of OUTAGES) rows.push(...(await measureOutage(testbed, outage)))
  return {
    rows,
    notes: [
      `Outages: ${PER_SECOND} lookups a second of new accounts; response times are measured from ${KNOWN_AFTER_MS / 1_000} s after the start of the outage.`,
    ],
  }
}

async function measureOutage(testbed: Testbed, { name, fault }: (typeof OUTAGES)[number]): Promise<Row[]> {
  const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
  // Answers are cached for a second, so that those from before the outage have expired.
  const ours = await testbed.rapsheet(platform, { CACHE_ACCOUNT_SECONDS: '1' })
  const client = createClient(ours.url)
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const known: string[] = []
  const lookup = (steamId: string) => client.ask(`/api/lookup?steamId=${steamId}`)

  const normal = await platform.watch(() =>
    inPace(PER_SECOND, overAfter(NORMAL_MS), () => {
      const steamId = next()
      known.push(steamId)
      return lookup(steamId)
    }),
  )
  await sleep(2_000)
  await platform.dial({ faults: { [fault]: 1 } })
  const beganAt = performance.now()
  const during = await platform.watch(() =>
    inPace(PER_SECOND, overAfter(OUTAGE_MS), async () => {
      const sinceMs = performance.now() - beganAt
      return { ...(await lookup(next())), sinceMs }
    }),
  )
  const again = await Promise.all(known.map(lookup))
  await platform.dial({ faults: {} })
  const endedAt = performance.now()
  let recoveredMs = Number.POSITIVE_INFINITY
  const isOver = overAfter(LONGEST_RECOVERY_MS)
  await inPace(
    PER_SECOND,
    () => recoveredMs < Number.POSITIVE_INFINITY || isOver(),
    async () => {
      const { status } = await lookup(next())
      if (status === 200) recoveredMs = Math.min(recoveredMs, performance.now() - endedAt)
    },
  )
  client.close()
  await ours.stop()
  await platform.stop()

  const perLookup = ({ calls, value }: { calls: { total: number }; value: unknown[] }) => calls.total / value.length
  const ratio = perLookup(during) / perLookup(normal)
  const later = during.value.filter(({ sinceMs }) => sinceMs >= KNOWN_AFTER_MS).map(({ ms }) => ms)
  const quick = later.filter((ms) => ms <= QUICK_MS).length / later.length
  const isStale = ({ status, text }: Reply) => status === 200 && text.includes('"stale":true')
  const stale = again.filter(isStale).length / again.length
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return [
    {
      what: `outage, ${name}: calls per lookup`,
      target: '≤ 1.3 × normal',
      measured: `${perLookup(during).toFixed(2)} against ${perLookup(normal).toFixed(2)}, ${ratio.toFixed(2)} ×`,
      isMet: ratio <= 1.3,
    },
    {
      what: `outage, ${name}: answered within ${QUICK_MS} ms after detection`,
      target: '≥ 99 %',
      measured: `${percent(quick)}, p50 ${percentile(later, 50).toFixed(1)} ms, p99 ${whole(percentile(later, 99))} ms`,
      isMet: quick >= 0.99,
    },
    {
      what: `outage, ${name}: expired accounts answered as stale`,
      target: '≥ 99 %',
      measured: percent(stale),
      isMet: stale >= 0.99,
    },
    {
      what: `outage, ${name}: time from its end to the first complete answer`,
      target: '≤ 20 s',
      measured: `${(recoveredMs / 1_000).toFixed(1)} s`,
      isMet: recoveredMs <= 20_000,
    },
  ]
}
