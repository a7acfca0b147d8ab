import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError, type DatabaseProblem } from '../../model/database-error.ts'
import { createDatabaseError, RESTORE } from '../create-database-error.ts'

/** Problems and remedies for the operator, by the codes of SQLite and the file system. */
const PROBLEMS: [codes: string[], problem: DatabaseProblem, remedy: string][] = [
  [['SQLITE_FULL', 'ENOSPC', 'EDQUOT'], 'full', 'Free some disk space.'],
  [['SQLITE_INTERRUPT'], 'busy', 'It took too long. Try again.'],
  [['SQLITE_BUSY', 'SQLITE_LOCKED'], 'busy', 'Another process has locked it; end that process, or try again.'],
  [
    ['SQLITE_READONLY', 'SQLITE_PERM', 'EACCES', 'EPERM', 'EROFS'],
    'readonly',
    'Let this user write the file and its folder.',
  ],
  [['SQLITE_CORRUPT', 'SQLITE_NOTADB'], 'damaged', RESTORE],
  [
    ['SQLITE_CANTOPEN', 'ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR'],
    'unavailable',
    'Set DATABASE_URL to a file in a folder that this user may write.',
  ],
  [['SQLITE_IOERR', 'EIO'], 'unavailable', 'Check whether the disk is full, over its quota or broken.'],
  [['SQLITE_CONSTRAINT'], 'unavailable', 'This is a bug; please report it.'],
]

/** Removes the statement that knex puts before the message of SQLite. */
const withoutStatement = (message: string) => message.replace(/^[\s\S]* - (?=SQLITE_)/, '')

/** A DatabaseError for the operator: the path, what failed, its cause and the remedy. */
export function explain(path: string, failure: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  const [, problem = 'unavailable', remedy = ''] = PROBLEMS.find(([codes]) => codes.includes(systemCodeOf(error))) ?? []
  return createDatabaseError(path, problem, `${failure}: ${withoutStatement(messageOf(error))}. ${remedy}`, error)
}
