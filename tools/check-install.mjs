// Says what is wrong with Node or the installed packages before anything is built or tested. JavaScript that also an old Node can read.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package */

/**
 * @param {string} path
 * @returns {{ engines: { node: string }, packages: Record<string, Package> }} what is read here of package.json or a lockfile
 */
const readJson = (path) =>
  /** @type {{ engines: { node: string }, packages: Record<string, Package> }} */ (
    JSON.parse(readFileSync(path, 'utf8'))
  )

/**
 * What is wrong with this Node, or with the packages in node_modules; undefined if nothing is.
 * @param {string} root the project's root
 */
export function findInstallProblem(root) {
  const oldest = readJson(join(root, 'package.json')).engines.node.slice('>='.length)
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  // npm only warns about `engines` in package.json.
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    return `Rapsheet needs Node ${oldest} or later, and this is Node ${process.versions.node}.`
  if (!existsSync(join(root, 'node_modules'))) return 'The packages are not installed. Run "npm ci", then try again.'
  // npm writes the second file; other package managers do not.
  const wanted = join(root, 'package-lock.json')
  const installed = join(root, 'node_modules/.package-lock.json')
  if (
    existsSync(wanted) &&
    existsSync(installed) &&
    isOutdated(readJson(wanted).packages, readJson(installed).packages)
  )
    return 'The packages in node_modules are not those of package-lock.json. Run "npm ci", then try again.'
  return undefined
}

/**
 * Compares the versions of packages by their paths. The times of the files say nothing: git sets them anew even for the same content.
 * @param {Record<string, Package>} wanted
 * @param {Record<string, Package>} installed
 */
function isOutdated(wanted, installed) {
  const hasTools = 'node_modules/typescript' in installed
  return Object.entries(wanted).some(([path, { version, link, dev, optional, devOptional }]) => {
    if (!path.startsWith('node_modules/') || link) return false
    const found = installed[path]
    // Packages for other systems are never installed, and tools not after `npm ci --omit=dev`.
    if (found === undefined) return !optional && !devOptional && (hasTools || !dev)
    return found.version !== version
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problem = findInstallProblem(fileURLToPath(new URL('..', import.meta.url)))
  if (problem !== undefined) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}
