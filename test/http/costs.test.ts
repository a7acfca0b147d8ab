import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDocsRoutes } from '../../src/http/docs.ts'
import { describeApi } from '../../src/http/openapi.ts'
import type { Context } from '../../src/accounts/context.ts'
import type { Route } from '../../src/http/route.ts'
import { describeInterface, documentedRoutes } from '../../tools/describe-interface.ts'
import { ask } from '../support/ask.ts'
import { fakePolicies, TOKEN } from '../support/fake-policies.ts'
import { fakeTools, toolBearer, toolGrant } from '../support/fake-tools.ts'
import { httpForTest, limitsOf } from '../support/http.ts'

const LIMIT = 1_000
// Other numbers than those by default, and all of them different.
const COSTS = { free: 0, lookup: 2, friends: 30, inventory: 5, image: 7 }
const STEAM_ID = '76561197960287930'

interface Cost {
  quota: 'lookups' | 'verdicts' | 'requests' | null
  quotaOfTools?: 'requests'
  request: number
  furtherEntry?: number
  entriesOf?: string
  maxEntries?: number
  furtherPart?: number
  partOf?: 'limit' | 'list'
  partEntries?: number
}
interface Operation {
  tags: string[]
  summary: string
  'x-cost': Cost
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; example?: string }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, { example?: unknown }> } }> }
}
interface Document {
  paths: Record<string, Record<string, Operation>>
}

const policies = fakePolicies()
const options = { hasApiTokens: false, costs: COSTS }
const documented = documentedRoutes(policies)
const served = [...documented, ...createDocsRoutes(documented, options)]
const { paths } = describeApi(
  served.filter(({ summary }) => summary !== ''),
  options,
) as Document
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [method.toUpperCase(), path, operation] as const),
)

/** What a request for an operation, made from the examples of the document, takes from which quota. */
async function takenBy(
  [method, path, { parameters = [], requestBody, security }]: (typeof operations)[number],
  { entries, asTool = false }: { entries?: { field: string; count: number }; asTool?: boolean } = {},
) {
  const http = await httpForTest({
    routes: served as Route<Context>[],
    policies,
    tools: fakeTools({ panel: toolGrant() }),
    limits: limitsOf(LIMIT),
    costs: COSTS,
  })
  const inPath = path.replace('{token}', TOKEN).replace('{steamId}', STEAM_ID)
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, example = '1' }): [string, string] => [name, example]),
  )
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const fields = Object.entries(media?.schema.properties ?? {}).map(([name, { example }]) => [name, example])
  const body = Object.fromEntries(fields) as Record<string, unknown>
  if (entries) body[entries.field] = Array.from({ length: entries.count }, () => STEAM_ID)
  const needsTool = asTool || security?.every((way) => 'toolToken' in way)
  const { headers } = await ask(http, `${inPath}?${query.toString()}`, {
    method,
    headers: {
      ...(security && (needsTool ? toolBearer('panel') : { authorization: `Bearer ${TOKEN}` })),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(type !== undefined && { body: JSON.stringify(body) }),
  })
  const [, quota = null, left] = /^"(\w+)";r=([\d.]+);/.exec(String(headers['ratelimit'])) ?? []
  return { quota, taken: left === undefined ? 0 : LIMIT - Number(left) }
}

describe('the cost in the document is what a request takes:', () => {
  test.each(operations)('%s %s', async (...operation) => {
    const { quota, request, furtherEntry, entriesOf = '', maxEntries = 0 } = operation[2]['x-cost']
    const one = furtherEntry === undefined ? {} : { entries: { field: entriesOf, count: 1 } }
    expect(await takenBy(operation, one)).toEqual({ quota, taken: request })
    if (furtherEntry === undefined) return
    for (const count of [2, 5, maxEntries, maxEntries + 5]) {
      const taken = request + (Math.min(count, maxEntries) - 1) * furtherEntry
      expect(await takenBy(operation, { entries: { field: entriesOf, count } })).toEqual({ quota, taken })
    }
  })

  test.each(operations.filter(([, , { 'x-cost': cost }]) => cost.quotaOfTools))(
    '%s %s, with the token of a tool',
    async (...operation) => {
      const { quotaOfTools, request, entriesOf } = operation[2]['x-cost']
      const one = entriesOf === undefined ? {} : { entries: { field: entriesOf, count: 1 } }
      expect(await takenBy(operation, { ...one, asTool: true })).toEqual({ quota: quotaOfTools, taken: request })
    },
  )
})

const PAGE = join(import.meta.dirname, '../../docs/tools/http.md')
const TABLE = /(?<=\| Request \| Token \| Takes \| Answers \|\n\|-+\|-+\|-+\|-+\|\n)(?:\|.*\n)*/
/** Endpoints that the page lists in one row. */
const OF_OPERATION = 'Operation'

function tokenOf(path: string, { security = [] }: Operation): string {
  if (path.startsWith('/game/')) return 'policy, in the URL'
  const { policyToken, toolToken } = Object.assign({}, ...security) as Record<string, string[] | undefined>
  const scope = toolToken?.length === 0 ? 'any tool' : toolToken?.map((name) => `\`${name}\``).join()
  return policyToken ? `policy, ${scope}` : (scope ?? '')
}

function takesOf({ 'x-cost': cost }: Operation): string {
  if (cost.furtherEntry !== undefined) return `${cost.request} an entry`
  if (cost.furtherPart === undefined) return String(cost.request)
  return `${cost.request} for ${cost.partEntries?.toLocaleString('en')} ${cost.partOf === 'limit' ? 'of `limit`' : 'bans'}`
}

/** The quota that the page says for the token of a request. */
const quotaOf = (token: string) => (token === '' ? 'lookups' : token.startsWith('policy') ? 'verdicts' : 'requests')

test('docs/tools/http.md lists the operations with their tokens and costs; to write them anew, run this test with --update', async () => {
  const { paths: byDefault } = describeInterface({ hasApiTokens: false }) as Document
  const rows = Object.entries(byDefault).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags.includes(OF_OPERATION))
      .map(([method, operation]) => {
        const token = tokenOf(path, operation)
        expect([path, operation['x-cost'].quota]).toEqual([path, quotaOf(token)])
        return `| \`${method.toUpperCase()} ${path}\` | ${token} | ${takesOf(operation)} | ${operation.summary} |\n`
      }),
  )
  const page = await readFile(PAGE, 'utf8')
  expect(page).toMatch(TABLE)
  await expect(page.replace(TABLE, () => rows.join(''))).toMatchFileSnapshot(PAGE)
  // The page says of the others that they cost nothing.
  const others = Object.values(byDefault).flatMap((methods) =>
    Object.values(methods).filter(({ tags }) => tags.includes(OF_OPERATION)),
  )
  expect(others.map(({ 'x-cost': cost }) => cost.request)).toEqual(others.map(() => 0))
})
