import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  createClient,
  decideAdmission,
  type Client,
  type ErrorCode,
  type paths,
} from '../../packages/client/src/index.ts'
import type { ApiErrorCode } from '../../src/http/error-codes.ts'
import { ask } from '../support/ask.ts'
import { serviceForTest } from '../support/service.ts'

/** What the description says that an operation answers. */
type AnswerOf<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Answer } } } }
  ? Answer
  : never
type Resolved<Name extends keyof Client> = Client[Name] extends (...values: never[]) => Promise<infer Answer>
  ? Answer
  : never

/** The functions for operations of the description that have another name: that of a list, and what is done with it. */
const RENAMED: Record<string, string> = {
  // The same as GET.
  lookUpByPost: 'lookUp',
  importBans: 'bans.import',
  exportBans: 'bans.export',
  readEvents: 'events.read',
  ...Object.fromEntries(
    ['Bans', 'Watches', 'Joins', 'Refusals'].map((list) => [`list${list}`, `${list.toLowerCase()}.list`]),
  ),
  ...Object.fromEntries(
    ['get', 'put', 'delete'].flatMap((verb) => [
      [`${verb}Ban`, `bans.${verb}`],
      [`${verb}Watch`, `watches.${verb}`],
    ]),
  ),
}
/** A page for people, and what Rust game servers ask. */
const WITHOUT_FUNCTION = new Set(['getDocs', 'askAsGameServer'])
/** Further functions for operations that have one. */
const IN_OTHER_WAYS = [
  ...['bans', 'watches', 'joins', 'refusals'].flatMap((list) => [`${list}.pages`, `${list}.readAll`]),
  'events.follow',
]

/** The names of the functions of a client, such as `bans.get`. */
const functionsOf = (client: object): string[] =>
  Object.entries(client).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'function' ? [name] : functionsOf(Object(value) as object).map((inner) => `${name}.${inner}`),
  )

test('every operation of the description has a function', async () => {
  const service = await serviceForTest()
  const { body } = await ask(service, '/openapi.json')
  const operations = Object.values((body as { paths: Record<string, Record<string, { operationId: string }>> }).paths)
  const ids = operations.flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  const functions = ids.filter((id) => !WITHOUT_FUNCTION.has(id)).map((id) => RENAMED[id] ?? id)
  expect([...new Set([...functions, ...IN_OTHER_WAYS])].toSorted()).toEqual(
    functionsOf(createClient({ baseUrl: service.url })).toSorted(),
  )
})

test.each(['', 'ftp://example.org', 'http://', 'https://me:secret@example.org'])(
  'the address %j is refused without being repeated',
  (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow(/^baseUrl has to be an http or https address[^@]+$/)
  },
)

test('the functions resolve to what the description says', () => {
  expectTypeOf<Resolved<'lookUp'>>().toEqualTypeOf<AnswerOf<paths['/api/lookup']['get']>>()
  expectTypeOf<Resolved<'lookUp'>>().toEqualTypeOf<AnswerOf<paths['/api/lookup']['post']>>()
  expectTypeOf<Resolved<'lookUpBatch'>>().toEqualTypeOf<AnswerOf<paths['/api/lookup/batch']['post']>>()
  expectTypeOf<Resolved<'compare'>>().toEqualTypeOf<AnswerOf<paths['/api/compare']['get']>>()
  expectTypeOf<Resolved<'getStats'>>().toEqualTypeOf<AnswerOf<paths['/api/rust-stats']['get']>>()
  expectTypeOf<Resolved<'getInventory'>>().toEqualTypeOf<AnswerOf<paths['/api/inventory']['get']>>()
  expectTypeOf<Resolved<'getVerdict'>>().toEqualTypeOf<AnswerOf<paths['/api/verdict']['get']>>()
  expectTypeOf<Resolved<'getVerdicts'>>().toEqualTypeOf<AnswerOf<paths['/api/verdict/batch']['post']>>()
  expectTypeOf<Resolved<'getHealth'>>().toEqualTypeOf<AnswerOf<paths['/healthz']['get']>>()
  expectTypeOf<Resolved<'getReadiness'>>().toEqualTypeOf<AnswerOf<paths['/readyz']['get']>>()
  type Events = paths['/api/friends']['post']['responses'][200]['content']['text/event-stream']
  type Yielded = ReturnType<Client['scanFriends']> extends AsyncGenerator<infer Event> ? Event : never
  // The error event is thrown.
  expectTypeOf<Yielded>().toEqualTypeOf<Exclude<Events, { code: ErrorCode }>>()
  expectTypeOf<ErrorCode>().toEqualTypeOf<ApiErrorCode>()
})

describe('what a verdict means for a player', () => {
  const CHOICES = ['admit', 'refuse'] as const

  test.each(CHOICES)('where the owner chose to %s players in doubt', (onUnknown) => {
    const decide = (verdict: string, mode: string) =>
      // A newer service may send other words.
      decideAdmission({ verdict, mode } as Parameters<typeof decideAdmission>[0], onUnknown)
    expect(decide('allow', 'enforce')).toBe('admit')
    expect(decide('deny', 'enforce')).toBe('refuse')
    expect(decide('unknown', 'enforce')).toBe(onUnknown)
    expect(decide('undecided', 'enforce')).toBe(onUnknown)
    expect(decide('deny', 'another mode')).toBe(onUnknown)
    for (const verdict of ['allow', 'deny', 'unknown']) expect(decide(verdict, 'observe')).toBe('admit')
  })
})
