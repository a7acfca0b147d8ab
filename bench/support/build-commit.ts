import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Outside the project, so that a package that the commit lacks is not found in the project's node_modules. */
const BUILDS = join(tmpdir(), 'rapsheet-bench-commits')
const PROJECT = fileURLToPath(new URL('../../..', import.meta.url))

/** A built commit. */
export interface Build {
  /** Its abbreviated hash. */
  name: string
  folder: string
}

/** Builds a commit in a git worktree with its own `npm ci`. The build is kept, and made again only if it was interrupted. */
export function buildCommit(commit: string): Build {
  const hash = git('rev-parse', '--verify', `${commit}^{commit}`)
  const build = { name: hash.slice(0, 7), folder: join(BUILDS, hash) }
  const mark = join(build.folder, 'dist', '.built-for-bench')
  if (existsSync(mark)) return build
  process.stderr.write(`building ${build.name} in ${build.folder} …\n`)
  if (existsSync(build.folder)) git('worktree', 'remove', '--force', build.folder)
  // Forced, because git still knows a worktree that was deleted with the other temporary files.
  git('worktree', 'add', '--quiet', '--force', '--detach', build.folder, hash)
  npm(build.folder, 'ci')
  npm(build.folder, 'run', 'build')
  writeFileSync(mark, '')
  return build
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).trim()
}

function npm(cwd: string, ...args: string[]): void {
  // The standard output is kept for the table.
  execFileSync('npm', args, { cwd, stdio: ['ignore', process.stderr, process.stderr] })
}
