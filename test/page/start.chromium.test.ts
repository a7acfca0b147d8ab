import { expect, test } from 'vitest'
import { serviceForTest, useService } from '../support/service.ts'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'

const openPage = await useBrowser()
const service = await useService()

test('the page starts in a browser within its own policy', async () => {
  const { page, failedRequests } = await openPage(service, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('Rapsheet')
  expect(await findAxeProblems(page)).toEqual([])
  expect(failedRequests).toEqual([])
})

test('the browser does not run what the policy of the page forbids, and the tests see it', async () => {
  const { page, problems } = await openPage(service, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    try {
      script.textContent = 'globalThis.ran = true'
      document.head.append(script)
    } catch {
      // Trusted Types throw.
    }
    return 'ran' in globalThis
  })
  expect(ran).toBe(false)
  await expect.poll(() => problems.join('\n')).toMatch(/^policy violation: require-trusted-types-for/m)
  problems.length = 0
})

test('a page without scripts says what is missing, and leads to the description of the interface', async () => {
  const { page, failedRequests } = await openPage(service, '/', { javaScriptEnabled: false })
  const message = page.locator('noscript')
  expect(await message.innerText()).toContain('This page needs JavaScript')
  await message.locator('a').click()
  expect(new URL(page.url()).pathname).toBe('/docs')
  // A browser without scripts does not load the scripts that the page preloads.
  expect(failedRequests.filter((request) => !/^csp GET \/assets\/.*\.js$/.test(request))).toEqual([])
})

test('both pages link at their foot to what the operator has published, in the language of the reader', async () => {
  const published = await serviceForTest({
    PRIVACY_URL: 'https://example.org/privacy',
    TERMS_URL: 'https://example.org/terms',
  })
  const linksOf = async (path: string, locale: string) => {
    const { page } = await openPage(published, path, { locale })
    const links = page.locator('footer a[href^="https://example.org/"]')
    await links.first().waitFor()
    return links.allInnerTexts()
  }
  expect(await linksOf('/', 'en-GB')).toEqual(['Privacy', 'Terms of use'])
  expect(await linksOf('/status', 'de-DE')).toEqual(['Datenschutz', 'Nutzungsbedingungen'])
  const { page } = await openPage(service, '/')
  await page.locator('footer a').first().waitFor()
  expect(await page.locator('footer a').count()).toBe(1)
})

test('axe-core finds a picture without a text', async () => {
  const { page } = await openPage(service, '/')
  await page.evaluate(() => document.body.append(document.createElement('img')))
  expect(await findAxeProblems(page)).toEqual([expect.stringMatching(/^image-alt: .*: <img>$/)])
})
