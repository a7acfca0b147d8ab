import { describe, expect, test } from 'vitest'
import {
  isSafeAvatarUrl,
  isSafeProfileUrl,
  toSafeAvatarUrl,
  toSafeProfileUrl,
} from '../../../src/steam/methods/safe-links.ts'

const ALICE = '76561197960287930'
const BUILT = `https://steamcommunity.com/profiles/${ALICE}`

/** Links that lead elsewhere than they seem to, or run scripts. */
const HOSTILE = [
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://steamcommunity.com/id/alice',
  'https://evil.example/id/alice',
  'https://steamcommunity.com.evil.example/id/alice',
  'https://steamcommunity.com@evil.example/id/alice',
  'https://user:password@steamcommunity.com/id/alice',
  'https://steamcommunity.com:8443/id/alice',
  'https://avatars.steamstatic.com:8443/a.jpg',
  'https://user@avatars.steamstatic.com/a.jpg',
  'https://evil.steamstatic.com/a.jpg',
  'https://avatars.steamstatic.com.evil.example/a.jpg',
  'https://avatars.steamstatic.com./a.jpg',
  '//avatars.steamstatic.com/a.jpg',
  '/id/alice',
  'alice',
  '',
]

describe('a profile link', () => {
  test.each([
    ['https://steamcommunity.com/id/alice/', 'https://steamcommunity.com/id/alice/'],
    [`https://steamcommunity.com/profiles/${ALICE}/`, `https://steamcommunity.com/profiles/${ALICE}/`],
    ['https://steamcommunity.com/id/alice', 'https://steamcommunity.com/id/alice'],
    ['http://steamcommunity.com/id/alice/', 'https://steamcommunity.com/id/alice/'],
    ['HTTP://SteamCommunity.com/id/alice', 'https://steamcommunity.com/id/alice'],
    ['https://steamcommunity.com/id/alice/?l=english#top', 'https://steamcommunity.com/id/alice/'],
  ])('%s is returned as %s', (given, expected) => {
    expect(toSafeProfileUrl(given, ALICE)).toBe(expected)
    expect(isSafeProfileUrl(expected)).toBe(true)
  })

  test.each([
    ...HOSTILE,
    'https://steamcommunity.com/linkfilter/?url=https://evil.example',
    'https://steamcommunity.com/id/alice/../../linkfilter/',
    'https://steamcommunity.com/',
    'https://steamcommunity.com/profiles/1',
    'https://steamcommunity.com/id/a](https:',
  ])('%j is replaced by the default profile page', (given) => {
    expect(toSafeProfileUrl(given, ALICE)).toBe(BUILT)
    expect(isSafeProfileUrl(given)).toBe(false)
  })
})

describe('an avatar link', () => {
  const OLD = 'steamcommunity/public/images/avatars/fe/fef49e_full.jpg'
  test.each([
    ['https://avatars.steamstatic.com/fef49e_full.jpg', 'https://avatars.steamstatic.com/fef49e_full.jpg'],
    ...['akamai', 'cloudflare', 'fastly'].map((name) => [
      `http://avatars.${name}.steamstatic.com/a.jpg`,
      `https://avatars.${name}.steamstatic.com/a.jpg`,
    ]),
    [`https://cdn.akamai.steamstatic.com/${OLD}`, `https://cdn.akamai.steamstatic.com/${OLD}`],
    [`https://steamcdn-a.akamaihd.net/${OLD}`, `https://steamcdn-a.akamaihd.net/${OLD}`],
    [`http://media.steampowered.com/${OLD}`, `https://media.steampowered.com/${OLD}`],
    ['https://avatars.steamstatic.com/a.jpg?x=1', 'https://avatars.steamstatic.com/a.jpg'],
  ])('%s is returned as %s', (given, expected) => {
    expect(toSafeAvatarUrl(given)).toBe(expected)
    expect(isSafeAvatarUrl(expected)).toBe(true)
  })

  test.each([...HOSTILE, 'https://steamcommunity.com/a.jpg', 'https://avatars.steamstatic.com/a(b).jpg'])(
    '%j is replaced by an empty link',
    (given) => {
      expect(toSafeAvatarUrl(given)).toBe('')
      expect(isSafeAvatarUrl(given)).toBe(given === '')
    },
  )
})
