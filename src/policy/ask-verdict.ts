import { type CallContext, withOptions } from '../lib/call-context.ts'
import { RapsheetError, toBatchFailure } from '../model/error.ts'
import { MAX_BATCH } from '../model/limits.ts'
import type { Verdict, VerdictBatch, VerdictEntry } from '../model/verdict.ts'
import type { Context } from '../accounts/context.ts'
import { toBatchError } from '../accounts/lookup-batch.ts'
import { readAccount, resolveAccount } from '../accounts/resolve-account.ts'
import type { TokenGrant } from '../model/token-grant.ts'
import type { PolicyAccess } from './policies.ts'

/** What a request for verdicts needs besides its accounts. */
export interface VerdictAsker {
  context: Context
  policies: Pick<PolicyAccess, 'getVerdict' | 'mayAskSteam'>
  grant: TokenGrant
  callContext: CallContext
}

/** The verdict on an account in any written form; throws `malformed_account`, or `account_not_found` for an unused custom URL. */
export async function askVerdict(asker: VerdictAsker, input: string): Promise<Verdict> {
  const { context, policies, grant, callContext } = asker
  const account = readAccount(input)
  // Resolving another form of an account, such as a custom URL, needs a call.
  if (account.kind !== 'steamId' && !policies.mayAskSteam(grant)) throw shareIsSpent()
  // Urgent, so that its tries leave time for the facts.
  const { steamId } = await resolveAccount(context, account, withOptions(callContext, { isUrgent: true }))
  return (await policies.getVerdict(grant, steamId, callContext)).verdict
}

const shareIsSpent = () =>
  new RapsheetError(
    'budget_spent',
    "This token has used its share of today's calls to Steam, so custom URLs cannot be resolved; send a SteamID64.",
  )

/** The verdicts on the first 50 entries, in the order given. When all entries fail, throws an error that has the failures in `batch`. */
export async function askVerdicts(asker: VerdictAsker, entries: string[]): Promise<VerdictBatch> {
  const results: VerdictEntry[] = []
  const failed: { input: string; failure: RapsheetError }[] = []
  const outcomes = await Promise.all(entries.slice(0, MAX_BATCH).map((input) => askEntry(asker, input)))
  for (const outcome of outcomes) {
    if ('failure' in outcome) failed.push(outcome)
    else results.push(outcome)
  }
  const rest = {
    failures: failed.map(({ input, failure }) => toBatchFailure(input, failure)),
    dropped: entries.length - outcomes.length,
  }
  if (results.length > 0) return { results, resolved: results.length, failed: failed.length, ...rest }
  throw toBatchError(
    failed.map(({ failure }) => failure),
    rest,
  )
}

async function askEntry(
  asker: VerdictAsker,
  input: string,
): Promise<VerdictEntry | { input: string; failure: RapsheetError }> {
  try {
    return { input, ...(await askVerdict(asker, input)) }
  } catch (error) {
    if (error instanceof RapsheetError) return { input, failure: error }
    throw error
  }
}
