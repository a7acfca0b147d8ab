import { join } from 'node:path'
import { z } from 'zod'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, type Client, type Reply } from '../support/client.ts'
import type { Findings } from '../support/table.ts'
import type { Testbed } from '../support/testbed.ts'

const LIMIT = 400
const BATCH = 5

const readinessSchema = z.object({ budget: z.object({ used: z.number() }) })

/** What happened as the budget was used up; `…At` is the number of calls at that time. */
interface Observed {
  hoursEndAt: number | undefined
  batchesEndAt: number | undefined
  refusedBatch: Reply | undefined
  /** The error code of a scan after batches ended. */
  scanCode: string | undefined
  /** Lookups answered after batches ended. */
  answeredBeyond: number
  restarted: { before: number; after: number } | undefined
  calls: number
}

/** A used-up day budget: which requests stop first, which continue, and whether a restart keeps the count. */
export async function measureBudget(testbed: Testbed): Promise<Findings> {
  const { hoursEndAt, batchesEndAt, refusedBatch, scanCode, answeredBeyond, restarted, calls } =
    await useUpBudget(testbed)
  const percent = (at: number | undefined) => (at === undefined ? 'never' : `at ${((100 * at) / LIMIT).toFixed(1)} %`)
  const isWithin = (at: number | undefined, low: number, high: number) =>
    at !== undefined && at / LIMIT >= low && at / LIMIT <= high
  return {
    rows: [
      {
        what: `day budget of ${LIMIT} calls: hours are omitted`,
        target: 'from 80 %',
        measured: percent(hoursEndAt),
        isMet: isWithin(hoursEndAt, 0.78, 0.84),
      },
      {
        what: 'day budget: batches and scans are rejected, lookups continue',
        target: 'from 95 %, with the time until the next day',
        measured: `${percent(batchesEndAt)}: batch ${refusedBatch?.status ?? 'never'}, Retry-After ${refusedBatch?.retryAfter ?? 'none'}, scan ${scanCode ?? 'answered'}; ${answeredBeyond} lookups after that`,
        isMet:
          isWithin(batchesEndAt, 0.93, 0.98) &&
          refusedBatch?.retryAfter !== undefined &&
          scanCode === 'budget_spent' &&
          answeredBeyond > 0,
      },
      {
        what: 'day budget: all calls of the day',
        target: `≤ ${LIMIT}`,
        measured: `${calls}`,
        isMet: calls <= LIMIT,
      },
      {
        what: 'day budget: count after a restart',
        target: 'unchanged',
        measured: restarted ? `${restarted.before} before, ${restarted.after} after` : 'not measured',
        isMet: restarted !== undefined && restarted.after >= restarted.before,
      },
    ],
  }
}

/** Looks up new accounts until the service refuses; tries batches from half of the budget on, and restarts it once. */
async function useUpBudget(testbed: Testbed): Promise<Observed> {
  const platform = await testbed.platform(0)
  const settings = {
    STEAM_CALLS_PER_DAY: String(LIMIT),
    STORE_URL: `sqlite://${join(await testbed.folder(), 'store.sqlite')}`,
  }
  const next = deal(wholeAccounts(5_000).map(({ steamId }) => steamId))
  const used = async () => (await platform.calls()).total
  let ours = await testbed.rapsheet(platform, settings)
  let client = createClient(ours.url)
  const restart = async () => {
    const before = await budgetUsed(client)
    client.close()
    await ours.stop()
    ours = await testbed.rapsheet(platform, settings)
    client = createClient(ours.url)
    return { before, after: await budgetUsed(client) }
  }

  const observed: Observed = {
    hoursEndAt: undefined,
    batchesEndAt: undefined,
    refusedBatch: undefined,
    scanCode: undefined,
    answeredBeyond: 0,
    restarted: undefined,
    calls: 0,
  }
  for (;;) {
    const before = await used()
    const { status, text } = await client.ask(`/api/lookup?steamId=${next()}`)
    if (status !== 200) break
    if (text.includes('"rustHours"]') || text.includes('["rustHours"')) observed.hoursEndAt ??= before
    if (observed.refusedBatch) observed.answeredBeyond++
    else if (before > LIMIT / 2) {
      const reply = await client.ask('/api/lookup/batch', { steamIds: Array.from({ length: BATCH }, next) })
      if (reply.status !== 200) {
        const scan = await client.ask('/api/friends', { steamId: CAST.scan })
        const scanCode = /"code":"(\w+)"/.exec(scan.text)?.[1]
        Object.assign(observed, { batchesEndAt: before, refusedBatch: reply, scanCode })
      }
    }
    if (observed.hoursEndAt !== undefined) observed.restarted ??= await restart()
    // Limits the loop if the budget does not work.
    if (before > 3 * LIMIT) break
  }
  client.close()
  return { ...observed, calls: await used() }
}

async function budgetUsed(client: Client): Promise<number> {
  const parsed = readinessSchema.safeParse(JSON.parse((await client.ask('/readyz')).text))
  return parsed.success ? parsed.data.budget.used : Number.NaN
}
