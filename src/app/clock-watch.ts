import type { Logger } from 'pino'
import type { WallClock } from '../lib/clock.ts'

/** The difference of clocks above which ours is wrong: far more than an answer takes, and enough to date bans and durations wrongly. */
export const MAX_SKEW_SECONDS = 120

/** Compares our clock with the time in an answer of a platform, Unix seconds. */
export type NoteDate = (platform: 'Steam' | 'Discord', date: number) => void

/** Says by how much our clock differs, such as `7 minutes ahead of Steam’s`. */
export const describeSkew = (skewSeconds: number, platform: string): string =>
  `${Math.round(Math.abs(skewSeconds) / 60)} minutes ${skewSeconds > 0 ? 'ahead of' : 'behind'} ${platform}’s`

/** Whose clock it is, with Postgres that of its server, and how it is set. */
export const nameClock = (isShared: boolean) =>
  isShared
    ? { clock: 'the clock of the Postgres server', remedy: 'set it there' }
    : { clock: 'the clock of this machine', remedy: 'set it, with Linux by "timedatectl set-ntp true"' }

/** Creates a function that warns when our clock is wrong by minutes, and says when it is right again. */
export function createClockWatch(clock: WallClock, log: Pick<Logger, 'warn' | 'info'>, isShared: boolean): NoteDate {
  const differing = new Set<string>()
  const { clock: name, remedy } = nameClock(isShared)
  return (platform, date) => {
    const skewSeconds = clock.unixSeconds() - date
    if (Math.abs(skewSeconds) > MAX_SKEW_SECONDS) {
      if (differing.size === 0)
        log.warn(
          { skewSeconds },
          `${name} is ${describeSkew(skewSeconds, platform)}: times of bans and ends are wrong by as much; ${remedy}`,
        )
      differing.add(platform)
    } else if (differing.delete(platform) && differing.size === 0) log.info(`${name} agrees with ${platform}’s again`)
  }
}
