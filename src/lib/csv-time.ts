/** A time in Unix seconds as `2026-05-04T14:02:00Z`, always UTC; empty for none. */
export const formatCsvTime = (seconds: number | null) =>
  seconds === null ? '' : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
