import { expect, test } from 'vitest'
import { readPrecondition } from '../../src/http/precondition.ts'
import { etagOfCachedJson } from '../../src/lib/optimizations/memoize.ts'

const ENTRY = { reason: 'aimbot' }
const TAG = etagOfCachedJson(ENTRY)
/** The tag of a coding of the entry, as proxies that compress send it. */
const coded = (suffix: string) => TAG.replace(/"$/, `-${suffix}"`)

const CHANGED = 'The entry has changed since this ETag; read it again.'
const HAS_TAG = `The entry has the ETag ${TAG}, and If-None-Match requires another one.`

type Row = [header: 'if-match' | 'if-none-match', value: string, refusal: string | RegExp | undefined]

test.each<Row>([
  ['if-match', TAG, undefined],
  ['if-match', `"x", ${TAG}`, undefined],
  ['if-match', coded('br'), undefined],
  ['if-match', coded('gzip'), undefined],
  ['if-match', '*', undefined],
  ['if-match', '"x"', CHANGED],
  ['if-match', coded('other'), CHANGED],
  ['if-match', `W/${TAG}`, /^If-Match has a weak ETag .+ never matches/],
  ['if-none-match', '"x"', undefined],
  ['if-none-match', '*', /^The entry exists, and "If-None-Match: \*" requires/],
  ['if-none-match', TAG, HAS_TAG],
  ['if-none-match', coded('br'), HAS_TAG],
  ['if-none-match', `W/${TAG}`, HAS_TAG],
  ['if-none-match', `"x" , , ${TAG},`, HAS_TAG],
])('of an entry, %s: %s is refused with %s', (header, value, refusal) => {
  const check = () => readPrecondition({ [header]: value }, (entry: object) => entry)(ENTRY)
  if (refusal === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(expect.objectContaining({ status: 412, message: expect.stringMatching(refusal) }))
})

test('without an entry If-Match is refused, and If-None-Match is met', () => {
  const check = (headers: Record<string, string>) => readPrecondition(headers, (entry: object) => entry)(null)
  for (const value of ['*', TAG])
    expect(() => check({ 'if-match': value })).toThrow('There is no such entry, and If-Match requires one.')
  for (const value of ['*', TAG]) expect(() => check({ 'if-none-match': value })).not.toThrow()
})

test.each(['', 'x', '"x', 'x"', '"x" "y"', '*, "x"', 'w/"x"', 'W/ "x"', '"x y"', ', ,'])(
  'the value %j cannot be read, whatever the entry is',
  (value) => {
    for (const name of ['If-Match', 'If-None-Match'])
      expect(() => readPrecondition({ [name.toLowerCase()]: value }, (entry: object) => entry)).toThrow(
        expect.objectContaining({
          status: 400,
          field: name,
          message: `${name}: must be * or the ETag of the entry with its double quotes, such as "x"; this one is ${JSON.stringify(value)}.`,
        }),
      )
  },
)
