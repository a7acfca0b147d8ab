import { isProduction, nameOf, type Lockfile } from './lockfile.ts'

/**
 * The allowed licences of packages in the running service: those that only require keeping their notice, so that Rapsheet can
 * be distributed as source or image under its own licence. Licences with conditions on other code or on users (GPL,
 * AGPL, LGPL, MPL, SSPL, Elastic) need an individual decision.
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
 * Whether an SPDX expression allows an accepted licence. Nested parentheses, exceptions and custom names are
 * not supported and count as not allowed.
 */
export function isAllowed(expression: string): boolean {
  const flat = expression.trim().replace(/^\((.*)\)$/, '$1')
  // AND binds tighter than OR. A remaining parenthesis stays part of a name, which is then unknown.
  if (/[()]/.test(flat)) return false
  return flat.split(/\s+OR\s+/).some((choice) => choice.split(/\s+AND\s+/).every((name) => ALLOWED.has(name)))
}

/** The packages of the running service with a licence that is not allowed, each as a line with instructions. */
export function judgeLicences(lock: Lockfile): string[] {
  return Object.entries(lock.packages)
    .filter(([path, entry]) => path !== '' && !entry.link && isProduction(entry) && !isAllowed(entry.license ?? ''))
    .map(([path, { version = 'of unknown version', license }]) => {
      const has = license === undefined ? 'has no licence field' : `is under ${license}`
      return `${nameOf(path)} ${version} ${has}, which is not in the list of tools/licences.ts: take another package, or read the licence and add it there.`
    })
}
