import { z } from 'zod'

// Steam's figures as they may be believed: whole, not negative, and not beyond what can be real. A figure outside its bounds
// makes the answer that holds it a failed one: clamping it could turn a banned account into a clean one.

/** Most bans one kind of ban is counted to, and most days since one (273 years). Longer lists are never answered either. */
const MAX_COUNT = 100_000
/** 32 bits, which last until the year 2106. */
const MAX_UNIX_SECONDS = 4_294_967_295
/** 38 years without a pause. */
const MAX_MINUTES = 20_000_000
const MAX_ITEMS = 1_000_000

/** A number of bans, days, friends or entries. */
export const countSchema = z.int().min(0).max(MAX_COUNT)

/** A moment in Unix seconds; 0 where Steam uses it for "unknown" or "never". */
export const unixSecondsSchema = z.int().min(0).max(MAX_UNIX_SECONDS)

/** Time played, in minutes. */
export const minutesSchema = z.int().min(0).max(MAX_MINUTES)

/** Time played, in hours. */
export const hoursSchema = z
  .number()
  .min(0)
  .max(MAX_MINUTES / 60)

/** Things in an inventory. */
export const itemCountSchema = z.int().min(0).max(MAX_ITEMS)

/** A game counter: fractions occur; sums of several stay exact below this bound. */
export const counterSchema = z.number().min(0).max(Number.MAX_SAFE_INTEGER)
