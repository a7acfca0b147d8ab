import { MAX_BATCH } from '../../model/limits.ts'
import { verdictBatchSchema, verdictSchema } from '../../model/verdict.ts'
import type { Context } from '../../accounts/context.ts'
import { askVerdict, askVerdicts, type VerdictAsker } from '../ask-verdict.ts'
import type { PolicyAccess } from '../policies.ts'
import { SHARED_RESPONSES } from '../../http/documented-responses.ts'
import { exampleBatchError, EXAMPLES } from '../../accounts/http/examples.ts'
import { json, type DocumentedResponse, type Route, type RouteContext } from '../../http/route.ts'
import { accountRoute } from '../../accounts/http/account-route.ts'
import { batchBodySchema, batchErrorSchema, lookupQuerySchema } from '../../accounts/http/schemas.ts'

const ANSWERS = {
  401: SHARED_RESPONSES.Unauthorized,
  403: { description: 'The token of the tool lacks the scope `verdicts`.', codes: ['scope_missing'] },
  409: { description: 'The Discord server of the tool has no policy.', codes: ['no_policy'] },
  429: SHARED_RESPONSES.VerdictsLimited,
  500: { description: 'The request failed unexpectedly.', codes: ['internal'] },
  503: {
    description: 'The server is overloaded, or a custom URL could not be resolved because Steam is unavailable.',
    codes: ['overloaded', 'stopping', 'platform_unavailable', 'platform_blocked', 'budget_spent'],
  },
} satisfies Record<number, DocumentedResponse>

const BAD_INPUT = 'A parameter or field is missing, misspelt or not accepted, or the token is in the query string.'

/** The routes that tell programs the verdict of a policy on accounts. */
export function createVerdictRoutes(policies: PolicyAccess): Route<Context>[] {
  const asker = (context: Context, { grant, callContext }: RouteContext): VerdictAsker => {
    if (!grant) throw new Error('a request without a valid token has reached a verdict route')
    return { context, policies, grant, callContext }
  }
  const common = { tag: 'Verdicts', token: 'policy', cost: 'lookup' } as const
  return [
    accountRoute({
      ...common,
      method: 'GET',
      path: '/api/verdict',
      operationId: 'getVerdict',
      summary: 'What the policy of a token says of an account',
      description:
        'Needs a token of a policy, or of a tool with the scope `verdicts`, which asks the policy of its Discord server. The status is 200 for all three verdicts. A part that Steam does not answer within 3 s is unknown.',
      input: lookupQuerySchema,
      responses: {
        200: { description: 'The verdict.', body: verdictSchema, examples: { verdict: EXAMPLES.verdict } },
        400: {
          description: BAD_INPUT,
          codes: [
            'missing_parameter',
            'repeated_parameter',
            'invalid_parameter',
            'malformed_account',
            'unexpected_body',
          ],
        },
        ...ANSWERS,
        404: { description: 'No account has this custom URL.', codes: ['account_not_found'] },
      },
      handle: (context, { steamId }, request) => askVerdict(asker(context, request), steamId).then(json),
    }),
    accountRoute({
      ...common,
      method: 'POST',
      path: '/api/verdict/batch',
      operationId: 'getVerdicts',
      summary: `What the policy of a token says of up to ${MAX_BATCH} accounts`,
      description:
        'Needs a token of a policy, or of a tool with the scope `verdicts`. Entries that name no account are missing from `results`, counted in `failed` and listed in `failures`.',
      input: batchBodySchema,
      responses: {
        200: { description: 'The verdicts.', body: verdictBatchSchema, examples: { batch: EXAMPLES.verdictBatch } },
        400: {
          description: BAD_INPUT,
          codes: ['missing_parameter', 'unlisted_field', 'invalid_parameter', 'not_json'],
        },
        ...ANSWERS,
        404: {
          description: 'No entry names an account; `failures` has the reasons.',
          body: batchErrorSchema,
          examples: { account_not_found: exampleBatchError },
        },
        503: { ...ANSWERS[503], body: batchErrorSchema },
      },
      extraCost: { forEntriesOf: 'steamIds', most: MAX_BATCH },
      isCompressed: true,
      handle: (context, { steamIds }, request) => askVerdicts(asker(context, request), steamIds).then(json),
    }),
  ]
}
