import { z } from 'zod'
import { unixSecondsSchema } from './bounds.ts'

/** Levels of the day's budget, by the calls that are still allowed: all, all but Rust hours, lookups only, or none. */
export const BUDGET_STATES = ['plenty', 'scarce', 'reserved', 'spent'] as const
export type BudgetState = (typeof BUDGET_STATES)[number]

export const budgetReportSchema = z.object({
  used: z.int().min(0).meta({
    description:
      'Calls of today. Of several processes each counts the calls that the others have taken in advance as well.',
  }),
  limit: z.int().min(0).meta({ description: '0 for no limit.' }),
  state: z.enum(BUDGET_STATES).meta({
    description:
      'Scarce: no Rust hours, unless a verdict needs them. Reserved: no batches and friend scans. Spent: cached answers only.',
  }),
  resetsAt: unixSecondsSchema.meta({ description: 'When the next day begins, Unix seconds.' }),
})
export type BudgetReport = z.infer<typeof budgetReportSchema>
