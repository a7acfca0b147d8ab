import type { Lockfile } from './lockfile.ts'
import { isProduction, nameOf } from './lockfile.ts'

/**
 * Licences a package of the running service may have: those that ask for no more than keeping their notice, so that Rapsheet may
 * be passed on, as source or as an image, under its own. Licences with conditions on the code around or on its users (GPL,
 * AGPL, LGPL, MPL, SSPL, Elastic) are for a person to decide about, one by one.
 */
const ALLOWED = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  '0BSD',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])

/**
 * Whether an SPDX expression leaves a choice we can take. One with parentheses inside, an exception or a name of its own is
 * not understood, which counts as no.
 */
export function isAllowed(expression: string): boolean {
  const flat = expression.trim().replace(/^\((.*)\)$/, '$1')
  // AND binds tighter than OR. A parenthesis that is left clings to a name, which is then none we know.
  if (/[()]/.test(flat)) return false
  return flat.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((name) => ALLOWED.has(name)))
}

/** The packages of the running service whose licence is not allowed, each as a line that says what to do. */
export function judgeLicences(lock: Lockfile): string[] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link && isProduction(entry) && !isAllowed(entry.license ?? ''))
    .map(([path, { version = 'of unknown version', license }]) => {
      const has = license === undefined ? 'names no licence' : `is under ${license}`
      return `${nameOf(path)} ${version} ${has}, which is not in the list of tools/licences.ts: take another package, or read the licence and add it there.`
    })
}
