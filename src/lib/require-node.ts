/** The oldest Node that runs this program, as `engines` in package.json says. */
export const OLDEST_NODE = '20.19'

/**
 * Ends the program if this Node is too old. To be called before anything else is loaded, in a file without syntax or imports that an old
 * Node does not know.
 */
export function requireNode(version = process.versions.node): void {
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number)
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  process.stderr.write(`Rapsheet needs Node ${OLDEST_NODE} or later, and this is Node ${version}.\n`)
  process.exit(1)
}
