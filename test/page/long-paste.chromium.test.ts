import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { readOnce, watchApiRequests, WITH_CLIPBOARD } from './support/journey.ts'

const openPage = await useBrowser()
const LINES = 50_000
const service = await useService()

/** The output of `status` of a very large server: each player once, 1,000 of them twice, and some lines that are none. */
function statusDump(ids: readonly string[]): string {
  const header = 'hostname: Rusty Moose\nversion : 2600 secure\nmap     : Procedural Map\n\n'
  const line = (id: string, index: number) => `${id} "player ${index}" 35 1204.5s 10.0.${index % 200}.9:28015 0.0 0`
  return `${header}${ids.map(line).join('\n')}`
}

test('a paste of 50,000 lines is looked up for its first 500 accounts, and the rest is counted', async () => {
  const { page } = await openPage(service, '/', WITH_CLIPBOARD)
  await page.locator('textarea:focus').waitFor()
  const banned = [CAST.raider, CAST.gameBanned]
  const known = [...banned, ...service.sim.world.ids.slice(0, 498)]
  const others = Array.from({ length: LINES - 2_000 }, (_, index) => String(76561199000000000n + BigInt(index)))
  const repeated = others.slice(0, 1_000)
  const dump = statusDump([...known, ...others, ...repeated, ...known])
  expect(dump.split('\n').length).toBeGreaterThanOrEqual(LINES)
  const requests = watchApiRequests(page)
  await page.evaluate((text) => navigator.clipboard.writeText(text), dump)
  await page.keyboard.press('ControlOrMeta+V')
  expect(await readOnce(page, '.summary', 'Checked')).toContain('500 accounts')
  await expect.poll(() => page.locator('.summary').innerText(), { timeout: 30_000 }).not.toContain('Looking up')
  expect(requests).toEqual(Array.from({ length: 10 }, () => 'POST /api/lookup/batch'))
  expect(await page.locator('table.accounts tbody tr').count()).toBe(500)
  const leftOut = page.locator('.summary ~ .warning')
  expect(await leftOut.innerText()).toBe('48,000 accounts beyond the first 500 left out.')
  const duplicates = page.locator('details', { hasText: '1,500 duplicates' })
  await duplicates.locator('summary').click()
  expect(await duplicates.locator('li').count()).toBe(100)
  expect(await duplicates.innerText()).toMatch(/1,400 more/)
  expect(await page.getByRole('textbox', { name: 'Account, link, or list' }).inputValue()).toBe('')

  // The page still answers.
  await page.getByRole('button', { name: /^banned \(/ }).click()
  const rows = page.locator('table.accounts tbody tr')
  await expect.poll(() => rows.count()).toBeLessThan(500)
  expect((await rows.allInnerTexts()).join('\n')).toContain('Roof Raider')
  await page.getByRole('textbox', { name: 'Account, link, or list' }).fill('typing works')

  // The counts stay true where the pasted text is forgotten.
  await page.reload()
  expect(await readOnce(page, '.summary', 'Checked')).toContain('500 accounts')
  expect(await leftOut.innerText()).toBe('48,000 accounts beyond the first 500 left out.')
})
