import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getImage } from '../../src/service/get-image.ts'
import type { Image, Validators } from '../../src/steam/images.ts'
import { anyCall } from '../support/callers.ts'
import { failureOf } from '../support/failure.ts'
import { fakeContext } from '../support/fake-context.ts'

const HOSTS = [
  'avatars.steamstatic.com',
  'community.akamai.steamstatic.com',
  'community.cloudflare.steamstatic.com',
  'community.fastly.steamstatic.com',
]

const picture: Image = { type: 'image/png', etag: '"1"', lastModified: undefined, body: undefined }

/** A context that notes what would be fetched. */
function noting() {
  const fetched: [host: string, path: string, validators: Validators][] = []
  const context = fakeContext(
    {},
    {
      async fetch(host, path, validators) {
        fetched.push([host, path, validators])
        return picture
      },
    },
  )
  return { context, fetched }
}

describe('getImage fetches a URL', () => {
  test.each([
    [
      'each host: avatars',
      'https://avatars.steamstatic.com/ab/c_full.jpg',
      'avatars.steamstatic.com',
      '/ab/c_full.jpg',
    ],
    ['each host: akamai', 'https://community.akamai.steamstatic.com/a', 'community.akamai.steamstatic.com', '/a'],
    [
      'each host: cloudflare',
      'https://community.cloudflare.steamstatic.com/a',
      'community.cloudflare.steamstatic.com',
      '/a',
    ],
    ['each host: fastly', 'https://community.fastly.steamstatic.com/a', 'community.fastly.steamstatic.com', '/a'],
    ['a query', 'https://avatars.steamstatic.com/a.jpg?v=1&w=%2F', 'avatars.steamstatic.com', '/a.jpg?v=1&w=%2F'],
    [
      'a fragment, which is no part of a request',
      'https://avatars.steamstatic.com/a.jpg#x',
      'avatars.steamstatic.com',
      '/a.jpg',
    ],
    ['no path', 'https://avatars.steamstatic.com', 'avatars.steamstatic.com', '/'],
    ['a query without a path', 'https://avatars.steamstatic.com?a', 'avatars.steamstatic.com', '/?a'],
    ['upper case', 'HTTPS://Avatars.SteamStatic.COM/A.jpg', 'avatars.steamstatic.com', '/A.jpg'],
    ['the default port', 'https://avatars.steamstatic.com:443/a.jpg', 'avatars.steamstatic.com', '/a.jpg'],
    ['an @ in the path', 'https://avatars.steamstatic.com/@evil.example', 'avatars.steamstatic.com', '/@evil.example'],
    [
      'a URL in the path',
      'https://avatars.steamstatic.com/https://evil.example/',
      'avatars.steamstatic.com',
      '/https://evil.example/',
    ],
    ['dot segments, resolved', 'https://avatars.steamstatic.com/a/../../b.jpg', 'avatars.steamstatic.com', '/b.jpg'],
  ])('with %s', async (_, url, host, path) => {
    const { context, fetched } = noting()
    const validators = { ifNoneMatch: '"1"' }
    expect(await getImage(context, url, validators, anyCall())).toBe(picture)
    expect(fetched).toEqual([[host, path, { ifNoneMatch: '"1"' }]])
  })
})

