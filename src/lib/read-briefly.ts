import type { Clock } from './clock.ts'
import { endsWithin } from './timeout.ts'
import { DatabaseError } from '../model/database-error.ts'

/** Longest wait for the database. */
const DATABASE_WITHIN_MS = 2_000

/**
 * Reads what the database adds to an answer of Steam. The result is undefined when the database fails or is busy, so that the answer is not
 * delayed.
 */
export async function readBriefly<T>(clock: Clock, read: () => Promise<T>): Promise<T | undefined> {
  let found: T | undefined
  const reading = read().then((value) => void (found = value))
  try {
    await endsWithin(DATABASE_WITHIN_MS, reading, clock)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
  }
  return found
}
