import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { scrollsSideways, useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { startDemoDiscord } from './support/demo-discord.ts'

const openPage = await useBrowser()
/** A ban is reported by a sweep, a lifted one by the second sweep after it; a busy machine takes longer. */
const TWO_SWEEPS_MS = 120_000
const WIDE = { viewport: { width: 1400, height: 900 } }

/** Types a command, and returns the newest message with this text; its text may change later. */
async function run(page: Page, command: string, text: string | RegExp) {
  await page.getByRole('textbox', { name: /^(Message|Nachricht an) #/ }).focus()
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
  await message.getByRole('button', { name: 'Stats' }).click()
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

test('a friend scan is seen at work while Steam is slow, and Stop keeps what it has found', async () => {
  const { page } = await openPage(await startDemoDiscord(), '/', WIDE)
  await page.getByRole('button', { name: 'Slow' }).click()
  const message = await run(page, `/friends ${CAST.manyBanned}`, 'Checking the friends')
  await message.getByText(/[1-9]\d* of 100 (checked|done)/).waitFor({ timeout: 30_000 })
  await message.getByRole('button', { name: 'Stop and keep results' }).click()
  await message.getByText('Stopped by you').waitFor()
})

test(
  'a policy is made, its token is given to the game server, and a refused player is reported',
  async () => {
    const { page } = await openPage(await startDemoDiscord(), '/', WIDE)
    const world = page.getByRole('region', { name: 'Simulated world' })
    await run(page, '/watch channel #alerts', '#alerts')
    const draft = await run(page, '/policy edit ', 'Draft of the policy')
    await draft.getByRole('combobox', { name: 'Refuse accounts with …' }).click()
    await draft.getByRole('option', { name: 'Steam Community ban' }).click()
    await page.keyboard.press('Escape')
    // The buttons belong to the draft that is shown: before the answer to the menu they preview the one without the rule.
    await draft.getByText('No rules: every account').waitFor({ state: 'hidden' })
    await draft.getByRole('button', { name: 'Preview' }).click()
    await draft.getByRole('button', { name: 'Save' }).click()
    await draft.getByText('Version 1 of the policy is saved').waitFor()
    const token = await run(page, '/policy token name:main', 'Token for the game server main')
    const [line = ''] = /server\.bansServerEndpoint "[^"]+"/.exec(await token.innerText()) ?? []
    await world.getByRole('textbox', { name: 'Line of server.cfg' }).fill(line)
    await page.keyboard.press('Enter')
    await world.getByText('Asks the bot about each player.').waitFor()
    const mode = await run(page, '/policy mode mode:enforce', 'Refuse players from now on?')
    await mode.getByRole('button', { name: 'Start refusing' }).click()
    await mode.getByText('The policy enforces').waitFor()
    await world.getByRole('combobox', { name: 'Player' }).fill(CAST.communityBanned)
    await page.keyboard.press('Enter')
    await page.getByRole('log', { name: '#alerts' }).getByText('Refused: spam king').waitFor({ timeout: 30_000 })
  },
  TWO_SWEEPS_MS,
)

test('the menu of a written message checks its accounts', async () => {
  const { page } = await openPage(await startDemoDiscord(), '/', WIDE)
  const written = await run(page, `is ${CAST.gameBanned} banned?`, CAST.gameBanned)
  await written.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Check Steam accounts' }).click()
  await page.getByRole('article').filter({ hasText: '2 game bans' }).waitFor()
})

test('a name full of markup and an unreachable Steam are told in German on a phone', async () => {
  const { page } = await openPage(await startDemoDiscord(), '/', { viewport: { width: 390, height: 844 } })
  await page.getByRole('button', { name: 'Text channels' }).click()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await page.getByRole('button', { name: 'moderation' }).click()
  const hostile = await run(page, `/nachschlagen ${CAST.hostileMarkdown}`, CAST.hostileMarkdown)
  await hostile.getByText('Nur du kannst dies sehen').waitFor()
  expect(await hostile.getByRole('heading').locator('a, strong, em, .mention').count()).toBe(0)
  expect(await scrollsSideways(page)).toBe(false)
  await page.getByRole('button', { name: 'Simulated world' }).click()
  await page.getByRole('button', { name: 'Down' }).click()
  await page.getByRole('button', { name: 'Simulated world' }).click()
  await run(page, `/nachschlagen ${CAST.veteran}`, 'Steam antwortet nicht')
})
