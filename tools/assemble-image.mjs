// Copies what a container runs of a built project into an empty folder: `node tools/assemble-image.mjs <folder>`. All licences are copied,
// also those of packages that are part of the bundles in dist/.
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { NOT_BUNDLED } from './not-bundled.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The program with its command line, and its pages. */
const PROGRAM = [
  'LICENSE',
  'package.json',
  'tools/cli.mjs',
  'dist/page',
  'dist/src/bans/formats/list-worker.js',
  'dist/src/chunks',
  'dist/src/cli.js',
  'dist/src/main.js',
]

/** Files that say what a package is and under which conditions it may be distributed. */
const ABOUT = /^(?:package\.json|(?:licen[cs]e|copying|notice)(?:[.-].*)?)$/i
/** Source maps, TypeScript, texts, and folders that a package does not load. */
const NOT_RUN = /\.(?:map|md|markdown|[cm]?ts|tsx)$|^(?:benchmarks?|docs|examples?|tests?)\//

/**
 * The needed files of packages with large parts that are not used. The base image is a Debian, so that sqlite3 is the one for glibc.
 * @type {Record<string, (file: string) => boolean>}
 */
const NEEDED = {
  'node_modules/node-addon-api': () => false,
  'node_modules/sqlite3': (file) =>
    file.startsWith('lib/') || (file.startsWith(`prebuilds/linux-${process.arch}/`) && file.endsWith('.glibc.node')),
  'node_modules/swagger-ui-dist': (file) =>
    ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].includes(file),
}

/** @typedef {{ dependencies?: Record<string, string>, dev?: true, optional?: true, devOptional?: true, link?: true }} Package */

/**
 * The paths of the packages that the program loads from node_modules.
 * @param {Record<string, Package>} packages the installed ones by their paths
 */
function findLoaded(packages) {
  const loaded = new Set(NOT_BUNDLED.map((name) => `node_modules/${name}`))
  // Paths that are added while the loop runs are visited, too.
  for (const path of loaded) {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      let folder = path
      while (folder !== '' && !(`${folder}/node_modules/${name}` in packages))
        folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
      loaded.add(folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`)
    }
  }
  return loaded
}

/**
 * The files of a package, relative to it, without those of packages inside it.
 * @param {string} folder
 */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((file) => !file.startsWith('node_modules/'))

/** @param {string} target */
function assemble(target) {
  /** @param {string} path */
  const copy = (path) => cpSync(join(root, path), join(target, path), { recursive: true })
  for (const path of PROGRAM) copy(path)
  const { packages } = /** @type {{ packages: Record<string, Package> }} */ (
    JSON.parse(readFileSync(join(root, 'node_modules/.package-lock.json'), 'utf8'))
  )
  const loaded = findLoaded(packages)
  for (const [path, { dev, optional, devOptional, link }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || dev || optional || devOptional || link) continue
    /** @param {string} file */
    const isRun = (file) => loaded.has(path) && !NOT_RUN.test(file) && (NEEDED[path]?.(file) ?? true)
    for (const file of filesOf(join(root, path))) if (ABOUT.test(file) || isRun(file)) copy(`${path}/${file}`)
  }
  // Part of the pages.
  for (const file of filesOf(join(root, 'node_modules/preact')))
    if (ABOUT.test(file)) copy(`node_modules/preact/${file}`)
  // To read the log with.
  const command = join(target, 'node_modules/.bin/pino-pretty')
  mkdirSync(dirname(command))
  symlinkSync('../pino-pretty/bin.js', command)
}

assemble(resolve(process.argv[2] ?? 'image'))
