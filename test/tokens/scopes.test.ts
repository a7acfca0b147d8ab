import { expect, test } from 'vitest'
import { ToolTokenError } from '../../src/model/tool-token-error.ts'
import { namesScope, readScopes } from '../../src/tokens/scopes.ts'

test.each([
  ['bans:read', ['bans:read']],
  [' Joins,  BANS:read ,joins\n', ['bans:read', 'joins']],
  [
    'verdicts joins history watches:write watches:read bans:write bans:read',
    ['bans:read', 'bans:write', 'watches:read', 'watches:write', 'history', 'joins', 'verdicts'],
  ],
])('%j are %j', (text, scopes) => {
  expect(readScopes(text)).toEqual(scopes)
})

test.each([
  ['', { code: 'scopes_missing' }],
  [' , ', { code: 'scopes_missing' }],
  ['bans:read bans watches', { code: 'scope_unknown', word: 'bans' }],
  ['toString', { code: 'scope_unknown', word: 'tostring' }],
])('%j are refused', (text, problem) => {
  const read = () => readScopes(text)
  expect(read).toThrow(ToolTokenError)
  expect(read).toThrow(expect.objectContaining({ problem }))
})

test('a scope is found in a text only as a word', () => {
  expect(namesScope('joins,BANS:write', 'bans:write')).toBe(true)
  expect(namesScope('bans:writes', 'bans:write')).toBe(false)
})
