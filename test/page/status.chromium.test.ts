import { afterAll, beforeAll, expect, test } from 'vitest'
import { exampleStatus } from '../support/example-status.ts'
import { startService, type Service } from '../support/service.ts'
import { findAxeProblems } from './support/axe.ts'
import { useBrowser } from './support/browser.ts'

const TOKEN = 'admin-token-0123456789'
const STATE = '**/status/state'

const openPage = await useBrowser()
let service: Service
let open: Service

beforeAll(async () => {
  service = await startService({ ADMIN_TOKEN: TOKEN })
  open = await startService()
})
afterAll(async () => {
  await service.close()
  await open.close()
})

test('the operator logs in with the token, sees the state and logs out', async () => {
  const { page, problems } = await openPage(service, '/status', { locale: 'en-GB' })
  await page.getByLabel('Admin token').fill('not-the-token-0123456789')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Admin token').fill(TOKEN)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
  expect(await page.getByText('This page asks for').count()).toBe(1)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Admin token').waitFor()
  expect(problems).toEqual([])
})

test('a session that has ended keeps the last values and leads to the login', async () => {
  const { page } = await openPage(open, '/status', { locale: 'en-GB' })
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
  const json = { error: 'Log in', code: 'unauthorized' }
  await page.route(STATE, (route) => route.fulfill({ status: 401, json }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'Log in again' }).waitFor()
  expect(await page.getByText('These values are old').count()).toBe(1)
  expect(await page.getByRole('heading', { name: 'Set-up' }).count()).toBe(1)
})

test.each(
  ['en-GB', 'de-DE'].flatMap((locale) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      locale,
      colorScheme,
      width: locale === 'de-DE' ? 320 : 1280,
    })),
  ),
)('the page in $locale, $colorScheme and $width px wide is accessible', async ({ locale, colorScheme, width }) => {
  const { page, problems } = await openPage(open, '/docs', { locale, colorScheme, viewport: { width, height: 800 } })
  await page.route(STATE, (route) => route.fulfill({ json: exampleStatus }))
  await page.goto(`${open.url}/status`)
  await page.locator('.calls-picture').waitFor()
  expect(await findAxeProblems(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(problems).toEqual([])
})
