/** Rounds down to one decimal, so that a number under a limit is never shown as the limit. */
export const floorToTenths = (value: number): number => Math.floor(value * 10) / 10
