import { z } from 'zod'
import { MAX_UNIX_SECONDS } from './unix-seconds.ts'

// Plausible ranges of Steam's numbers. An answer with a number out of range is a failed answer: clamping the number could turn
// a banned account into a clean one.

/** Maximum of counts; as days, it is 273 years. */
export const MAX_COUNT = 100_000
/** Maximum of playtimes: 38 years. */
const MAX_MINUTES = 20_000_000
const MAX_HOURS = MAX_MINUTES / 60
const MAX_ITEMS = 1_000_000

/** A number of bans, days, friends or entries. */
export const countSchema = z.int().min(0).max(MAX_COUNT)

/** A time in Unix seconds; 0 where Steam means "unknown" or "never". */
export const unixSecondsSchema = z.int().min(0).max(MAX_UNIX_SECONDS)

export const minutesSchema = z.int().min(0).max(MAX_MINUTES)
export const hoursSchema = z.number().min(0).max(MAX_HOURS)

export const itemCountSchema = z.int().min(0).max(MAX_ITEMS)

/** A game counter, possibly fractional; sums below this limit are exact. */
export const counterSchema = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
