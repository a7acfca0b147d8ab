// Compiles the program, and bundles it and the pages into dist/. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const compiler = join(root, 'node_modules/typescript/bin/tsc')

/**
 * The newest modification time in a folder, in ms; 0 without a folder.
 * @param {string} folder
 */
function changedAt(folder) {
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  return Math.max(0, ...entries.map((entry) => statSync(entry).mtimeMs))
}

/** Whether dist/ is up to date; after `npm prune --omit=dev` it cannot be rebuilt. */
function isBuilt() {
  if (!['dist/src/main.js', 'dist/page/index.html'].every((file) => existsSync(join(root, file)))) return false
  const sources = ['src', 'client/src', 'commands', 'i18n', 'page'].map((folder) => changedAt(join(root, folder)))
  return changedAt(join(root, 'dist')) >= Math.max(...sources)
}

async function build() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  // npm only warns about `engines` in package.json.
  if (major < 20 || (major === 20 && minor < 19)) {
    return `Rapsheet needs Node 20.19 or later, and this is Node ${process.versions.node}.`
  }
  if (existsSync(compiler)) {
    // Loaded only here, as esbuild below, because it is not installed where the program is already built.
    const { writeMessages } = await import('./compile-messages.mjs')
    if (!writeMessages(root)) return 'Rapsheet was not compiled.'
    const args = [compiler, '-p', join(root, 'tsconfig.build.json')]
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) return 'Rapsheet was not compiled.'
    const { bundlePrograms } = await import('./bundle-programs.mjs')
    const { buildPage } = await import('./build-page.mjs')
    // In place of the compiled files of these two; those of the other modules are for the demo, the benchmarks and the tools.
    const builds = [bundlePrograms(root, ['src/main.ts', 'src/cli.ts']), buildPage(root)]
    // The image of the container has no demo.
    if (existsSync(join(root, 'sim'))) {
      const { buildDemoPage } = await import('./build-demo-page.mjs')
      builds.push(buildDemoPage(root))
    }
    return Promise.all(builds).then(
      () => undefined,
      () => 'The program or its pages were not built.',
    )
  }
  if (process.argv.includes('--unless-built') && isBuilt()) return undefined
  return 'Rapsheet is not compiled, or has changed since, and its compiler is not installed. Run "npm ci --include=dev", then try again.'
}

const failure = await build()
if (failure !== undefined) {
  process.stderr.write(`${failure}\n`)
  process.exitCode = 1
}
