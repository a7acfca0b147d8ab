import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { useService } from '../support/service.ts'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { lookUp, readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const TOKEN = 'page-token-0123456789-abcdef'
const service = await useService({ API_TOKENS: TOKEN })

test('a service with tokens asks for one, refuses a wrong one, and the tab keeps the right one', async () => {
  const { page } = await openPage(service, `/?account=${CAST.raider}`)
  await page.getByRole('heading', { name: 'This server asks for a token' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await findAxeProblems(page)).toEqual([])
  await page.getByLabel('Token', { exact: true }).fill('wrong-token-0123456789')
  await page.keyboard.press('Enter')
  await readOnce(page, '[role=alert]', 'does not accept the token')
  await page.getByLabel('Token', { exact: true }).fill(` ${TOKEN}\n`)
  await page.getByRole('button', { name: 'Use this token' }).click()
  expect(await readOnce(page, '.verdict', 'VAC ban')).toContain('1 VAC ban')

  await page.reload()
  await readOnce(page, '.verdict', 'VAC ban')
  await lookUp(page, `${CAST.raider} ${CAST.clean}`)
  expect(await readOnce(page, '.summary', 'Checked')).toContain('1 of 2 checked accounts banned.')
  await page.getByRole('link', { name: 'Honest Joe' }).click()
  await page.getByRole('link', { name: 'Inventory' }).click()
  await readOnce(page, '.items', ' ')

  const kept = await page.evaluate(() => ({
    local: JSON.stringify(localStorage),
    cookies: document.cookie,
    address: location.href,
    state: JSON.stringify(history.state),
    html: document.documentElement.outerHTML,
  }))
  expect(Object.entries(kept).filter(([, text]) => text.includes(TOKEN))).toEqual([])
  expect(JSON.stringify(service.log)).not.toContain(TOKEN)

  const other = await page.context().newPage()
  await other.goto(`${service.url}/?account=${CAST.raider}`)
  await other.getByRole('heading', { name: 'This server asks for a token' }).waitFor()
  expect(await other.locator('.verdict').count()).toBe(0)
})

test('a list asks for a token too, and is looked up with it', async () => {
  const { page } = await openPage(service, '/')
  await lookUp(page, `${CAST.raider} ${CAST.clean}`)
  await page.getByLabel('Token', { exact: true }).fill(TOKEN)
  await page.keyboard.press('Enter')
  expect(await readOnce(page, '.summary', 'Checked')).toContain('1 of 2 checked accounts banned.')
  expect(await page.locator('table.accounts tbody tr').count()).toBe(2)
})
