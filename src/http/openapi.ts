import { z } from 'zod'
import { copyJson } from '../lib/copy-json.ts'
import { keysOf } from '../model/objects.ts'
import {
  errorSchema,
  exampleError,
  problemSchema,
  SHARED_RESPONSES,
  UNCHANGED,
  withTransportErrors,
} from './documented-responses.ts'
import { TOOL_SCOPES } from '../model/tool-token.ts'
import { isToolAccess } from './access.ts'
import type { ApiErrorCode } from './error-codes.ts'
import { describeCost, type Costs } from './costs.ts'
import { isOptional } from './input.ts'
import { takesBody, type AnyRoute, type DocumentedResponse, type RouteTag } from './route.ts'

const VERSION = '1.10.0'

const schemaUri = (id: string) => `#/components/schemas/${id}`
const responseUri = (name: string) => `#/components/responses/${name}`

export interface DescriptionOptions {
  /** Whether `/api` asks for one of `API_TOKENS`. */
  hasApiTokens: boolean
  /** The price of each kind of request, as the settings say. */
  costs: Costs
}

/** The OpenAPI 3.1 document of a route table, made from the schemas that check the requests. */
export function describeApi(routes: readonly AnyRoute[], options: DescriptionOptions): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes)
    Object.assign((paths[route.documented?.path ?? route.path] ??= {}), {
      [route.method.toLowerCase()]: describeRoute(route, options),
    })
  const { hasApiTokens } = options
  const tokens = hasApiTokens
    ? 'Requests need a token of this server, `Authorization: Bearer <token>`; verdicts need a token of a policy instead, the data of a Discord server the token of a tool, images and the operation none.'
    : 'Verdicts need a token of a policy, `Authorization: Bearer <token>`, and the data of a Discord server the token of a tool; for everything else there is no authentication.'
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rapsheet',
      version: VERSION,
      description: `Steam bans, profiles, Rust hours, banned friends, game statistics and inventories. Unknown, private and unavailable are always distinguished from clean. The answers support a decision about a person; they should not be the only basis of a permanent ban. Responses may gain fields.\n\n${tokens} Send a \`User-Agent\` of at least 5 characters that names your application and a contact address; \`/api/lookup\` refuses requests without one. HEAD is supported wherever GET is, except for game servers. A GET with a body is refused. Scripts on pages whose origin the operator allows may send \`Authorization\`, \`Cache-Control\`, \`Content-Type\`, \`If-Match\`, \`If-None-Match\`, \`Last-Event-ID\`, \`User-Agent\` and \`traceparent\`.`,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: keysOf(TAGS)
      .filter((name) => routes.some(({ tag }) => tag === name))
      .map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      schemas: namedSchemas(),
      responses: describeShared(JSON.stringify(paths)),
      securitySchemes: {
        policyToken: bearer('A token of a policy.'),
        toolToken: bearer(
          `A token that a Discord server has given to a tool. Operations name the scope that they require: ${TOOL_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
        ),
        ...(hasApiTokens ? { apiToken: bearer('One of `API_TOKENS` of this server.') } : {}),
      },
    },
  }
}

const TAGS: Record<RouteTag, string> = {
  Lookups: 'Data from Steam about accounts.',
  Verdicts: 'What a policy says of accounts.',
  Bans: 'The ban list of a Discord server, for its tools.',
  Watches: 'The watch list of a Discord server, and what it knows of accounts, for its tools.',
  Joins: 'Who wanted to join the game servers of a Discord server, for its tools.',
  Tools: 'Tokens of tools, and what they follow.',
  Operation: 'State of the server, and this description.',
}

/** The shared responses to which the operations refer. */
const describeShared = (paths: string) =>
  Object.fromEntries(
    Object.entries(SHARED_RESPONSES)
      .filter(([name]) => paths.includes(`"${responseUri(name)}"`))
      .map(([name, response]) => [name, describeResponse(ANY_ROUTE, String(response.status), response)]),
  )

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

/** The OpenAPI operation of a route; properties that are undefined are left out of the JSON. */
function describeRoute(route: AnyRoute, { hasApiTokens, costs }: DescriptionOptions): object {
  const { method, operationId, summary, description, tag } = route
  const needsApiToken = hasApiTokens && route.token === undefined && route.path.startsWith('/api/')
  const page = route.responses[200]?.body
  const isPaged = method === 'GET' && page instanceof z.ZodObject && 'next' in page.shape
  const responses = { ...withTransportErrors(route), ...(needsApiToken ? { 401: SHARED_RESPONSES.Unauthorized } : {}) }
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security: securityOf(route, needsApiToken),
    'x-cost': describeCost(route, costs),
    parameters: parametersOf(route),
    requestBody: bodyOf(route),
    responses: mapEntries(
      { ...responses, default: SHARED_RESPONSES.OtherError },
      (response, status) => referenceTo(response) ?? describeResponse({ ...route, isPaged }, status, response),
    ),
  }
}

function securityOf({ token }: AnyRoute, needsApiToken: boolean): object[] | undefined {
  if (token === 'policy') return [{ policyToken: [] }, { toolToken: ['verdicts'] }]
  if (isToolAccess(token)) return [{ toolToken: token.scope === null ? [] : [token.scope] }]
  return needsApiToken ? [{ apiToken: [] }] : undefined
}

/** The parameters of a request; undefined when it has none. */
function parametersOf(route: AnyRoute): object[] | undefined {
  const { method, path, input, documented, responses } = route
  const inUrl = takesBody(route) ? route.parameters : input
  const parameters = [
    ...(documented ? parametersIn(documented.path, documented.parameters) : []),
    ...(inUrl ? parametersIn(path, inUrl) : []),
    ...(responses[200]?.otherTypes?.[EVENT_STREAM] ? [LAST_EVENT_ID] : []),
    ...(responses[304] ? [IF_NONE_MATCH] : []),
    ...(responses[412] ? [IF_MATCH] : []),
    ...(responses[412] && method === 'PUT' ? [IF_ABSENT] : []),
  ]
  return parameters.length > 0 ? parameters : undefined
}

/** Describes parameters; those that are not in the path are in the query. */
function parametersIn(path: string, parameters: z.ZodObject): object[] {
  return Object.entries<z.core.$ZodType>(parameters.shape).map(([name, schema]) => {
    const { description, example, ...rest } = toJsonSchema(schema, 'output')
    const place = path.includes(`{${name}}`) ? 'path' : 'query'
    const form = rest['type'] === 'array' ? { style: 'form', explode: false } : {}
    return { name, in: place, required: !isOptional(parameters, name), ...form, description, example, schema: rest }
  })
}

function bodyOf({ input, rawBody, ...route }: AnyRoute): object | undefined {
  if (!takesBody(route)) return undefined
  if (rawBody)
    return {
      required: true,
      content: Object.fromEntries(
        rawBody.types.map((type) => [type, { schema: type === 'application/json' ? {} : { type: 'string' } }]),
      ),
    }
  return input && { required: true, content: { 'application/json': { schema: toJsonSchema(input, 'output') } } }
}

const EVENT_STREAM = 'text/event-stream'
const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

const LAST_EVENT_ID = headerParameter(
  'Last-Event-ID',
  'Of a stream: the last `id` that was received, after which it goes on; it takes precedence over `after`.',
)
const IF_NONE_MATCH = headerParameter(
  'If-None-Match',
  'The `ETag` of the answer that the client has; a 304 says that it has not changed.',
)
const IF_MATCH = headerParameter(
  'If-Match',
  'The `ETag` of the entry as the client knows it; when the entry has changed since, the answer is a 412.',
)
const IF_ABSENT = headerParameter(
  'If-None-Match',
  '`*`: only create the entry; when there is one already, the answer is a 412.',
)

/** The reference to a shared response; undefined for any other response, even for a changed copy of a shared response. */
function referenceTo(response: DocumentedResponse): object | undefined {
  const [name] = Object.entries<DocumentedResponse>(SHARED_RESPONSES).find(([, shared]) => shared === response) ?? []
  return name === undefined ? undefined : { $ref: responseUri(name) }
}

/** The properties of a route that determine the headers of its responses. */
type Sender = Pick<AnyRoute, 'cost' | 'isLookup' | 'responses'> & { isPaged: boolean }

/** Stands for all routes that send a shared response, so that the response documents every header that any of these routes sends. */
const ANY_ROUTE: Sender = { cost: 'lookup', isLookup: true, responses: { 304: UNCHANGED }, isPaged: false }

const text = (description: string) => ({ description, schema: { type: 'string' } })

function describeResponse(sender: Sender, status: string, response: DocumentedResponse): object {
  const { description, body = errorSchema, type = 'application/json', codes = [], otherTypes = {} } = response
  const examples = response.examples ?? Object.fromEntries(codes.map((code) => [code, exampleError(code)]))
  const hasExamples = Object.keys(examples).length > 0
  const isError = body instanceof z.ZodObject && 'requestId' in body.shape
  return {
    description,
    headers: { ...headersOf(sender, status, codes), ...mapEntries(response.headers ?? {}, text) },
    content: body
      ? {
          [type]: {
            schema: toJsonSchema(body, 'input'),
            examples: hasExamples ? mapEntries(examples, (value) => ({ value })) : undefined,
          },
          ...mapEntries(isError ? { 'application/problem+json': problemSchema } : otherTypes, (schema) => ({
            schema: toJsonSchema(schema, 'input'),
          })),
        }
      : {},
  }
}

/** The headers of a response with this status; those that are undefined are left out of the JSON. */
function headersOf(sender: Sender, status: string, codes: readonly ApiErrorCode[]): object {
  const hasRateLimit = sender.cost !== 'free'
  const isRevalidated = sender.responses[304] !== undefined || sender.responses[412] !== undefined
  const hasTag = isRevalidated && /200|201|304/.test(status)
  return {
    'X-Request-Id': text('Identifies the request in the log; also in the body of an error.'),
    'Server-Timing': sender.isLookup ? text('Of lookups: how long Steam took, `steam;dur=<milliseconds>`.') : undefined,
    'RateLimit-Policy': hasRateLimit ? text('Lookups a minute; absent where requests do not count.') : undefined,
    RateLimit: hasRateLimit
      ? text('Remaining lookups, and seconds until the quota is full again; absent where requests do not count.')
      : undefined,
    'Cache-Control': hasTag ? text('Whether and how long the response may be stored.') : undefined,
    ETag: hasTag ? text('Identifies these bytes, for `If-None-Match`.') : undefined,
    Link:
      sender.isPaged && status === '200'
        ? text('The URL of the next page, with `rel="next"`; absent on the last page.')
        : undefined,
    'WWW-Authenticate':
      status === '401' || codes.includes('scope_missing')
        ? text(
            '`Bearer`, with `error="invalid_token"` if a token was sent, or `error="insufficient_scope"` if it lacks the scope.',
          )
        : undefined,
    'Retry-After':
      /429|503|default/.test(status) || codes.includes('import_running')
        ? { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } }
        : undefined,
  }
}

const mapEntries = <T>(object: Record<string, T>, map: (value: T, name: string) => object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]))

/**
 * Converts a schema to JSON Schema. A named schema becomes a reference; any other schema is written out, with references to the named
 * schemas in it.
 */
function toJsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const id = z.globalRegistry.get(schema)?.id
  if (id !== undefined) return { $ref: schemaUri(id) }
  const { $schema: _, $defs: __, ...rest } = z.toJSONSchema(schema, { io, override: toPortable })
  return copyJson<Record<string, unknown>>(rest, (text) => text.replaceAll('#/$defs/', schemaUri('')))
}

/**
 * Removes the bounds that zod gives every integer (the safe range of a double). Describes a tuple of equal items as an array of its length too,
 * because some generators ignore `prefixItems`, and names the field that tells the kinds of a union apart.
 */
function toPortable({ zodSchema, jsonSchema }: Parameters<Override>[0]): void {
  if (zodSchema instanceof z.ZodDiscriminatedUnion) jsonSchema['discriminator'] = discriminatorOf(zodSchema)
  const { prefixItems } = jsonSchema
  if (prefixItems?.[0]) {
    Object.assign(jsonSchema, { items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length })
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

type Override = NonNullable<z.core.ToJSONSchemaParams['override']>

/** The `discriminator` of a union, all of whose kinds are named. */
function discriminatorOf({ def: { discriminator, options } }: z.ZodDiscriminatedUnion): object {
  const mapping = options.map((kind) => {
    const [value = ''] = kind._zod.propValues?.[discriminator] ?? []
    return [value, schemaUri(z.globalRegistry.get(kind)?.id ?? '')]
  })
  return { propertyName: discriminator, mapping: Object.fromEntries(mapping) as object }
}

function namedSchemas(): object {
  // zod's schemas of outputs would forbid additional fields, so its schemas of inputs are used.
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: schemaUri, io: 'input', override: toPortable })
  // Sorted by name, because otherwise the order would depend on the order in which modules are loaded.
  return Object.fromEntries(
    Object.entries(schemas)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  )
}
