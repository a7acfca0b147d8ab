import type { Verdict, VerdictBatch } from './api-types.ts'
import { json, type CallOptions, type Request } from './request.ts'

/** Verdicts of the policy of a token on accounts. Both operations need `policyToken`. */
export const createVerdicts = (request: Request) => ({
  getVerdict: (account: string, options?: CallOptions): Promise<Verdict> =>
    request({ ...options, path: '/api/verdict', query: { steamId: account }, token: 'policy' }, json('verdict')),
  /** Asks about at most 50 accounts; resolves if at least one entry names an account. */
  getVerdicts: (accounts: readonly string[], options?: CallOptions): Promise<VerdictBatch> =>
    request({ ...options, path: '/api/verdict/batch', body: { steamIds: accounts }, token: 'policy' }, json('results')),
})

/** What to do with a player. */
export type Admission = 'admit' | 'refuse'

/**
 * Decides what to do with a player. A verdict in mode `observe` always admits; that on an account that the community has
 * banned has the mode `enforce`, whatever that of the policy. `onUnknown` is the choice of the server's owner for an
 * unknown verdict: pass it also when the request failed, without a verdict.
 */
export function decideAdmission({ verdict, mode }: Pick<Verdict, 'verdict' | 'mode'>, onUnknown: Admission): Admission {
  if (verdict === 'allow' || mode === 'observe') return 'admit'
  // A newer service may know other verdicts and modes.
  return verdict === 'deny' && mode === 'enforce' ? 'refuse' : onUnknown
}
