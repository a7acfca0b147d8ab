import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { copy, lookUp, readOnce, watchApiRequests, WITH_CLIPBOARD } from './support/journey.ts'

const openPage = await useBrowser()
const service = await useService()

test('an account that is typed and sent with Enter becomes a card with its ban status first', async () => {
  const { page, failedRequests } = await openPage(service, '/')
  const field = page.getByRole('textbox', { name: 'Account, link, or list' })
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('steamcommunity.com/id/raider')
  await page.keyboard.press('Enter')
  expect(await readOnce(page, '.verdict', 'ban')).toMatch(/^⛔ Steam: *1 VAC ban/)
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Roof Raider')
  expect(await page.locator('.identity').innerText()).toContain(CAST.raider)
  expect(await page.locator('.verdict').innerText()).toContain('412 days ago')
  expect(await page.locator('.person').innerText()).toMatch(/^2,431 h \(21 h in 2 weeks\) · 15 years old · 🇩🇪/)
  await page.getByText('Other IDs').click()
  await page.getByText('STEAM_0:1:24872351').or(page.getByText('[U:1:')).first().waitFor()
  expect(await field.inputValue()).toBe('')
  expect(await page.title()).toBe('Roof Raider · Rapsheet')
  expect(failedRequests).toEqual([])
})

test('an answer does not stay in the cache of the browser', async () => {
  const { page } = await openPage(service, `/?account=${CAST.raider}`)
  await readOnce(page, 'h2', 'Roof Raider')
  const fromCache = await page.evaluate(
    (steamId) =>
      fetch(`/api/lookup?steamId=${steamId}`, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ status }) => status,
        () => 'nothing',
      ),
    CAST.raider,
  )
  expect(fromCache).not.toBe(200)
})

test('a copied link opens the same tab of the account for another user', async () => {
  const { page } = await openPage(service, '/', WITH_CLIPBOARD)
  await lookUp(page, CAST.clean)
  await page.getByRole('link', { name: 'Inventory' }).click()
  const count = await readOnce(page, '[role=status]', 'item')
  const link = await copy(page, 'Copy link')
  expect(link).toBe(`${service.url}/?account=${CAST.clean}&tab=inventory`)

  const other = await openPage(service, link.slice(service.url.length))
  expect(await readOnce(other.page, '[role=status]', 'item')).toBe(count)
  expect(await other.page.getByRole('heading', { level: 2 }).innerText()).toBe('Honest Joe')
})

test('a copied text has the verdict, the address and the time, and a browser that refuses shows it instead', async () => {
  const { page } = await openPage(service, `/?account=${CAST.raider}`, WITH_CLIPBOARD)
  const text = await copy(page, 'Copy as text')
  expect(text).toContain('Roof Raider')
  expect(text).toContain(CAST.raider)
  expect(text).toMatch(/Steam: *1 VAC ban/)
  expect(text).toContain(`${service.url}/?account=${CAST.raider}`)
  expect(text).toContain('UTC')

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
  })
  await page.getByRole('button', { name: 'Copy as text' }).click()
  const byHand = page.getByRole('textbox', { name: 'Your browser did not allow copying' })
  await byHand.waitFor()
  expect(await byHand.inputValue()).toContain(CAST.raider)
})

test('the page changes its language without losing the account, and remembers it', async () => {
  const { page } = await openPage(service, `/?account=${CAST.clean}`)
  expect(await readOnce(page, '.verdict', 'no bans')).toContain('Steam: no bans on record')
  const requests = watchApiRequests(page)
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  const german = await readOnce(page, '.verdict', 'keine Bans')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(requests).toEqual([])
  await page.reload()
  expect(await readOnce(page, '.verdict', 'keine Bans')).toBe(german)
  const fresh = await openPage(service, '/', { locale: 'de-AT' })
  await fresh.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await fresh.page.locator('html').getAttribute('lang')).toBe('de')
})
