/** Rounds to one decimal. */
export const toTenths = (value: number): number => Math.round(value * 10) / 10

/** Rounds a number below a limit to one decimal, and never up to the limit. */
export const toTenthsBelow = (value: number, limit: number): number => Math.min(toTenths(value), toTenths(limit - 0.1))
