import type { Logger } from 'pino'
import type { WallClock } from '../lib/clock.ts'

/** The difference of clocks above which ours is wrong: far more than an answer takes, and enough to date bans and durations wrongly. */
const MAX_SKEW_SECONDS = 120

/** Says what is wrong with our clock, such as `is 7 minutes ahead of Steam’s: …`; undefined if it is right. */
export function describeSkew(skewSeconds: number, platform: string): string | undefined {
  if (Math.abs(skewSeconds) <= MAX_SKEW_SECONDS) return undefined
  const minutes = `${Math.round(Math.abs(skewSeconds) / 60)} minutes ${skewSeconds > 0 ? 'ahead of' : 'behind'}`
  return `is ${minutes} ${platform}’s: times of bans and ends are wrong by as much; set it, with Linux by "timedatectl set-ntp true"`
}

/**
 * Creates a function that records a time in an answer of Steam, Unix seconds. It compares our clock with it, and warns once while they differ by
 * minutes.
 */
export function createClockWatch(
  clock: WallClock,
  log: Pick<Logger, 'warn' | 'info'>,
  record: (date: number) => void = () => {},
): (date: number) => void {
  let isWrong = false
  return (date) => {
    record(date)
    const skewSeconds = clock.unixSeconds() - date
    const problem = describeSkew(skewSeconds, 'Steam')
    if (problem !== undefined && !isWrong)
      log.warn({ skewSeconds }, `the clock of this machine, or with Postgres that of its server, ${problem}`)
    if (problem === undefined && isWrong) log.info('the clock agrees with Steam’s again')
    isWrong = problem !== undefined
  }
}
