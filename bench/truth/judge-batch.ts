import type { World } from '../../packages/sim-steam/src/world.ts'
import {
  accountOf,
  bansOf,
  identityOf,
  isUnknownAccount,
  profileOf,
  saysNoProfile,
  wholeOf,
  type Named,
} from './expected.ts'
import {
  codeOf,
  must,
  mustBeRecent,
  mustEqual,
  parse,
  truth,
  unanswered,
  unknown,
  type Fields,
  type Judged,
  type Verdict,
} from './verdict.ts'

const MAX_BATCH = 50
/** Error codes that state nothing about an account. */
const PASSING_CODES = new Set<unknown>([
  'platform_unavailable',
  'platform_blocked',
  'overloaded',
  'budget_spent',
  'key_refused',
])

interface Batch {
  results: Fields[]
  resolved: number
  failed: number
  failures: Fields[]
  dropped: number
}

/** Judges a batch of these entries; `since` is the time of the first request, in Unix seconds. */
export function judgeBatch(world: World, entries: readonly Named[], reply: Judged, since: number): Verdict {
  const { status, text } = reply
  const asked = entries.slice(0, MAX_BATCH)
  if (status === 0) return unknown(0, text)
  if (status !== 200) {
    const code = codeOf(reply)
    if (status !== 404) return unanswered(status, code, 'a batch')
    must(
      asked.every((entry) => isNotFound(world, entry, text)),
      () => `404 for a batch of ${asked.map(({ input }) => input).join(', ')}: ${text}`,
    )
    return truth('nobody')
  }
  const batch = parse(text) as unknown as Batch
  const { results, resolved, failed, dropped } = batch
  must(Array.isArray(results), () => `a batch without results: ${text}`)
  must(
    resolved === results.length && resolved + failed === asked.length,
    () => `${results.length} results, resolved ${resolved}, failed ${failed} of ${asked.length}`,
  )
  must(dropped === entries.length - asked.length, () => `dropped ${dropped} of ${entries.length}`)
  mustExplainFailures(world, asked, batch)
  mustMatchWorld(world, asked, results)
  for (const { fetchedAt } of results) mustBeRecent(fetchedAt, since)
  const lost = asked.filter((entry) => wholeOf(accountOf(world, entry))).length - results.length
  return truth(lost === 0 ? 'whole' : 'with entries that failed')
}

/** The failures have a correct reason for each entry without a result, in order. */
function mustExplainFailures(world: World, asked: Named[], { results, failed, failures }: Batch): void {
  const failing = asked.filter(({ input }) => !results.some((result) => result['input'] === input))
  must(
    Array.isArray(failures) &&
      failures.length === failed &&
      failing.every((entry, index) => isReason(world, entry, failures[index] ?? {})),
    () => `failures ${JSON.stringify(failures)} of ${JSON.stringify(failing)}`,
  )
}

function isReason(world: World, asked: Named, { input, code, error }: Fields): boolean {
  if (input !== asked.input || typeof error !== 'string' || !error.endsWith('.')) return false
  if (asked.isMalformed) return code === 'malformed_account'
  return code === 'account_not_found' ? isNotFound(world, asked, error) : PASSING_CODES.has(code)
}

/** Whether Steam has no profile of an account; the text has to name its bans if it has any. */
function isNotFound(world: World, asked: Named, text: string): boolean {
  const account = accountOf(world, asked)
  return isUnknownAccount(account) || saysNoProfile(account, text)
}

/** Each result matches its entry; failed entries are omitted, and the order stays. */
function mustMatchWorld(world: World, asked: Named[], results: Fields[]): void {
  let next = 0
  for (const result of results) {
    const index = asked.findIndex(({ input }, position) => position >= next && input === result['input'])
    const entry = asked[index]
    next = index + 1
    const whole = entry && wholeOf(accountOf(world, entry))
    must(entry && whole, () => `a result for ${String(result['input'])}, which has none, or out of order`)
    mustEqual(
      { input: entry.input, ...identityOf(whole, entry), profile: profileOf(whole), bans: bansOf(world, whole) },
      result,
    )
  }
}
