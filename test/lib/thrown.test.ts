import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { messageOf } from '../../src/lib/thrown.ts'

test('the message of an error, or the text of another value', () => {
  expect([new Error('broken'), 'broken', undefined].map(messageOf)).toEqual(['broken', 'broken', 'undefined'])
})

test('a host all of whose addresses refuse is said with each of them, although Node gives the error no message', async () => {
  const error = await new Promise((resolve) =>
    connect({
      host: 'two-addresses.test',
      port: 1,
      lookup: (_host, _options, callback) =>
        callback(null, [
          { address: '127.0.0.1', family: 4 },
          { address: '127.0.0.2', family: 4 },
        ]),
    }).on('error', resolve),
  )
  expect(messageOf(error)).toBe('connect ECONNREFUSED 127.0.0.1:1; connect ECONNREFUSED 127.0.0.2:1')
})
