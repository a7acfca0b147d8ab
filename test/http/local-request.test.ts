import { expect, test } from 'vitest'
import { createOriginReader } from '../../src/http/client-address.ts'
import { isFromThisMachine } from '../../src/app/status/routes.ts'

/** A request as Node parses it, from a peer that a test cannot connect from. */
function requestFrom(remoteAddress: string, url = '/status', host = 'localhost') {
  const request = { httpVersion: '1.1', url, headers: { host }, socket: { remoteAddress } }
  // Only these fields are read.
  return request as unknown as Parameters<typeof isFromThisMachine>[0]
}

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('the peer %s is on this machine', (peer) => {
  expect(isFromThisMachine(requestFrom(peer))).toBe(true)
})

test.each(['192.0.2.1', '10.0.0.1', '172.17.0.1', '2001:db8::1', '::ffff:192.0.2.1', ''])(
  'the peer %j is not on this machine, whatever host it names',
  (peer) => {
    expect(isFromThisMachine(requestFrom(peer))).toBe(false)
  },
)

test('a proxy is noted when it passes a client on: a trusted one, or one on this machine', () => {
  const noted: boolean[] = []
  const noteProxy = (isTrusted: boolean) => void noted.push(isTrusted)
  const passedOn = { 'x-forwarded-for': '203.0.113.9' }
  const alone = createOriginReader({ trustedProxies: [], isTls: false, noteProxy })
  alone('127.0.0.1', {})
  alone('192.0.2.7', passedOn)
  expect(noted).toEqual([])
  alone('127.0.0.1', passedOn)
  expect(noted).toEqual([false])
  const behind = createOriginReader({ trustedProxies: ['10.0.0.0/8'], isTls: false, noteProxy })
  behind('10.0.0.1', {})
  behind('10.0.0.1', passedOn)
  behind('192.0.2.7', passedOn)
  expect(noted).toEqual([false, true])
})
