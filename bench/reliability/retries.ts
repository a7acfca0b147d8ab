import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inCrowd } from '../support/client.ts'
import { whole, type Findings, type Row } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const ACCOUNTS = 12_000
const LATENCY_MS = 20
const REFUSED = 0.1
const REQUESTS = 2_000
const AT_ONCE = 10

const TRIALS = [
  { retries: 0, errors: 1, extra: 0 },
  { retries: 1, errors: 0.015, extra: 0.12 },
  { retries: 2, errors: 0.002, extra: 0.12 },
]

/** The effect of retries when one call in ten is answered 429; statistics take one call per request. */
export async function measureRetries(testbed: Testbed): Promise<Findings> {
  const rows: Row[] = []
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  for (const { retries, errors, extra } of TRIALS) {
    const platform = await testbed.platform(LATENCY_MS, ACCOUNTS)
    const ours = await testbed.rapsheet(platform, {}, { retries })
    await platform.dial({ faults: { '429': REFUSED } })
    const client = createClient(ours.url)
    const { value: replies, calls } = await platform.watch(() =>
      inCrowd(Array.from({ length: REQUESTS }, next), AT_ONCE, (steamId) =>
        client.ask(`/api/rust-stats?steamId=${steamId}`),
      ),
    )
    client.close()
    await ours.stop()
    await platform.stop()
    // Private or missing statistics are not failures.
    const share = replies.filter(({ status }) => ![200, 403, 404].includes(status)).length / REQUESTS
    const more = calls.counts.stats / REQUESTS - 1
    rows.push({
      what: `one call in ten 429, up to ${retries} retries a call, ${whole(REQUESTS)} requests of one call`,
      target: retries === 0 ? '' : `errors ≤ ${100 * errors} %, ≤ ${100 * extra} % more calls`,
      measured: `errors ${(100 * share).toFixed(2)} %, ${(100 * more).toFixed(1)} % more calls`,
      ...(retries === 0 ? {} : { isMet: share <= errors && more <= extra }),
    })
  }
  return { rows }
}
