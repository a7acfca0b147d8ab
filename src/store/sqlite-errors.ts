import { codeOf, messageOf } from '../lib/thrown.ts'

/** The error for a file that is not a store. */
export const notOurs = (reason: string) => Object.assign(new Error(reason), { code: 'NOT_OURS' })

/** Whether the file itself is damaged, so that a retry does not help. */
export const isCorrupt = (error: unknown) => ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].includes(codeOf(error))

/** Whether this user may not write the file or its folder. */
export const isReadOnly = (error: unknown) => ['SQLITE_READONLY', 'EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))

/** An error for the operator: the path, the problem, its cause and the remedy. */
export function explain(problem: string, path: string, error: unknown): Error {
  return new Error(`STORE_URL ${path} ${problem}: ${messageOf(error)}. ${remedyFor(error)}`.trim(), { cause: error })
}

function remedyFor(error: unknown): string {
  if (isReadOnly(error)) return 'Let this user write the file and its folder.'
  switch (codeOf(error)) {
    case 'NOT_OURS':
      return 'It was not changed; set STORE_URL to a new file or to an existing store.'
    case 'SQLITE_CANTOPEN':
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return 'Set STORE_URL to a file in a folder that this user may write.'
    case 'SQLITE_FULL':
    case 'ENOSPC':
      return 'Free some disk space; the store recovers by itself.'
    case 'SQLITE_BUSY':
      return 'Another program has locked it; give each process its own store.'
    case 'SQLITE_IOERR':
      return 'Check whether the disk is full, over its quota or broken.'
    default:
      return ''
  }
}
