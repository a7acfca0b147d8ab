import { describe, expect, test } from 'vitest'
import { isPostgresUrl, secretsOf, withoutCredentials } from '../../src/lib/postgres-url.ts'

test.each([
  'postgres://db.example/rapsheet',
  'postgresql://user@db.example:6432/rapsheet',
  'postgres://user:p%40ss@[::1]:5432/rapsheet?sslmode=verify-full',
  'postgres:///rapsheet?host=/run/postgresql',
])('%s is a Postgres address', (url) => {
  expect(isPostgresUrl(url)).toBe(true)
})

test.each([
  'postgres://',
  'postgres://db.example',
  'postgres://db.example/',
  'postgres:///rapsheet',
  'postgres://user:pass#word@db.example/rapsheet',
  'postgres://user:12/34@db.example/rapsheet',
  'mysql://db.example/rapsheet',
  'sqlite://postgres://x',
  'postgres',
])('%s is none', (url) => {
  expect(isPostgresUrl(url)).toBe(false)
  expect(secretsOf(url)).toEqual([])
  expect(withoutCredentials(url)).toBe(url)
})

describe('what may be shown of an address', () => {
  test.each([
    ['postgres://user:hunter2@db.example/rapsheet', 'postgres://db.example:5432/rapsheet'],
    ['postgresql://user:hunter2@[::1]:6432/rapsheet?sslmode=require', 'postgres://[::1]:6432/rapsheet'],
    ['postgres://db.example/rapsheet?user=me&password=hunter2&port=7', 'postgres://db.example:7/rapsheet'],
  ])('%s', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown)
  })
})

describe('what must not be shown of an address', () => {
  test('is the whole, and its password as written and decoded', () => {
    const url = 'postgres://user:p%40ssword1@db.example/rapsheet'
    expect(secretsOf(url)).toEqual([url, 'user:p%40ssword1@', 'p%40ssword1', 'p@ssword1'])
    expect(secretsOf('postgres://db.example/x?password=correct-horse')).toContain('correct-horse')
  })

  test('is not a short password alone, nor the name of the database', () => {
    const short = 'postgres://user:pg@db.example/rapsheet'
    expect(secretsOf(short)).toEqual([short, 'user:pg@'])
    const same = 'postgres://user:rapsheet@db.example/rapsheet'
    expect(secretsOf(same)).toEqual([same, 'user:rapsheet@'])
  })

  test('is nothing of an address without a password', () => {
    expect(secretsOf('postgres://user@db.example/rapsheet')).toEqual([])
  })
})
