import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getImage } from '../../src/accounts/get-image.ts'
import type { Image, Validators } from '../../src/steam/images.ts'
import { anyCall } from '../support/callers.ts'
import { failureOf } from '../support/failure.ts'
import { fakeContext } from '../support/fake-context.ts'
import { numRuns } from '../support/num-runs.ts'

const HOSTS = [
  'avatars.steamstatic.com',
  'community.akamai.steamstatic.com',
  'community.cloudflare.steamstatic.com',
  'community.fastly.steamstatic.com',
]

const picture: Image = { type: 'image/png', etag: '"1"', lastModified: undefined, body: undefined }

/** A context whose image proxy only records what it is asked for. */
function recordFetches() {
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

const AVATARS = 'avatars.steamstatic.com'

describe('getImage fetches a URL', () => {
  test.each([
    ['an approved host', `https://${AVATARS}/ab/c_full.jpg`, '/ab/c_full.jpg'],
    ['a query', `https://${AVATARS}/a.jpg?v=1&w=%2F`, '/a.jpg?v=1&w=%2F'],
    ['a fragment, which is no part of a request', `https://${AVATARS}/a.jpg#x`, '/a.jpg'],
    ['no path', `https://${AVATARS}`, '/'],
    ['a query without a path', `https://${AVATARS}?a`, '/?a'],
    ['upper case', 'HTTPS://Avatars.SteamStatic.COM/A.jpg', '/A.jpg'],
    ['the default port', `https://${AVATARS}:443/a.jpg`, '/a.jpg'],
    ['an @ in the path', `https://${AVATARS}/@evil.example`, '/@evil.example'],
    ['a URL in the path', `https://${AVATARS}/https://evil.example/`, '/https://evil.example/'],
    ['dot segments, resolved', `https://${AVATARS}/a/../../b.jpg`, '/b.jpg'],
  ])('with %s', async (_, url, path) => {
    const { context, fetched } = recordFetches()
    const validators = { ifNoneMatch: '"1"' }
    expect(await getImage(context, url, validators, anyCall())).toBe(picture)
    expect(fetched).toEqual([[AVATARS, path, { ifNoneMatch: '"1"' }]])
  })

  test.each(HOSTS)('from %s', async (host) => {
    const { context, fetched } = recordFetches()
    expect(await getImage(context, `https://${host}/a`, {}, anyCall())).toBe(picture)
    expect(fetched).toEqual([[host, '/a', {}]])
  })
})

describe('getImage refuses without a fetch', () => {
  const codeOf = async (url: string) => {
    const { context, fetched } = recordFetches()
    const { code } = await failureOf(getImage(context, url, {}, anyCall()))
    expect(fetched).toEqual([])
    return code
  }

  test.each([
    ['nothing', ''],
    ['a relative one', '/economy/image/a'],
    ['no scheme', 'avatars.steamstatic.com/a.jpg'],
    ['plain http', 'http://avatars.steamstatic.com/a.jpg'],
    ['a file', 'file://avatars.steamstatic.com/etc/passwd'],
    ['no host', 'https://'],
    ['a user', 'https://user@avatars.steamstatic.com/a.jpg'],
    ['a user and password', 'https://user:pass@avatars.steamstatic.com/a.jpg'],
    ['another port', 'https://avatars.steamstatic.com:8443/a.jpg'],
    ['a tab in the host', 'https://avatars.steam\tstatic.com/a.jpg'],
    ['space before it', ' https://avatars.steamstatic.com/a.jpg'],
    ['backslashes', 'https:\\\\avatars.steamstatic.com\\a.jpg'],
    ['a backslash after the host', 'https://avatars.steamstatic.com\\@evil.example/'],
    ['an escaped letter in the host', 'https://%61vatars.steamstatic.com/a.jpg'],
    ['full-width letters', 'https://ａvatars.steamstatic.com/a.jpg'],
    ['a soft hyphen', 'https://avatars.steam\u00adstatic.com/a.jpg'],
    ['a port with a zero in front', 'https://avatars.steamstatic.com:0443/a.jpg'],
    ['an address as user and password', 'https://127.0.0.1:80@avatars.steamstatic.com/a.jpg'],
    ['a null byte in the host', 'https://avatars.steamstatic.com\u0000.evil.example/a.jpg'],
    ['a script', 'javascript:alert(1)'],
    ['an address without brackets', 'https://::1/a.jpg'],
  ])('as a malformed URL: %s: %j', async (_, url) => {
    expect(await codeOf(url)).toBe('image_url_malformed')
  })

  test.each([
    ['another host', 'https://evil.example/a.jpg'],
    ['a trailing dot', 'https://avatars.steamstatic.com./a.jpg'],
    ['a subdomain of an approved host', 'https://x.avatars.steamstatic.com/a.jpg'],
    ['a host that ends like an approved one', 'https://evil-avatars.steamstatic.com/a.jpg'],
    ['a host that begins like an approved one', 'https://avatars.steamstatic.com.evil.example/a.jpg'],
    ['an approved host as the user', 'https://avatars.steamstatic.com@evil.example/a.jpg'],
    ['a Cyrillic look-alike', 'https://аvatars.steamstatic.com/a.jpg'],
    ['an approved host before an escaped slash and an @', 'https://avatars.steamstatic.com%2f@127.0.0.1/'],
    ['an approved host after a number sign', 'https://127.0.0.1#@avatars.steamstatic.com/'],
    ['an approved host after a backslash', 'https://127.0.0.1\\@avatars.steamstatic.com/'],
  ])('as a URL of another host: %s: %j', async (_, url) => {
    expect(await codeOf(url)).toBe('image_host_refused')
  })
})

test('getImage fetches from the hosts of the setting only', async () => {
  const { context, fetched } = recordFetches()
  const own = { ...context, imageHosts: ['images.example'] }
  expect((await failureOf(getImage(own, 'https://avatars.steamstatic.com/a.jpg', {}, anyCall()))).code).toBe(
    'image_host_refused',
  )
  await getImage(own, 'https://images.example/a.jpg', {}, anyCall())
  expect(fetched).toEqual([['images.example', '/a.jpg', {}]])
})

test('getImage only ever fetches from an approved host that is written out in the text', async () => {
  /** Mostly the usual text, so that many of the URLs are acceptable but for one part. */
  const mostly = <T>(usual: T, ...others: fc.Arbitrary<T>[]) =>
    fc.oneof({ weight: 3 * others.length, arbitrary: fc.constant(usual) }, ...others)
  const odd = mostly(
    '',
    fc.constantFrom('@', ':', ':443', ':80', '/', '\\', '.', '\t', '\n', '#', '?', '%2e', '\u00ad', '。', ' '),
    fc.string(),
  )
  const host = mostly(
    AVATARS,
    fc.constantFrom(...HOSTS, 'evil.example', 'localhost', '[::1]', ''),
    fc.domain(),
    fc.ipV4(),
  )
  const urls = fc
    .tuple(
      odd,
      mostly('https:', fc.constantFrom('HTTPS:', 'http:', 'file:', '')),
      mostly('//', fc.constantFrom('/', '\\\\', '///', '')),
      odd,
      host,
      mostly(
        '',
        fc.tuple(odd, host, odd).map((parts) => parts.join('')),
      ),
    )
    .map((parts) => parts.join(''))
  const { context, fetched } = recordFetches()
  let fetches = 0
  await fc.assert(
    fc.asyncProperty(urls, async (url) => {
      await getImage(context, url, {}, anyCall()).catch(() => {})
      for (const [asked, path] of fetched.splice(0)) {
        fetches++
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
    { numRuns: numRuns(500) },
  )
  expect(fetches).toBeGreaterThan(numRuns(500) / 25)
})
