import { z } from 'zod'
import { copyJson } from '../lib/copy-json.ts'
import { errorSchema, exampleError, SHARED_RESPONSES, UNCHANGED, withTransportErrors } from './documented-responses.ts'
import type { AnyRoute, DocumentedResponse } from './route.ts'

const VERSION = '1.8.0'

const schemaUri = (id: string) => `#/components/schemas/${id}`
const responseUri = (name: string) => `#/components/responses/${name}`

export interface DescriptionOptions {
  /** Whether `/api` asks for one of `API_TOKENS`. */
  hasApiTokens: boolean
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
    ? 'Requests need a token of this server, `Authorization: Bearer <token>`; verdicts need a token of a policy instead, images and the operation none.'
    : 'Verdicts need a token of a policy, `Authorization: Bearer <token>`; for everything else there is no authentication.'
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rapsheet',
      version: VERSION,
      description: `Steam bans, profiles, Rust hours, banned friends, game statistics and inventories. Unknown, private and unavailable are always distinguished from clean. The answers support a decision about a person; they should not be the only basis of a permanent ban. Responses may gain fields.\n\n${tokens} Send a \`User-Agent\` of at least 5 characters that names your application and a contact address; \`/api/lookup\` refuses requests without one. HEAD is supported wherever GET is, except for game servers. A GET with a body is refused. Scripts on pages whose origin the operator allows may send \`Authorization\`, \`Cache-Control\`, \`Content-Type\`, \`If-None-Match\`, \`User-Agent\` and \`traceparent\`.`,
      contact: { name: 'The operator of this server' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [],
    tags: [
      { name: 'Lookups', description: 'Data from Steam about accounts.' },
      { name: 'Verdicts', description: 'What a policy says of accounts.' },
      { name: 'Operation', description: 'State of the server, and this description.' },
    ],
    paths,
    components: {
      schemas: namedSchemas(),
      responses: mapEntries(SHARED_RESPONSES, (response) =>
        describeResponse(ANY_ROUTE, String(response.status), response),
      ),
      securitySchemes: {
        policyToken: bearer('A token of a policy.'),
        ...(hasApiTokens ? { apiToken: bearer('One of `API_TOKENS` of this server.') } : {}),
      },
    },
  }
}

const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description })

/** The OpenAPI operation of a route; properties that are undefined are left out of the JSON. */
function describeRoute(route: AnyRoute, { hasApiTokens }: DescriptionOptions): object {
  const { method, summary, description, tag, input } = route
  const needsApiToken = hasApiTokens && route.token === undefined && route.path.startsWith('/api/')
  const responses = { ...withTransportErrors(route), ...(needsApiToken ? { 401: SHARED_RESPONSES.Unauthorized } : {}) }
  return {
    operationId: `${method.toLowerCase()}${route.path.replace(/[^A-Za-z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    description,
    security: securityOf(route, needsApiToken),
    parameters: method === 'GET' ? parametersOf(route) : undefined,
    requestBody:
      method === 'POST' && input
        ? { required: true, content: { 'application/json': { schema: toJsonSchema(input, 'output') } } }
        : undefined,
    responses: mapEntries(
      { ...responses, default: SHARED_RESPONSES.OtherError },
      (response, status) => referenceTo(response) ?? describeResponse(route, status, response),
    ),
  }
}

function securityOf({ token }: AnyRoute, needsApiToken: boolean): object[] | undefined {
  if (token === 'policy') return [{ policyToken: [] }]
  return needsApiToken ? [{ apiToken: [] }] : undefined
}

/** The parameters of a GET; undefined when it has none. */
function parametersOf({ input, documented, responses }: AnyRoute): object[] | undefined {
  const parameters = [
    ...(documented ? parametersIn('path', documented.parameters) : []),
    ...(input ? parametersIn('query', input) : []),
    ...(responses[304] ? [IF_NONE_MATCH] : []),
  ]
  return parameters.length > 0 ? parameters : undefined
}

function parametersIn(place: 'path' | 'query', input: z.ZodObject): object[] {
  return Object.entries<z.core.$ZodType>(input.shape).map(([name, schema]) => {
    const { description, example, ...rest } = toJsonSchema(schema, 'output')
    return { name, in: place, required: true, description, example, schema: rest }
  })
}

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the answer that the client has; a 304 says that it has not changed.',
  schema: { type: 'string' },
}

/** The reference to a shared response; undefined for any other response, even for a changed copy of a shared response. */
function referenceTo(response: DocumentedResponse): object | undefined {
  const [name] = Object.entries<DocumentedResponse>(SHARED_RESPONSES).find(([, shared]) => shared === response) ?? []
  return name === undefined ? undefined : { $ref: responseUri(name) }
}

/** The properties of a route that determine the headers of its responses. */
type Sender = Pick<AnyRoute, 'cost' | 'isLookup' | 'responses'>

/** Stands for all routes that send a shared response, so that the response documents every header that any of these routes sends. */
const ANY_ROUTE: Sender = { cost: 'lookup', isLookup: true, responses: { 304: UNCHANGED } }

const text = (description: string) => ({ description, schema: { type: 'string' } })

function describeResponse(sender: Sender, status: string, response: DocumentedResponse): object {
  const { description, body = errorSchema, type = 'application/json', codes = [] } = response
  const examples = response.examples ?? Object.fromEntries(codes.map((code) => [code, exampleError(code)]))
  const hasExamples = Object.keys(examples).length > 0
  const hasRateLimit = sender.cost !== 'free'
  const hasTag = sender.responses[304] !== undefined && /200|304/.test(status)
  return {
    description,
    headers: {
      'X-Request-Id': text('Identifies the request in the log; also in the body of an error.'),
      'Server-Timing': sender.isLookup
        ? text('Of lookups: how long Steam took, `steam;dur=<milliseconds>`.')
        : undefined,
      'RateLimit-Policy': hasRateLimit ? text('Lookups a minute; absent where requests do not count.') : undefined,
      RateLimit: hasRateLimit
        ? text('Remaining lookups, and seconds until the quota is full again; absent where requests do not count.')
        : undefined,
      'Cache-Control': hasTag ? text('Whether and how long the response may be stored.') : undefined,
      ETag: hasTag ? text('Identifies these bytes, for `If-None-Match`.') : undefined,
      'WWW-Authenticate': status === '401' ? text('The kind of token that is needed: `Bearer`.') : undefined,
      'Retry-After': /429|503|default/.test(status)
        ? { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } }
        : undefined,
    },
    content: body
      ? {
          [type]: {
            schema: toJsonSchema(body, 'input'),
            examples: hasExamples ? mapEntries(examples, (value) => ({ value })) : undefined,
          },
        }
      : {},
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
 * Removes the bounds that zod gives every integer (the safe range of a double). Also describes a tuple of equal items as an array of its
 * length, because some generators ignore `prefixItems`.
 */
function toPortable({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { prefixItems } = jsonSchema
  if (prefixItems?.[0]) {
    Object.assign(jsonSchema, { items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length })
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
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
