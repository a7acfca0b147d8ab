import { RefusedChange } from './refused-change.ts'
import type { Ban } from './ban.ts'
import type { NumberRule } from './policy.ts'
import type { SteamId } from './steam-id.ts'
import type { TermsProblem } from './check-terms.ts'
import type { TokenNameProblem } from './token-name.ts'

/** Why a policy cannot be changed as asked, with the facts that a text about it needs. */
export type PolicyProblem =
  /** The policy has changed since it was opened for editing: who saved the new version, and when. */
  | { code: 'changed_meanwhile'; version: number; at: number; userId: string }
  /** The policy was deleted since it was opened for editing. */
  | { code: 'gone_meanwhile' }
  | { code: 'contradictory_terms'; problems: TermsProblem[] }
  /** A SteamID64 that no account can have. */
  | { code: 'not_a_player'; steamId: string }
  | { code: 'no_exception'; steamId: SteamId }
  /** The account is on the own list of the server; an exception replaces the ban only when that is confirmed. */
  | { code: 'banned_here'; ban: Ban }
  /** `limit` is the maximum number of exceptions, or of names of tokens, that a policy can have. */
  | { code: 'exceptions_full' | 'tokens_full'; limit: number }
  | TokenNameProblem
  | { code: 'no_token'; name: string }
  /** Too many replaced tokens still work: no further token can be replaced until one of them ends or is revoked. */
  | { code: 'replaced_too_often'; limit: number }
  /** The text for the limit of a rule is not an accepted number. */
  | { code: 'invalid_numbers'; rule: NumberRule; typed: string }
  /** The text about appeals is too long, or cannot be shown; `limit` in characters. */
  | { code: 'invalid_appeal'; limit: number }

/** The error of a use case of policies. */
export class PolicyError extends RefusedChange<PolicyProblem> {
  override readonly name = 'PolicyError'
}
