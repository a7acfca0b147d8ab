import { expect, test } from 'vitest'
import { explainKnown } from '../../../src/database/postgres/postgres-errors.ts'

/** The problem and what follows the text of an error with a code of Postgres. */
function explain(code: string, text: string) {
  const { problem, message = '' } = explainKnown('db', 'failed', Object.assign(new Error(text), { code })) ?? {}
  return [problem, message.replace(`DATABASE_URL db failed: ${text.replace(/\.$/, '')}. `, '')]
}

const USE_TLS = ['unavailable', 'Add ?sslmode=verify-full to DATABASE_URL.']

test.each([
  ['PgBouncer', '08P01', 'SSL required'],
  ['Supabase', 'XX000', 'SSL connection is required'],
  ['Neon', '08P01', 'connection is insecure (try using `sslmode=require`)'],
])('%s requires TLS in its own words, which is not an outage', (_, code, text) => {
  expect(explain(code, text)).toEqual(USE_TLS)
})

test('what a pooler refuses or mixes up is not an outage', () => {
  expect(explain('08P01', 'unsupported startup parameter: statement_timeout')).toEqual([
    'unavailable',
    expect.stringMatching(/^A pooler in between prevents it: set DATABASE_URL to the server itself/),
  ])
  expect(explain('26000', 'prepared statement "S_1" does not exist')).toEqual([
    'unavailable',
    expect.stringMatching(/^A pooler in between prevents it/),
  ])
  expect(explain('08P01', 'SASL authentication failed')).toEqual([
    'unavailable',
    expect.stringMatching(/^Correct the user or password in DATABASE_URL/),
  ])
  expect(explain('08P01', 'database "nowhere" does not exist')).toEqual([
    'unavailable',
    expect.stringMatching(/^Create the database/),
  ])
  expect(explain('08P01', 'no such database: nowhere')).toEqual([
    'unavailable',
    expect.stringMatching(/^Correct the user and the database/),
  ])
})

test('a server that starts, stops, or cannot take more connections may be reached later', () => {
  for (const code of ['57P03', '57P01', '53300', '08006', 'ECONNREFUSED'])
    expect(explain(code, 'not now')[0]).toBe('unreachable')
})

test('an error of another kind is not explained', () => {
  expect(explainKnown('db', 'failed', new TypeError('x is not a function'))).toBeUndefined()
})

test('a pool that gets no connection in time is an outage', () => {
  const error = new Error('timeout exceeded when trying to connect')
  expect(explainKnown('db', 'failed', error)).toMatchObject({ problem: 'unreachable' })
})

test('a refused connection and a missing password name what to change in DATABASE_URL or on the server', () => {
  const refused = 'no pg_hba.conf entry for host "192.0.2.1", user "bot", database "bot", no encryption'
  expect(explain('28000', refused)).toEqual(['unavailable', expect.stringMatching(/add \?sslmode=verify-full/)])
  const { problem, message } = explainKnown('db', 'failed', new Error('SASL: client password must be a string')) ?? {}
  expect([problem, message]).toEqual(['unavailable', expect.stringContaining('add it to DATABASE_URL')])
})
