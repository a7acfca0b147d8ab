/** Maximum of times: 32 bits, which is the year 2106. */
export const MAX_UNIX_SECONDS = 4_294_967_295

/** The beginning of the UTC day of a time, Unix seconds. */
export const startOfUtcDay = (at: number): number => at - (at % 86_400)
