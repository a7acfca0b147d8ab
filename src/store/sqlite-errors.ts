import { messageOf, systemCodeOf } from '../lib/thrown.ts'
import { problemWith } from './known-problem.ts'

const READ_ONLY = ['SQLITE_READONLY', 'EACCES', 'EPERM', 'EROFS']

/** Remedies for the operator, by the code of the error. */
const REMEDIES: [codes: string[], remedy: string][] = [
  [READ_ONLY, 'Let this user write the file and its folder.'],
  [['NOT_OURS'], 'It was not changed; set STORE_URL to a new file or to an existing store.'],
  [['SQLITE_CANTOPEN', 'ENOENT', 'ENOTDIR', 'EEXIST'], 'Set STORE_URL to a file in a folder that this user may write.'],
  [['SQLITE_FULL', 'ENOSPC'], 'Free some disk space; the store recovers by itself.'],
  [['SQLITE_BUSY'], 'Another program has locked it; give each process its own store.'],
  [['SQLITE_IOERR'], 'Check whether the disk is full, over its quota or broken.'],
]

/** The error for a file that is not a store. */
export const notOurs = (reason: string) => Object.assign(new Error(reason), { code: 'NOT_OURS' })

/** Whether the file itself is damaged, so that a retry does not help. */
export const isCorrupt = (error: unknown) => ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].includes(systemCodeOf(error))

/** Whether this user may not write the file or its folder. */
export const isReadOnly = (error: unknown) => READ_ONLY.includes(systemCodeOf(error))

/** An error for the operator: the path, the problem, its cause and the remedy. */
export function explain(problem: string, path: string, error: unknown): Error {
  const [, remedy] = REMEDIES.find(([codes]) => codes.includes(systemCodeOf(error))) ?? []
  return problemWith(`STORE_URL ${path}`, problem, messageOf(error), remedy, error)
}