describe('getImage refuses without a fetch', () => {
  test.each([
    ['nothing', '', 'image_url_malformed'],
    ['garbage', 'not a url', 'image_url_malformed'],
    ['a relative one', '/economy/image/a', 'image_url_malformed'],
    ['one relative to a scheme', '//avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['no scheme', 'avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['plain http', 'http://avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['ftp', 'ftp://avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['a file', 'file://avatars.steamstatic.com/etc/passwd', 'image_url_malformed'],
    ['data', 'data:image/png;base64,AA==', 'image_url_malformed'],
    ['no host', 'https://', 'image_url_malformed'],
    ['a broken escape in the host', 'https://avatars%ZZ.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['a user', 'https://user@avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['a user and password', 'https://user:pass@avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['an empty user', 'https://@avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['another port', 'https://avatars.steamstatic.com:8443/a.jpg', 'image_url_malformed'],
    ['port 80', 'https://avatars.steamstatic.com:80/a.jpg', 'image_url_malformed'],
    ['a tab in the host', 'https://avatars.steam\tstatic.com/a.jpg', 'image_url_malformed'],
    ['a line break in the host', 'https://avatars.steamstatic.com\n/a.jpg', 'image_url_malformed'],
    ['a tab in the scheme', 'ht\ttps://avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['space before it', ' https://avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['backslashes', 'https:\\\\avatars.steamstatic.com\\a.jpg', 'image_url_malformed'],
    ['a backslash after the host', 'https://avatars.steamstatic.com\\@evil.example/', 'image_url_malformed'],
    ['one slash', 'https:/avatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['an escaped letter in the host', 'https://%61vatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['full-width letters', 'https://ａvatars.steamstatic.com/a.jpg', 'image_url_malformed'],
    ['an ideographic full stop', 'https://avatars。steamstatic.com/a.jpg', 'image_url_malformed'],
    ['a soft hyphen', 'https://avatars.steam\u00adstatic.com/a.jpg', 'image_url_malformed'],
    ['another host', 'https://evil.example/a.jpg', 'image_host_refused'],
    ['a trailing dot', 'https://avatars.steamstatic.com./a.jpg', 'image_host_refused'],
    ['a subdomain of an approved host', 'https://x.avatars.steamstatic.com/a.jpg', 'image_host_refused'],
    ['the domain above an approved host', 'https://steamstatic.com/a.jpg', 'image_host_refused'],
    ['a host that ends like an approved one', 'https://evil-avatars.steamstatic.com/a.jpg', 'image_host_refused'],
    [
      'a host that begins like an approved one',
      'https://avatars.steamstatic.com.evil.example/a.jpg',
      'image_host_refused',
    ],
    ['another Steam host', 'https://shared.akamai.steamstatic.com/a.jpg', 'image_host_refused'],
    ['an approved host as the user', 'https://avatars.steamstatic.com@evil.example/a.jpg', 'image_host_refused'],
    ['a Cyrillic look-alike', 'https://аvatars.steamstatic.com/a.jpg', 'image_host_refused'],
    ['loopback', 'https://127.0.0.1/a.jpg', 'image_host_refused'],
    ['loopback as a number', 'https://2130706433/a.jpg', 'image_host_refused'],
    ['loopback by name', 'https://localhost/a.jpg', 'image_host_refused'],
    ['IPv6', 'https://[::1]/a.jpg', 'image_host_refused'],
    ['cloud metadata', 'https://169.254.169.254/latest/meta-data', 'image_host_refused'],
  ])('%s: %j', async (_, url, code) => {
    const { context, fetched } = noting()
    expect((await failureOf(getImage(context, url, {}, anyCall()))).code).toBe(code)
    expect(fetched).toEqual([])
  })
})

test('getImage fetches from the hosts of the setting only', async () => {
  const { context, fetched } = noting()
  const own = { ...context, imageHosts: ['images.example'] }
  expect((await failureOf(getImage(own, 'https://avatars.steamstatic.com/a.jpg', {}, anyCall()))).code).toBe(
    'image_host_refused',
  )
  await getImage(own, 'https://images.example/a.jpg', {}, anyCall())
  expect(fetched).toEqual([['images.example', '/a.jpg', {}]])
})

test('getImage only ever fetches from an approved host that is written out in the text', async () => {
  const host = fc.oneof(
    fc.constantFrom(...HOSTS),
    fc.domain(),
    fc.ipV4(),
    fc.constantFrom('evil.example', 'localhost', '[::1]', ''),
  )
  const odd = fc.oneof(
    fc.constant(''),
    fc.constantFrom('@', ':', ':443', ':80', '/', '\\', '.', '\t', '\n', '#', '?', '%2e', '\u00ad', '。', ' '),
    fc.string(),
  )
  const urls = fc
    .tuple(
      odd,
      fc.constantFrom('https:', 'HTTPS:', 'http:', 'file:', ''),
      fc.constantFrom('//', '/', '\\\\', '///', ''),
      odd,
      host,
      odd,
      host,
      odd,
    )
    .map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(urls, async (url) => {
      const { context, fetched } = noting()
      await getImage(context, url, {}, anyCall()).catch(() => {})
      for (const [asked, path] of fetched) {
        expect(HOSTS).toContain(asked)
        expect(
          url
            .toLowerCase()
            .replace(/^https:\/\//, '')
            .startsWith(asked),
        ).toBe(true)
        expect(new URL(url).host).toBe(asked)
        expect(path.startsWith('/')).toBe(true)
        expect(/[\s#]/.test(path)).toBe(false)
      }
    }),
    { numRuns: 2_000 },
  )
})
