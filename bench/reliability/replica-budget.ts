import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, inCrowd } from '../support/client.ts'
import { openReplicaBed } from '../support/replica-bed.ts'
import type { Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const REPLICAS = 4
const LIMIT = 2_000
const LEAST = LIMIT * 0.99
const ACCOUNTS = 12_000
/** Look-ups at once on each replica. */
const AT_ONCE = 8
/** Number of refusals in a row after which a replica stops asking. */
const REFUSED_OFTEN = 50

/** Replicas use up the day's calls as fast as they can: Steam must count no call above the limit, and few calls may be left over. */
export async function measureReplicaBudget(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(0, ACCOUNTS)
  const bed = await openReplicaBed(testbed)
  const servers = await bed.start(platform, REPLICAS, { STEAM_CALLS_PER_DAY: String(LIMIT) })
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const codes = new Map<string, number>()
  const useUp = async (url: string) => {
    const client = createClient(url)
    let refused = 0
    await inCrowd(Array(AT_ONCE).fill(null), AT_ONCE, async () => {
      while (refused < REFUSED_OFTEN) {
        const { status, text } = await client.ask(`/api/lookup?steamId=${next()}`)
        refused = status === 200 ? 0 : refused + 1
        const outcome = status === 200 ? 'answered' : (/"code":"(\w+)"/.exec(text)?.[1] ?? String(status))
        codes.set(outcome, (codes.get(outcome) ?? 0) + 1)
      }
    })
    client.close()
  }
  const startedAt = performance.now()
  await Promise.all(servers.map(({ url }) => useUp(url)))
  const seconds = (performance.now() - startedAt) / 1_000
  const { total } = await platform.calls()
  return {
    rows: [
      {
        what: `${REPLICAS} replicas, day's limit ${LIMIT}, all asking as hard as they can: calls that Steam counts`,
        target: `≤ ${LIMIT}, ≥ ${LEAST}`,
        measured: `${total}`,
        isMet: total <= LIMIT && total >= LEAST,
      },
    ],
    notes: [
      `Calls of replicas: used up in ${seconds.toFixed(1)} s; ${[...codes].map(([code, count]) => `${count} ${code}`).join(', ')}.`,
    ],
  }
}
