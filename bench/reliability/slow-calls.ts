import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inCrowd, type Reply } from '../support/client.ts'
import { percentile, whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ACCOUNTS = 12_000
const LATENCY_MS = 100
const SLOW = 0.05
const WARM_UP = 200
const REQUESTS = 1_500
const AT_ONCE = 10

/** The effect of hedging when one call in twenty takes three seconds. */
export async function measureSlowCalls(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  for (const isHedged of [false, true]) {
    const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
    const ours = await testbed.rapsheet(platform, {}, isHedged ? {} : { hedgePercent: 0 })
    const client = createClient(ours.url)
    const ask = (count: number, path: string): Promise<Reply[]> =>
      inCrowd(Array.from({ length: count }, next), AT_ONCE, (steamId) => client.ask(`${path}?steamId=${steamId}`))
    // Hedging starts after enough calls to know the usual duration.
    await ask(WARM_UP, '/api/rust-stats')
    await ask(WARM_UP, '/api/lookup')
    await platform.dial({ faults: { slow: SLOW } })
    const single = await platform.watch(() => ask(REQUESTS, '/api/rust-stats'))
    const lookups = await platform.watch(() => ask(REQUESTS / 2, '/api/lookup'))
    client.close()
    await ours.stop()
    await platform.stop()

    const p99 = (replies: Reply[]) =>
      percentile(
        replies.map(({ ms }) => ms),
        99,
      )
    const more = single.calls.counts.stats / REQUESTS - 1
    const how = isHedged ? 'hedged' : 'without hedging'
    rows.push(
      {
        what: `one call in twenty takes 3 s, ${how}, ${whole(REQUESTS)} requests of one call`,
        target: isHedged ? 'p99 ≤ 400 ms, ≤ 7 % more calls' : '',
        measured: `p50 ${whole(
          percentile(
            single.value.map(({ ms }) => ms),
            50,
          ),
        )} ms, p99 ${whole(p99(single.value))} ms, ${(100 * more).toFixed(1)} % more calls`,
        ...(isHedged ? { isMet: p99(single.value) <= 400 && more <= 0.07 } : {}),
      },
      {
        what: `one call in twenty takes 3 s, ${how}, lookups`,
        target: '',
        measured: `p99 ${whole(p99(lookups.value))} ms, ${(lookups.calls.total / (REQUESTS / 2)).toFixed(2)} calls per lookup`,
      },
    )
  }
  return { rows }
}
