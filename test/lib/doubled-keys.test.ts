import { expect, test } from 'vitest'
import { findDoubledKeys } from '../../src/lib/doubled-keys.ts'

test.each([
  ['{}', []],
  ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', []],
  ['{"a":1,"b":2,"a":3}', [{ path: [], key: 'a' }]],
  [
    '{"a":1,"a":1,"a":1}',
    [
      { path: [], key: 'a' },
      { path: [], key: 'a' },
    ],
  ],
  ['{ "a" : 1 ,\n"a"\t: 1 }', [{ path: [], key: 'a' }]],
  ['{"list":[{},{"x":1},{"x":1,"y":[],"x":2}]}', [{ path: ['list', 2], key: 'x' }]],
  ['{"a":{"b":{"c":1,"c":2}},"d":{"c":1}}', [{ path: ['a', 'b'], key: 'c' }]],
  // Written in another way, a key is still the same.
  [String.raw`{"VACBanned":true,"\u0056ACBanned":false}`, [{ path: [], key: 'VACBanned' }]],
  [String.raw`{"a\"b":1,"a\u0022b":2}`, [{ path: [], key: 'a"b' }]],
  [String.raw`{"a\\":1,"a":2}`, []],
  // Texts are not read as structure, nor as keys.
  ['{"a":"}{[,:","b":"{\\"a\\":1,\\"a\\":2}"}', []],
  ['{"a":"a","b":"a"}', []],
  ['["a","a",["a"]]', []],
  ['{"a":[1,2,"]"],"b":[{"c":"]}"}],"a":0}', [{ path: [], key: 'a' }]],
  ['{"__proto__":1,"constructor":2}', []],
  ['5', []],
])('%s', (text, found) => {
  // Every text is JSON.
  JSON.parse(text)
  expect(findDoubledKeys(text)).toEqual(found)
})
