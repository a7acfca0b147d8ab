import { DAY_SECONDS } from '../accounts/to-facts.ts'

/** The beginning of the UTC day of a time, Unix seconds. */
export const startOfUtcDay = (at: number): number => at - (at % DAY_SECONDS)
