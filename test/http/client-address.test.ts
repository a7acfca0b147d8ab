import { describe, expect, test } from 'vitest'
import { createConnectionKey, createOriginReader } from '../../src/http/client-address.ts'

const reader = (trustedProxies: string[], isTls = false) => createOriginReader({ trustedProxies, isTls })

describe('without a trusted proxy', () => {
  const originOf = reader([])

  test('the client is the peer, whatever the headers contain', () => {
    const names = ['x-forwarded-for', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip']
    const forged = Object.fromEntries(names.map((name) => [name, '1.2.3.4']))
    const headers = { ...forged, 'x-forwarded-proto': 'http', forwarded: 'for=1.2.3.4' }
    const origin = { address: '198.51.100.7', limitKey: '198.51.100.7', isPlain: false, isHttps: false }
    expect(originOf('198.51.100.7', headers)).toEqual(origin)
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:FFFF::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['198.51.100.7', '198.51.100.7'],
    ['', ''],
  ])('%s has the limit key %s', (peer, limitKey) => {
    expect(originOf(peer, {}).limitKey).toBe(limitKey)
  })
})

describe('behind a trusted proxy', () => {
  const originOf = reader(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1'])
  const clientOf = (peer: string, forwarded?: string) =>
    originOf(peer, forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }).address

  test.each([
    ['names its client', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['is one of several', '10.1.2.3', '203.0.113.9, 10.9.9.9', '203.0.113.9'],
    ['speaks IPv6', '2001:db8:ffff::5', '203.0.113.9', '203.0.113.9'],
    ['has an IPv4-mapped IPv6 address', '::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['is given a forged chain', '10.1.2.3', '1.1.1.1, 10.5.5.5, 203.0.113.9', '203.0.113.9'],
    ['is given a chain of its own addresses', '10.1.2.3', '10.1.1.1, 10.1.1.2', '10.1.1.1'],
    ['passes IPv6 on', '10.1.2.3', '2001:db8::9', '2001:db8::9'],
    ['writes empty entries and spaces', '10.1.2.3', ' ,203.0.113.9 ,, ', '203.0.113.9'],
    ['writes IPv6 in brackets', '10.1.2.3', '[2001:db8::9]', '2001:db8::9'],
    ['sends an empty header', '10.1.2.3', '', '10.1.2.3'],
    ['writes rubbish', '10.1.2.3', 'unknown', '10.1.2.3'],
    ['is given a very long chain', '10.1.2.3', `${'6.6.6.6, '.repeat(1_500)}203.0.113.9`, '203.0.113.9'],
  ])('that %s, the client is the last address that is not trusted', (_, peer, forwarded, client) => {
    expect(clientOf(peer, forwarded)).toBe(client)
  })

  test('headers from a peer that is not a trusted proxy are ignored', () => {
    expect(clientOf('198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
    expect(clientOf('192.0.2.2', '203.0.113.9')).toBe('192.0.2.2')
    expect(clientOf('11.0.0.1', '203.0.113.9')).toBe('11.0.0.1')
  })

  test('the client of a request without the header is the proxy', () => {
    expect(clientOf('10.1.2.3')).toBe('10.1.2.3')
  })

  test.each([
    ['http', true],
    ['HTTP', true],
    ['https, http', true],
    ['https', false],
    ['http, https', false],
    ['', false],
  ])('X-Forwarded-Proto %j marks the request as plain HTTP: %s', (proto, isPlain) => {
    expect(originOf('10.1.2.3', { 'x-forwarded-proto': proto })).toMatchObject({ isPlain, isHttps: !isPlain })
  })

  test('a client that bypasses the proxy uses plain HTTP, except from this machine or over TLS', () => {
    expect(originOf('198.51.100.7', { 'x-forwarded-proto': 'https' }).isPlain).toBe(true)
    expect(originOf('127.0.0.1', {})).toMatchObject({ isPlain: false, isHttps: false })
    expect(originOf('::1', {}).isPlain).toBe(false)
    expect(originOf('::ffff:127.0.0.1', {}).isPlain).toBe(false)
    expect(reader(['10.0.0.0/8'], true)('198.51.100.7', {})).toMatchObject({ isPlain: false, isHttps: true })
  })
})

describe('the key of a connection', () => {
  const keyOf = createConnectionKey(['10.0.0.0/8', '2001:db8:ffff::/48'])

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2ff::1', '2001:db8:1:2ff::/64'],
    ['2001:db8:1:200:ffff::', '2001:db8:1:200::/64'],
    ['127.0.0.1', '127.0.0.1'],
    ['', ''],
  ])('from %j is %j', (peer, key) => {
    expect(keyOf(peer)).toBe(key)
  })

  test.each(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8:ffff::5'])('from the trusted proxy %s is undefined', (peer) => {
    expect(keyOf(peer)).toBeUndefined()
  })
})
