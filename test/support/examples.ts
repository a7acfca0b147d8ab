import { EXAMPLES } from '../../src/accounts/http/examples.ts'
import { batchResultSchema, scanFoundSchema, scanProgressSchema, scanResultSchema } from '../../src/model/account.ts'
import { comparisonSchema } from '../../src/model/comparison.ts'
import { inventorySchema } from '../../src/model/inventory.ts'
import { lookupAnswerSchema } from '../../src/model/lookup-answer.ts'
import { rustStatsSchema } from '../../src/model/stats.ts'

// The recorded examples of the HTTP document, with the types of the answers.

const { lookup, batch, comparison, scan, stats, inventory } = EXAMPLES

export const exampleAccount = lookupAnswerSchema.parse(lookup.account)
export const exampleBatch = batchResultSchema.parse(batch)
export const exampleComparison = comparisonSchema.parse(comparison)
export const exampleScan = {
  start: scanProgressSchema.parse(scan.start),
  found: scanFoundSchema.parse(scan.found),
  progress: scanProgressSchema.parse(scan.progress),
  result: scanResultSchema.parse(scan.result),
}
export const exampleStats = rustStatsSchema.parse(stats)
export const exampleInventory = inventorySchema.parse(inventory)
