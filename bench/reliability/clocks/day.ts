import { z } from 'zod'
import { deal, wholeAccounts } from '../../support/accounts.ts'
import { createClient, inCrowd } from '../../support/client.ts'
import { openReplicaBed } from '../../support/replica-bed.ts'
import type { Row } from '../../support/table.ts'
import type { Server, Testbed } from '../../support/testbed.ts'
import { shiftedBy, SHIFTS_MS } from './shifts.ts'

const DAY_MS = 86_400_000
const LIMIT = 1_000
const ACCOUNTS = 2_000
const LOOKUPS = 500
const AT_ONCE = 10

const readinessSchema = z.object({ budget: z.object({ resetsAt: z.number() }) })

/** Replicas share the day's calls of the database's day, even if one of them believes that it is tomorrow. */
export async function measureDayClocks(testbed: Testbed): Promise<Row[]> {
  const platform = await testbed.platform(0, ACCOUNTS)
  const bed = await openReplicaBed(testbed)
  const replicas: Server[] = []
  for (const ms of [...SHIFTS_MS, DAY_MS])
    replicas.push(...(await bed.start(platform, 1, { STEAM_CALLS_PER_DAY: String(LIMIT), ...shiftedBy(ms) })))
  const clients = replicas.map(({ url }) => createClient(url))
  const next = deal(wholeAccounts(ACCOUNTS).map(({ steamId }) => steamId))
  const readDay = async () => {
    const answers = await Promise.all(clients.map((client) => client.ask('/readyz')))
    return answers.map(({ text }) => readinessSchema.parse(JSON.parse(text)).budget.resetsAt)
  }
  const tomorrow = Math.floor(Date.now() / DAY_MS + 1) * (DAY_MS / 1_000)
  const wrongDays = (await readDay()).filter((resetsAt) => resetsAt !== tomorrow).length
  const { calls } = await platform.watch(() =>
    Promise.all(
      clients.map((client) =>
        inCrowd(Array.from({ length: LOOKUPS / clients.length }), AT_ONCE, () =>
          client.ask(`/api/lookup?steamId=${next()}`),
        ),
      ),
    ),
  )
  for (const client of clients) client.close()
  return [
    {
      what: `clocks 10 min apart, and one a day ahead: the day's ${LIMIT} calls, all replicas asking as hard as they can`,
      target: `≤ ${LIMIT} calls, at least 90 % of them used; the same end of the day`,
      measured: `${calls.total} calls; ${wrongDays} of ${replicas.length} replicas with another end of the day`,
      isMet: calls.total <= LIMIT && calls.total >= 0.9 * LIMIT && wrongDays === 0,
    },
  ]
}
