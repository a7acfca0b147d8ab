import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { startDemoDiscord } from './support/demo-discord.ts'

const openPage = await useBrowser()
/** A ban is reported by a sweep, a lifted one by the second sweep after it; a busy machine takes longer. */
const TWO_SWEEPS_MS = 120_000
const WIDE = { viewport: { width: 1400, height: 900 } }

/** Types a command, and returns the newest message with this text; its text may change later. */
async function run(page: Page, command: string, text: string | RegExp) {
  await page.getByRole('textbox', { name: /^Message #/ }).focus()
  await page.keyboard.type(command)
  await page.keyboard.press('Enter')
  const message = page.getByRole('main').getByRole('article').filter({ hasText: text }).last()
  await message.waitFor()
  return page.getByRole('main').locator(`[data-message="${await message.getAttribute('data-message')}"]`)
}

test('a look-up is typed, and its buttons show statistics and lead back', async () => {
  const { page, failedRequests } = await openPage(await startDemoDiscord(), '/', WIDE)
  const message = await run(page, `/lookup ${CAST.veteran}`, 'No bans on record')
  expect(await message.innerText()).toContain('/lookup')
  await expect
    .poll(() => message.getByRole('img').evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth))
    .toBeGreaterThan(0)
  expect(await findAxeProblems(page)).toEqual([])
  await message.getByRole('combobox', { name: 'More …' }).click()
  await message.getByRole('option', { name: 'Statistics' }).click()
  await message.getByText('Rust statistics').waitFor()
  await message.getByRole('button', { name: 'Account' }).click()
  await message.getByText('No bans on record').waitFor()
  await page.getByRole('button', { name: /^anna/ }).click()
  await expect.poll(() => page.getByText('No bans on record').count()).toBe(0)
  expect(failedRequests).toEqual([])
})

test('a batch has a file to download, and its menu opens an account', async () => {
  const { page } = await openPage(await startDemoDiscord(), '/', WIDE)
  const message = await run(page, `/batch raider, honest_joe`, '1 of 2 checked accounts banned')
  const download = page.waitForEvent('download')
  await message.getByRole('link', { name: 'Download: accounts.csv' }).click()
  expect((await download).suggestedFilename()).toBe('accounts.csv')
  await message.getByRole('combobox', { name: 'Open an account' }).click()
  await message.getByRole('option', { name: /Honest Joe/ }).click()
  await page.getByRole('article').filter({ hasText: 'No bans on record' }).waitFor()
})

test(
  'an account is watched with a form, and its alert appears beside the channel',
  async () => {
    const { page } = await openPage(await startDemoDiscord(), '/', WIDE)
    await run(page, '/watch channel #alerts', '#alerts')
    const message = await run(page, '/lookup honest_joe', 'No bans on record')
    await message.getByRole('button', { name: 'Watch' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    expect(await findAxeProblems(page)).toEqual([])
    await dialog.getByRole('textbox').first().fill('too good')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await expect.poll(() => dialog.count()).toBe(0)
    await page.getByRole('article').filter({ hasText: 'too good' }).first().waitFor()
    const world = page.getByRole('region', { name: 'Simulated world' })
    await world.getByRole('button', { name: 'Ban', exact: true }).click()
    const alerts = page.getByRole('log', { name: '#alerts' })
    await alerts.getByText('new game ban').waitFor({ timeout: 30_000 })
    await world.getByRole('button', { name: 'Lift' }).click()
    await alerts.getByText('Steam no longer reports a game ban').first().waitFor({ timeout: 30_000 })
    await expect
      .poll(() => alerts.evaluate((it) => Math.round(it.scrollHeight - it.scrollTop - it.clientHeight)))
      .toBe(0)
  },
  TWO_SWEEPS_MS,
)
