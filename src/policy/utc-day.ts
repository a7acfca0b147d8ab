import { DAY_SECONDS } from '../accounts/to-facts.ts'

/** When the UTC day of a time began, in Unix seconds. */
export const dayOf = (at: number): number => at - (at % DAY_SECONDS)
