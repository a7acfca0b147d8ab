import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { LANGUAGES } from '../../src/model/language.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const WORDS = new RegExp(`^/assets/page-(${LANGUAGES.join('|')})-`)
const service = await useService()

test.each([
  ['en', 'VAC ban', 40],
  ['de', 'VAC-Ban', 40],
  ['fr', 'bannissement', 42],
  ['ru', 'бан VAC', 42],
  ['zh-CN', '封禁', 42],
])(
  'a first visit in %s loads little besides pictures, from this server only, and assets once',
  async (locale, banned, maxKibibytes) => {
    const { page, failedRequests } = await openPage(service, `/?account=${CAST.raider}`, { locale })
    await readOnce(page, '.verdict', banned)
    const readLoaded = () =>
      page.evaluate(() =>
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => {
          const { name, encodedBodySize, decodedBodySize } = entry as PerformanceResourceTiming
          return { name, encodedBodySize, decodedBodySize }
        }),
      )
    const isPicture = (url: string) => new URL(url).pathname === '/api/image'
    const loaded = (await readLoaded()).filter(({ name }) => !isPicture(name))
    expect(loaded.filter(({ name }) => new URL(name).origin !== service.url)).toEqual([])
    expect(loaded.map(({ name }) => new URL(name).pathname)).toEqual(
      expect.arrayContaining(['/', '/api/lookup', expect.stringMatching(/\.js$/), expect.stringMatching(/\.css$/)]),
    )
    expect(loaded.filter(({ name }) => WORDS.test(new URL(name).pathname))).toHaveLength(1)
    const bytes = loaded.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(maxKibibytes * 1024)
    // Compressed: the browser got less than it runs.
    expect(loaded.reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)).toBeGreaterThan(2 * bytes)

    for (const { name } of loaded.filter((each) => each.name.includes('/assets/'))) {
      const { headers } = await fetch(name, { method: 'HEAD' })
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    expect(failedRequests).toEqual([])
  },
)

test('the words of the language are asked for before the script of the page has arrived', async () => {
  const { page } = await openPage(service, '/', { locale: 'de' })
  const wordsAsked = page.waitForRequest(/\/assets\/page-de-/)
  await page.route(/\/assets\/main-/, async (route) => {
    await wordsAsked
    await route.continue()
  })
  await page.reload()
  await readOnce(page, 'h1', 'Rapsheet')
})
