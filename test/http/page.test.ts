import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { ask, expectError } from '../support/ask.ts'
import { folderForTest } from '../support/folder.ts'
import { request, talkOnce } from '../support/raw.ts'
import { serviceForTest, startService, useService } from '../support/service.ts'

const built = inject('pageFolder')
const assets = readdirSync(join(built, 'assets')).map((name) => `/assets/${name}`)
const fileOf = (path: string) => readFileSync(join(built, path === '/' ? 'index.html' : path))

const service = await useService({ API_TOKENS: 'api-token-0123456789' })

const get = (path: string, headers: Record<string, string> = {}) =>
  talkOnce(service.port, request('GET', path, headers))

const attribute = (name: string, html: string) =>
  [...html.matchAll(new RegExp(`\\b${name}="([^"]*)"`, 'g'))].map(([, value]) => value)

describe('/', () => {
  test('is the page, for everybody, with a policy that only runs its own files', async () => {
    const { status, headers, bytes } = await get('/')
    expect({ status, bytes: bytes.equals(fileOf('/')) }).toEqual({ status: 200, bytes: true })
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    })
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ])
  })

  test('takes any query and refers only to files that are served', async () => {
    const { status, body } = await ask(service, '/?account=76561197960287930&tab=friends')
    expect(status).toBe(200)
    const html = String(body)
    const links = [...attribute('src', html), ...attribute('href', html)]
    expect(links.filter((link) => link?.startsWith('/assets/')).length).toBeGreaterThanOrEqual(2)
    for (const link of links) expect([link, (await ask(service, String(link))).status]).toEqual([link, 200])
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|javascript:/i)
  })
})

describe('an asset', () => {
  test('has its type and may be kept forever, because its name changes with its content', async () => {
    expect(assets.length).toBeGreaterThanOrEqual(2)
    const types: Record<string, string> = {
      js: 'text/javascript; charset=utf-8',
      css: 'text/css; charset=utf-8',
      svg: 'image/svg+xml',
    }
    for (const path of assets) {
      expect(path).toMatch(/^\/assets\/[\w-]+-[A-Z0-9]{8}\.(js|css|svg)$/)
      const { status, headers, bytes } = await get(path)
      expect({ path, status, isWhole: bytes.equals(fileOf(path)) }).toEqual({ path, status: 200, isWhole: true })
      expect(headers).toMatchObject({
        'content-type': types[path.split('.').at(-1) ?? ''],
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test.each(['/assets/main-AAAAAAAA.js', '/assets/', '/assets', '/assets/../index.html', '/assets/..%2findex.html'])(
    'that does not exist is a 404: %s',
    async (path) => {
      await expectError(service, await get(path), 404, 'not_found')
    },
  )
})

describe('without the page', () => {
  test('/ leads to the description of the interface if PAGE is off', async () => {
    const off = await serviceForTest({ PAGE: 'off', pageFolder: '/nowhere' }, service.sim)
    expect(await ask(off, '/')).toMatchObject({ status: 302, headers: { location: '/docs' } })
    for (const path of assets) expect(await ask(off, path)).toMatchObject({ status: 404 })
  })

  const startWith = (pageFolder: string) => startService({ pageFolder }, service.sim)

  test('a start fails with what to do if the page is not built', async () => {
    const folder = join(folderForTest(), 'page')
    const whatToDo = 'Run "npm run build", or set PAGE=off.'
    await expect(startWith(folder)).rejects.toMatchObject({
      name: 'SettingsError',
      message: expect.stringMatching(`^The page cannot be read from ${folder}: ENOENT: .*\\. ${whatToDo}$`),
    })
    mkdirSync(join(folder, 'assets'), { recursive: true })
    await expect(startWith(folder)).rejects.toThrow(`/index.html'. ${whatToDo}`)
    writeFileSync(join(folder, 'index.html'), '<!doctype html>')
    await (await startWith(folder)).close()
  })
})
