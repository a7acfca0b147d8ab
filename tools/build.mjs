// Compiles the program, and bundles it and the pages into dist/. JavaScript, because it runs before anything is compiled and Node 20 runs no
// TypeScript; in syntax that also an old Node can read.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findInstallProblem } from './check-install.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/** What a build is made of, generated files apart. */
const SOURCES = [
  'bench',
  'commands',
  'demo',
  'i18n',
  'package-lock.json',
  'packages',
  'page',
  'src',
  'tools',
  'tsconfig.build.json',
  'tsconfig.json',
]
const GENERATED = /^(i18n\/compiled|packages\/[^/]+\/(dist|node_modules))(\/|$)/
/** Holds the digest of the sources of the build in dist/; empty while a build runs, or after one that failed. */
const BUILT_FROM = join(root, 'dist/.built-from')

/**
 * The files below a path, relative to the root and in a fixed order.
 * @param {string} path
 * @returns {string[]}
 */
function filesIn(path) {
  if (GENERATED.test(path) || !existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  const names = readdirSync(join(root, path))
  names.sort()
  return names.flatMap((name) => filesIn(`${path}/${name}`))
}

/** The digest of the sources. Their times do not count, because git, copies and clocks change them without a change of the content. */
function digestOfSources() {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesIn)) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  return hash.digest('hex')
}

/** @param {string} digest */
const isBuiltFrom = (digest) => existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8') === digest

/**
 * Builds the program, with --if-changed only if its sources have changed. Resolves to a problem for the operator; undefined without one.
 * @returns {Promise<string | undefined>}
 */
async function build() {
  const problem = findInstallProblem(root)
  if (problem !== undefined) return problem
  const digest = digestOfSources()
  if (process.argv.includes('--if-changed')) {
    if (isBuiltFrom(digest)) return undefined
    process.stderr.write(
      `Building Rapsheet, because its sources ${existsSync(BUILT_FROM) ? 'have changed since the last build' : 'were not built yet'}; this takes up to a minute.\n`,
    )
  }
  if (!existsSync(compiler))
    return 'Rapsheet is not compiled, or has changed since, and its compiler is not installed. Run "npm ci --include=dev", then try again.'
  try {
    mkdirSync(join(root, 'dist'), { recursive: true })
    writeFileSync(BUILT_FROM, '')
  } catch (error) {
    return `This user cannot write the built program: ${error instanceof Error ? error.message : String(error)}. Run "npm run build" as the user who owns the folder.`
  }
  // Loaded only here, as esbuild below, because it is not installed where the program is already built.
  const { writeMessages } = await import('./compile-messages.mjs')
  if (!writeMessages(root)) return 'Rapsheet was not compiled.'
  const args = [compiler, '-p', join(root, 'tsconfig.build.json')]
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) return 'Rapsheet was not compiled.'
  const { bundlePrograms } = await import('./bundle-programs.mjs')
  const { buildPage } = await import('./build-page.mjs')
  // In place of the compiled files of these three; those of the other modules are for the demo, the benchmarks and the tools.
  const builds = [
    bundlePrograms(root, ['src/main.ts', 'src/cli.ts', 'src/bans/formats/list-worker.ts']),
    buildPage(root),
  ]
  // The image of the container has no demo.
  if (existsSync(join(root, 'demo'))) {
    const { buildDemoPage } = await import('./build-demo-page.mjs')
    builds.push(buildDemoPage(root))
  }
  try {
    await Promise.all(builds)
  } catch {
    return 'The program or its pages were not built.'
  }
  writeFileSync(BUILT_FROM, digest)
  return undefined
}

// Without await at the top level, which an old Node cannot read.
void build().then((failure) => {
  if (failure === undefined) return
  process.stderr.write(`${failure}\n`)
  process.exitCode = 1
})
