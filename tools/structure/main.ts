import { execFileSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { countRunningFiles } from './running-files.ts'
import { countLines, readSourceTree, type SourceFile } from './source-tree.ts'

// Prints figures of how the source is divided: `npm run structure`, or `npm run structure -- <folder>` for another checkout.
const SMALL_FILE_LINES = 40
const TESTS = ['test', 'packages']
const IS_TEST = /(?:^|[\\/])(?:test|example)[\\/].*\.ts$/

/** The most lines that folders are meant to have together, so that one head can hold each. */
const CAPS: [folders: string[], lines: number][] = [
  [['src/accounts'], 5_200],
  [['src/watch'], 5_000],
  [['src/policy'], 4_700],
  [['src/app'], 4_200],
  [['src/bans'], 3_000],
  [['src/http'], 3_400],
  [['src/steam'], 2_300],
  [['src/model', 'src/text'], 3_900],
  [['src/database'], 2_000],
  [['src/lib'], 1_700],
  [['src/discord'], 2_800],
  [['src/cluster'], 750],
  [['src/outbox'], 1_200],
  [['src/store', 'src/events', 'src/tokens', 'commands'], 3_300],
]

const root = process.argv[2] ?? '.'
const files = readSourceTree(root)
const byPath = new Map(files.map((file) => [file.path, file]))
const importers = findImporters()
const onlyImported = files.filter(({ path }) => importers.get(path)?.size === 1)
const commits = measureCommits()

const rows: [what: string, now: string][] = [
  ['files / lines of src + commands', `${files.length} / ${sum(files.map(({ lines }) => lines))}`],
  [
    `files with one importer (of these ≤ ${SMALL_FILE_LINES} lines)`,
    `${onlyImported.length} (${onlyImported.filter(({ lines }) => lines <= SMALL_FILE_LINES).length})`,
  ],
  ['imports of our own a file', (sum(files.map(({ imports }) => imports.length)) / files.length).toFixed(1)],
  ['entries a folder, mean', meanEntries().toFixed(1)],
  ['deepest chain of value imports from main.ts', String(longestChain('src/main.ts'))],
  ['type casts (`as`, without `as const`)', String(sum(files.map(({ casts }) => casts)))],
  [
    'folders that hold policy · watching with its alerts',
    `${foldersOf('policy', /polic/i)} · ${foldersOf('watch', /watch|alert|deliver/i)}`,
  ],
  [
    'what a commit of a feature touches, p90',
    `${commits.files} files in ${commits.folders} folders (${commits.count} commits)`,
  ],
  ['lines of a file, p90', String(p90(files.map(({ lines }) => lines)))],
  ['lines of the longest function', String(Math.max(...files.map(({ longestFunction }) => longestFunction)))],
  ['lines of tests', String(sum(TESTS.map((folder) => countLines(root, folder, (path) => IS_TEST.test(path)))))],
]
// Only this checkout is built.
if (root === '.') {
  const running = await countRunningFiles()
  rows.push([
    'files that run for a cold /lookup · a sweep that ends in an alert · an uncached join',
    `${running.lookup} · ${running.sweep} · ${running.join}`,
  ])
}
for (const [what, now] of rows) console.log(`| ${what} | ${now} |`)
console.log('')
for (const [folders, cap] of CAPS) {
  const isInside = ({ path }: SourceFile) => folders.some((folder) => path.startsWith(`${folder}/`))
  console.log(`| ${folders.join(' + ')} | ${sum(files.filter(isInside).map(({ lines }) => lines))} of ${cap} lines |`)
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function p90(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(0.9 * values.length) - 1] ?? Number.NaN
}

/** The files that import each file, for types too. */
function findImporters(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { path, imports } of files)
    for (const { target } of imports) found.set(target, (found.get(target) ?? new Set()).add(path))
  return found
}

/** The mean number of files and folders in a folder. */
function meanEntries(): number {
  const entries = new Map<string, Set<string>>()
  for (const { path } of files)
    for (let entry = path; dirname(entry) !== '.'; entry = dirname(entry))
      entries.set(dirname(entry), (entries.get(dirname(entry)) ?? new Set()).add(entry))
  return sum([...entries.values()].map(({ size }) => size)) / entries.size
}

/** The number of files in the longest chain of value imports that begins with a file. */
function longestChain(start: string): number {
  const known = new Map<string, number>()
  const measure = (path: string): number => {
    const seen = known.get(path)
    if (seen !== undefined) return seen
    // A cycle adds nothing.
    known.set(path, 0)
    const next = (byPath.get(path)?.imports ?? []).filter(({ target, isType }) => !isType && byPath.has(target))
    const length = 1 + Math.max(0, ...next.map(({ target }) => measure(target)))
    known.set(path, length)
    return length
  }
  return measure(start)
}

/** The number of folders with a file that is named for a feature, belongs to its folder or imports from that folder. */
function foldersOf(feature: string, name: RegExp): number {
  const isInside = (path: string) => new RegExp(`^src/(service/)?${feature}/`).test(path)
  const isPart = ({ path, imports }: SourceFile) =>
    isInside(path) || imports.some(({ target }) => isInside(target)) || name.test(path.replace(/call-policy/, ''))
  return new Set(files.filter(isPart).map(({ path }) => dirname(path))).size
}

/** How many source files and folders the commits of features touch, at the 90th percentile. */
function measureCommits(): { count: number; files: number; folders: number } {
  const log = execFileSync('git', ['log', '--no-merges', '--grep=^feat', '--format=%x01', '--name-only'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const touched = log
    .split('\u0001')
    .map((lines) => lines.split('\n').filter((path) => /^(src|commands)\//.test(path)))
    .filter((paths) => paths.length > 0)
  return {
    count: touched.length,
    files: p90(touched.map((paths) => paths.length)),
    folders: p90(touched.map((paths) => new Set(paths.map((path) => dirname(join(path)))).size)),
  }
}
