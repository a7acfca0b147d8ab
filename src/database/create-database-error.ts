import { DatabaseError, type DatabaseProblem } from '../model/database-error.ts'

export const RESTORE = 'Restore a backup with "npm run restore -- <backup>", or set DATABASE_URL to a new database.'

/** Creates a DatabaseError that names the setting and the place of the database: its path, or its address without a password. */
export const createDatabaseError = (place: string, problem: DatabaseProblem, text: string, cause?: unknown) =>
  new DatabaseError(problem, `DATABASE_URL ${place} ${text}`.trim(), cause === undefined ? {} : { cause })
