import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import { fastify } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { lookupQuerySchema } from '../src/accounts/http/schemas.ts'
import { accountSchema } from '../src/model/account.ts'

// A cached lookup in a Fastify service: our headers, a rate limit, our query schema, and the complete
// account from one map. It has no metrics and assembles nothing.
const MIN_USER_AGENT = 5

const { HTTP_PORT, ANSWER } = z.object({ HTTP_PORT: z.coerce.number(), ANSWER: z.string() }).parse(process.env)
const { body } = z.object({ body: z.string() }).parse(JSON.parse(ANSWER))
const account = accountSchema.parse(JSON.parse(body))
const remembered = new Map([[account.steamId, account]])

const app = fastify({ logger: false, genReqId: () => randomUUID() }).withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(validatorCompiler)
await app.register(rateLimit, { max: 1_000_000, timeWindow: 60_000, enableDraftSpec: true })
app.get('/healthz', { config: { rateLimit: false } }, () => ({ status: 'alive' }))
app.get('/api/lookup', { schema: { querystring: lookupQuerySchema } }, async (request, reply) => {
  if ((request.headers['user-agent']?.length ?? 0) < MIN_USER_AGENT)
    return reply.code(403).send({ error: 'User-Agent' })
  const askedAt = performance.now()
  const found = remembered.get(request.query.steamId)
  if (!found) return reply.code(404).send({ error: 'not found' })
  reply.headers({
    'x-request-id': request.id,
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'server-timing': `steam;dur=${(performance.now() - askedAt).toFixed(1)}`,
  })
  return found
})
await app.listen({ port: HTTP_PORT, host: '127.0.0.1' })
process.once('SIGTERM', () => process.exit())
