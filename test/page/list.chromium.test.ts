import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test, vi } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { ask } from '../support/ask.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { lookUp, readOnce } from './support/journey.ts'

const { clean, raider, gameBanned, tradeBanned, deletedSummary, gone } = CAST
const openPage = await useBrowser()
const service = await useService()
// Steam has to confirm that an account has no profile.
const isConfirmed = async () => (await ask(service, `/api/lookup?steamId=${deletedSummary}`)).status === 404
await vi.waitUntil(isConfirmed, { timeout: 20_000 })

/** Three of them are banned, one of these without a profile. */
const MIXED = [clean, raider, CAST.private, gameBanned, tradeBanned, deletedSummary, gone]

const checked = (page: Page) => readOnce(page, '.summary', 'Checked')
const rowsOf = (page: Page) => page.locator('table.accounts tbody tr').allInnerTexts()
const filter = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\(`) })

test('a pasted list becomes a table with counts that add up, the banned accounts first', async () => {
  const { page, failedRequests } = await openPage(service, '/')
  await lookUp(page, `${MIXED.join('\n')}\n${raider}\nwho is this?`)
  const summary = await checked(page)
  expect(summary).toContain('7 accounts')
  expect(summary).toContain('3 of 6 checked accounts banned.')
  expect(summary).toContain('1 checked account without a profile')
  expect(summary).toContain('1 account not found on Steam.')
  expect(summary).toContain('1 with only a trade restriction.')
  const rows = await rowsOf(page)
  expect(rows).toHaveLength(7)
  expect(rows.map((row) => row.split('\t')[0]?.trim())).toEqual([
    '⛔ banned',
    '⛔ banned',
    '⛔ banned, no profile',
    '⚠️ trade restriction only',
    '❔ not found',
    '🔒 no bans, profile private',
    '✅ no bans',
  ])
  expect(await page.locator('details summary').allInnerTexts()).toEqual(['1 duplicate', '1 line not recognized'])
  expect(failedRequests).toEqual([])
})

test.each([360, 660, 1_200])('a SteamID stays on one line on a screen of %i pixels', async (width) => {
  const { page } = await openPage(service, `/#${MIXED.join(',')}`)
  await page.setViewportSize({ width, height: 900 })
  await checked(page)
  const linesOf = (selector: string) =>
    page.locator(selector).evaluateAll((elements) =>
      elements.map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }),
    )
  const ids = await linesOf('.accounts td:nth-child(2) code')
  expect(ids).toHaveLength(5)
  expect(new Set([...ids, ...(await linesOf('.accounts td:nth-child(2) bdi'))])).toEqual(new Set([1]))
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
})

test.each(['en-GB', 'de-DE'])(
  'on a phone held sideways, in %s, the summary takes a quarter of the height',
  async (locale) => {
    const viewport = { width: 844, height: 390 }
    const { page } = await openPage(service, '/', { locale, viewport })
    const many = service.sim.world.ids.slice(0, 60)
    await page.locator('textarea').fill([...MIXED, CAST.deletedBans, ...many].join('\n'))
    await page.locator('button.primary').click()
    await page.locator('.summary .age').waitFor()
    await expect.poll(() => rowsOf(page)).toHaveLength(MIXED.length + 1 + many.length)
    // The accounts are looked up 50 at a time, and until the last are done, a line tells the progress.
    await page.locator('.summary', { hasText: / (?:done|fertig)\b/ }).waitFor({ state: 'detached' })
    const height = await page.locator('.summary').evaluate((summary) => summary.getBoundingClientRect().height)
    expect(height).toBeLessThanOrEqual(viewport.height / 4)
  },
)

test('filters show their rows, say what banned accounts they hide, and the order can be changed', async () => {
  const { page } = await openPage(service, `/#${MIXED.join(',')}`)
  await checked(page)
  await filter(page, 'banned').click()
  expect(await rowsOf(page)).toHaveLength(3)
  expect(await page.locator('.warning').count()).toBe(0)
  await filter(page, 'unknown').click()
  expect(await rowsOf(page)).toEqual([expect.stringContaining(gone)])
  expect(await page.locator('.warning').innerText()).toBe('3 banned accounts hidden by the filter')
  await page.reload()
  await checked(page)
  expect(await filter(page, 'unknown').getAttribute('aria-pressed')).toBe('true')
  await filter(page, 'all').click()
  await page.getByLabel('Sort by').selectOption({ label: 'order of entry' })
  const entered = await page.locator('table.accounts tbody a').allInnerTexts()
  expect(entered.slice(0, 4)).toEqual(['Honest Joe', 'Roof Raider', 'nobody you know', 'definitely legit'])
})

test('a list of 120 accounts is complete after a reload, and after a card', async () => {
  const { page } = await openPage(service, '/')
  const accounts = service.sim.world.ids.slice(0, 120)
  await lookUp(page, accounts.join('\n'))
  await checked(page)
  await expect.poll(() => rowsOf(page)).toHaveLength(120)
  expect(await page.locator('.summary .hint').innerText()).toContain('first 50 accounts')
  expect(new URL(page.url()).hash.split(',')).toHaveLength(50)
  await page.reload()
  expect(await checked(page)).toContain('120 accounts')
  expect(await rowsOf(page)).toHaveLength(120)
  await page.locator('table.accounts a').first().click()
  await page.locator('nav.tabs').waitFor()
  await page.reload()
  await page.locator('nav.tabs').waitFor()
  await page.goBack()
  expect(await checked(page)).toContain('120 accounts')
})

test('a list is saved as CSV with a row for each account and each line that was not recognized', async () => {
  const { page } = await openPage(service, '/')
  await lookUp(page, `${MIXED.join('\n')}\n=cmd|' /C calc'!A0`)
  await checked(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('accounts.csv')
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split(/\r?\n/)
  expect(lines).toHaveLength(9)
  const lineOf = (account: string) => lines.find((line) => line.includes(account))
  expect(lineOf(raider)).toContain('Roof Raider')
  expect(lineOf(raider)).toContain(',banned,')
  expect(lineOf(deletedSummary)).toContain('banned')
  expect(lineOf(gone)).toContain('not found')
  // Each record has its time, and an account without a record has none.
  const title = lines[0]?.split(',').at(-1)
  expect(title).toBe('checked_at')
  expect(lineOf(raider)).toMatch(/,\d{4}-\d\d-\d\dT[\d:]{8}Z$/)
  expect(lineOf(gone)).toMatch(/,$/)
  expect(lineOf(CAST.private)).toContain('no bans, profile private')
  // A spreadsheet would run a cell that begins with "=".
  expect(lines.at(-1)).not.toMatch(/^"?=/)
})
