import type { Clock } from './clock.ts'

/** Interval at which the time of the last use of a token is stored. */
const NOTED_EVERY_SECONDS = 60

/** The repository of the tokens. */
interface Tokens {
  /** Records that a token was used at `at`, Unix seconds. */
  noteUse: (id: number, at: number) => Promise<void>
}

interface TokenUsesOptions {
  /** Runs work in a transaction. */
  transaction: (work: (tokens: Tokens) => Promise<void>) => Promise<void>
  clock: Pick<Clock, 'unixSeconds'>
  /** Called when uses could not be stored. They are lost; each token's next use is stored again. */
  onError: (error: unknown) => void
}

/** Creates a recorder of the uses of tokens, which stores at most one use a minute for each token. No answer waits for it. */
export function createTokenUses({ transaction, clock, onError }: TokenUsesOptions) {
  const notedAt = new Map<number, number>()
  const waiting = new Map<number, number>()
  let storing: Promise<void> | undefined

  const storeAll = async () => {
    while (waiting.size > 0) {
      const uses = [...waiting]
      waiting.clear()
      try {
        await transaction(async (tokens) => {
          for (const [id, at] of uses) await tokens.noteUse(id, at)
        })
      } catch (error) {
        // The first use of a token ends the replaced one, and must not wait for a minute.
        for (const [id] of uses) notedAt.delete(id)
        onError(error)
      }
    }
  }

  return {
    note(tokenId: number): void {
      const now = clock.unixSeconds()
      const last = notedAt.get(tokenId)
      if (last !== undefined && Math.abs(now - last) < NOTED_EVERY_SECONDS) return
      notedAt.set(tokenId, now)
      waiting.set(tokenId, now)
      storing ??= storeAll().finally(() => {
        storing = undefined
      })
    },
    /** Resolves when all uses are stored. */
    settled: async () => storing,
  }
}

/** Share of the day's calls that one key may use, so that one game server cannot use up the calls of all other game servers. */
const DAILY_SHARE = 0.2

/** Counts the day's calls to Steam by key, such as a token or a Discord server; `callsPerDay` is 0 for no limit. The counts start at 0 with each process. */
export function createTokenShares(callsPerDay: number, clock: Pick<Clock, 'unixSeconds'>) {
  const limit = callsPerDay === 0 ? Infinity : callsPerDay * DAILY_SHARE
  const used = new Map<string, number>()
  let day = -1
  const today = () => {
    const now = Math.floor(clock.unixSeconds() / 86_400)
    if (now !== day) used.clear()
    day = now
    return used
  }
  return {
    isSpent: (key: string): boolean => (today().get(key) ?? 0) >= limit,
    /** Adds calls; a call that several requests share counts as a fraction. */
    add(key: string, calls: number): void {
      if (calls > 0) today().set(key, (today().get(key) ?? 0) + calls)
    },
  }
}
