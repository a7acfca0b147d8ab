const MAX_SKEW_SECONDS = 3_600

/**
 * Whether our clock agrees with Steam's within an hour; only then may anything be deleted or given up because of its age. False before
 * Steam's first answer.
 */
export function isClockConfirmed({ steamClock }: { steamClock: () => { skewSeconds: number } | undefined }): boolean {
  const reading = steamClock()
  return reading !== undefined && Math.abs(reading.skewSeconds) <= MAX_SKEW_SECONDS
}
