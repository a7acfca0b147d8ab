import { join } from 'node:path'
import { z } from 'zod'
import { CAST } from '../../sim/steam/cast.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { createClient, type Client, type Reply } from '../support/client.ts'
import type { Findings } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'

const LIMIT = 400
const BATCH = 5

const readinessSchema = z.object({ budget: z.object({ used: z.number(), limit: z.number(), state: z.string() }) })

/** A used-up day budget: which requests stop first, which continue, and whether a restart keeps the count. */
export async function measureBudget(testbed: Testbed): Promise<Findings> {
  const platform = await testbed.platform(0)
  const settings = {
    STEAM_CALLS_PER_DAY: String(LIMIT),
    STORE_URL: `sqlite://${join(await testbed.folder(), 'store.sqlite')}`,
  }
  const next = deal(wholeAccounts(5_000).map(({ steamId }) => steamId))
  let ours = await testbed.rapsheet(platform, settings)
  let client = createClient(ours.url)
  const lookup = () => client.ask(`/api/lookup?steamId=${next()}`)
  const batch = () => client.ask('/api/lookup/batch', { steamIds: Array.from({ length: BATCH }, next) })
  const used = async () => (await platform.calls()).total

  let hoursEndAt: number | undefined
  let batchesEndAt: number | undefined
  let refusedBatch: Reply | undefined
  let refusedScan: Reply | undefined
  let answeredBeyond = 0
  let restarted: { before: number; after: number } | undefined
  for (;;) {
    const before = await used()
    const { status, text } = await lookup()
    if (status !== 200) break
    if (text.includes('"rustHours"]') || text.includes('["rustHours"')) hoursEndAt ??= before
    if (refusedBatch) answeredBeyond++
    else if (before > LIMIT / 2) {
      const reply = await batch()
      if (reply.status !== 200) {
        batchesEndAt = before
        refusedBatch = reply
        refusedScan = await client.ask('/api/friends', { steamId: CAST.scan })
      }
    }
    if (hoursEndAt !== undefined && !restarted) {
      const stateBefore = await budgetOf(client)
      ;[ours, client] = await restart(testbed, ours, client, platform, settings)
      restarted = { before: stateBefore.used, after: (await budgetOf(client)).used }
    }
    // Limits the loop if the budget does not work.
    if (before > 3 * LIMIT) break
  }
  const calls = await used()
  client.close()
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
        measured: `${percent(batchesEndAt)}: batch ${refusedBatch?.status ?? 'never'}, Retry-After ${refusedBatch?.retryAfter ?? 'none'}, scan ${/"code":"(\w+)"/.exec(refusedScan?.text ?? '')?.[1] ?? 'answered'}; ${answeredBeyond} lookups after that`,
        isMet:
          isWithin(batchesEndAt, 0.93, 0.98) &&
          refusedBatch?.retryAfter !== undefined &&
          refusedScan?.text.includes('"code":"budget_spent"') === true &&
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

async function budgetOf(client: Client): Promise<{ used: number; state: string }> {
  const parsed = readinessSchema.safeParse(JSON.parse((await client.ask('/readyz')).text))
  return parsed.success ? parsed.data.budget : { used: Number.NaN, state: 'unknown' }
}

async function restart(
  testbed: Testbed,
  server: Server,
  client: Client,
  platform: { url: string },
  settings: Record<string, string>,
): Promise<[Server, Client]> {
  client.close()
  await server.stop()
  const again = await testbed.rapsheet(platform, settings)
  return [again, createClient(again.url)]
}
