import type { Repositories } from '../database/database.ts'
import type { Sweep } from '../database/sweeps.ts'
import type { SteamId } from '../model/steam-id.ts'
import { MAX_FAILED_TURNS } from './check-accounts.ts'
import { ACCOUNTS_PER_CALL } from './sweep-schedule.ts'
import type { WatchContext } from './watch-context.ts'

/** Most accounts that are read at once, and how long they are used: the lists can change meanwhile. */
const READ_AHEAD = 1_000
const READ_AHEAD_MS = 1_000

/** Where the sweeps are. */
interface Position {
  /** The newest sweep. */
  sweep: Sweep | undefined
  /** New accounts, which are checked at once. */
  unchecked: SteamId[]
  /** The accounts whose turn is next; only read when no account is new. */
  next: SteamId[]
}

/** Reads the position from the database, a little ahead of use: a sweep without pauses then needs few reads. */
export function createPositionReader({ database, clock }: Pick<WatchContext, 'database' | 'clock'>) {
  let ahead: { position: Position; readAtMs: number } | undefined
  return {
    async read(): Promise<Position> {
      const isUsable = ahead && hasAccounts(ahead.position) && clock.now() - ahead.readAtMs < READ_AHEAD_MS
      if (!ahead || !isUsable) ahead = { position: await database.read(readPosition), readAtMs: clock.now() }
      return ahead.position
    },
    /** Goes past the first accounts after a call for so many of them, of which `done` have ended their turn. */
    pass(accounts: number, done: number): void {
      if (!ahead) return
      const { sweep, unchecked, next } = ahead.position
      ahead.position = {
        sweep: sweep && { ...sweep, done: sweep.done + done },
        unchecked: unchecked.slice(accounts),
        next: unchecked.length > 0 ? next : next.slice(accounts),
      }
    },
    /** To be called when another step than a check has been taken, or a check has failed. */
    forget(): void {
      ahead = undefined
    },
  }
}

const hasAccounts = ({ unchecked, next }: Position) => unchecked.length + next.length > 0

async function readPosition({ sweeps }: Repositories): Promise<Position> {
  const sweep = await sweeps.latest()
  const unchecked = await sweeps.unchecked(READ_AHEAD, MAX_FAILED_TURNS)
  const isRunning = sweep !== undefined && sweep.finishedAt === null && unchecked.length === 0
  return { sweep, unchecked, next: isRunning ? await sweeps.next(sweep.id, readAheadFor(sweep)) : [] }
}

/**
 * Accounts for the next call and for those that are due while they are used: a slow sweep reads few that it does not use. Always
 * whole calls: what is left over would be checked in a call of its own where a sweep is late.
 */
function readAheadFor({ total, intervalSeconds }: Sweep): number {
  const due = (total / intervalSeconds) * (READ_AHEAD_MS / 1000)
  return Math.min(READ_AHEAD, ACCOUNTS_PER_CALL * (1 + Math.ceil(due / ACCOUNTS_PER_CALL)))
}
