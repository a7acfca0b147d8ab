import { createCrowd } from '../support/ask.ts'
import { wholeAccounts } from '../support/accounts.ts'
import { median, whole, type Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const LATENCY_MS = 100
const CROWD = 1_000
const ROUNDS = 3

/** Many different lookups at once over HTTP, each on its own connection. */
export async function measureCrowd(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(LATENCY_MS)
  const ours = await testbed.rapsheet(platform)
  const theirs = await testbed.steamapi(platform)
  const steamIds = wholeAccounts(5_000).map(({ steamId }) => steamId)
  const someIds = () => steamIds.splice(0, CROWD)
  const crowd = createCrowd(ours)
  const theirCrowd = createCrowd(theirs)
  // The connections are opened first, so that opening them is not measured.
  await crowd.gather(CROWD)

  const rounds: { batched: number; total: number; ms: number; partial: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { value, calls, ms } = await platform.watch(() => crowd.lookup(someIds()))
    const partial = value.filter((answer) => !answer.includes('"unavailable":[]')).length
    rounds.push({ batched: calls.counts.summaries + calls.counts.bans, total: calls.total, ms, partial })
  }
  await theirCrowd.gather(CROWD)
  const their = await platform.watch(() => theirCrowd.lookup(someIds()))

  const of = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]))
  return {
    rows: [
      {
        what: `${whole(CROWD)} different lookups at once (HTTP)`,
        target: 'summaries + bans ≤ 24 calls',
        measured: `${of('batched')} calls (${whole(of('total'))} with hours and friend lists), ${whole(of('ms'))} ms, ${of('partial')} incomplete answers`,
        isMet: of('batched') <= 24,
        steamapi: `${whole(their.calls.counts.summaries + their.calls.counts.bans)} calls (${whole(their.calls.total)}), ${whole(their.ms)} ms`,
      },
    ],
    notes: [`Lookups at once: median of ${ROUNDS} rounds (${rounds.map(({ batched }) => batched).join(', ')} calls).`],
  }
}
