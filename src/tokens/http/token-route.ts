import { type ShownToolToken, shownToolTokenSchema } from '../../model/tool-token.ts'
import { badInput } from '../../http/documented-responses.ts'
import { json, route, toolOf } from '../../http/route.ts'

const example: ShownToolToken = {
  name: 'my panel',
  scopes: ['bans:read', 'joins'],
  expiresAt: 1_798_761_600,
  guildId: '900000000000000001',
  quota: { limit: 300, remaining: 299, resetSeconds: 60 },
}

/** The route that tells a tool what its token may do. */
export const toolTokenRoute = route({
  method: 'GET',
  path: '/api/token',
  tag: 'Tools',
  operationId: 'getToken',
  summary: 'What the token of a tool may do',
  description: 'Any valid token of a tool will do. The answer does not contain the token.',
  token: { scope: null },
  cost: 'lookup',
  responses: {
    200: { description: 'The token.', body: shownToolTokenSchema, examples: { token: example } },
    ...badInput('unexpected_body'),
  },
  handle(_, __, request) {
    const { name, scopes, expiresAt, guildId } = toolOf(request)
    const shown: ShownToolToken = { name, scopes: [...scopes], expiresAt, guildId, quota: request.quotaLeft() }
    return json(shown)
  },
})
