import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { banRecord, publicProfile, RUST_APP_ID } from '../../packages/sim-steam/src/account.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { serviceForTest, useService } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { readOnce, watchApiRequests } from './support/journey.ts'

const [PLAYER, OTHER] = ['76561198900040001', '76561198900040002']
const [SHARED_BOTH, ONLY_FIRST] = ['76561198900040003', '76561198900040004']
const ITEM_COUNT = 60
/** The service gives no more. */
const SHOWN_ITEMS = 50

const openPage = await useBrowser()
const steam = await useSteam()
const { world } = steam
const items = Array.from({ length: ITEM_COUNT }, (_, index) => String(1_000 + index))
const friend = (steamId: string) => ({ steamId, since: 1_700_000_000 })
world.add({ steamId: SHARED_BOTH, profile: publicProfile('Common Friend') })
world.add({ steamId: ONLY_FIRST, profile: publicProfile('Friend of One') })
world.add({
  steamId: PLAYER,
  profile: publicProfile('Player One'),
  games: [{ appId: RUST_APP_ID, minutes: 12_345 * 60 }],
  statistics: {
    kill_player: 300,
    deaths: 100,
    bullet_fired: 1_000,
    bullet_hit_player: 250,
    headshot: 50,
    'harvest.wood': 5_000,
  },
  inventory: {
    assets: items.map((id) => ({ assetId: id, classId: id, instanceId: '0' })),
    descriptions: items.map((id, index) => ({
      classId: id,
      instanceId: '0',
      name: index === 7 ? 'Golden Door' : `Rock ${id}`,
      type: '',
      icon: `icon${id}`,
      tradable: index % 2 === 0,
      marketable: index % 4 === 0,
    })),
  },
  friends: [friend(SHARED_BOTH), friend(ONLY_FIRST)],
})
world.add({
  steamId: OTHER,
  vanity: 'other_player',
  profile: publicProfile('Player Two'),
  bans: banRecord({ game: 1, daysSinceLast: 30 }),
  friends: [friend(SHARED_BOTH)],
})
const service = await useService({}, steam)

const openTab = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('statistics show their key figures large, with the counts that they are made of, and the resources as bars', async () => {
  const { page, failedRequests } = await openPage(service, `/?account=${PLAYER}`)
  await openTab(page, 'Statistics')
  await page.locator('.stats .figures').waitFor()
  const figures = (await page.locator('.figures > div').allInnerTexts()).map((text) => text.split(/\n+/))
  expect(figures).toEqual([
    ['K/D', '3', '300 kills, 100 deaths'],
    ['Accuracy', '25%', '250 of 1,000 bullets hit a player'],
    ['Headshot rate', expect.stringMatching(/%$/), '50 headshots with any weapon'],
    ['Rust hours', '12,345 h', expect.stringContaining('in 2 weeks')],
  ])
  const wood = page.locator('.bars li', { hasText: 'Wood' })
  expect(await wood.innerText()).toMatch(/Wood\s+5,000/)
  expect(await wood.locator('rect').getAttribute('width')).toBe('100')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  expect(await page.locator('.bars li', { hasText: 'Holz' }).innerText()).toMatch(/Holz\s+5\.000/)
  expect(failedRequests).toEqual([])
})

test.each([
  ['private statistics', CAST.statsPrivate, 'tone-private', 'Statistics private'],
  ['an account that never played', CAST.statsNone, 'tone-', 'No statistics'],
])('%s read so, without a figure', async (_, account, tone, title) => {
  const { page } = await openPage(service, `/?account=${account}&tab=stats`)
  await readOnce(page, '.notice', title)
  expect(await page.locator('.notice').getAttribute('class')).toContain(tone)
  expect(await page.locator('.figures').count()).toBe(0)
})

test('an inventory loads the pictures in sight only, through the service, and the others when they are scrolled to', async () => {
  const { page, failedRequests } = await openPage(service, `/?account=${PLAYER}`, {
    viewport: { width: 360, height: 640 },
  })
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') pictures.push(request.url())
  })
  await openTab(page, 'Inventory')
  const images = page.locator('.items img')
  await images.first().waitFor()
  const widthOf = (image: typeof images) => image.evaluate((node) => (node as HTMLImageElement).naturalWidth)
  await expect.poll(() => widthOf(images.first())).toBeGreaterThan(0)
  expect(await images.count()).toBe(SHOWN_ITEMS)
  expect(await widthOf(images.last())).toBe(0)
  expect(pictures.length).toBeLessThan(SHOWN_ITEMS)
  await images.last().scrollIntoViewIfNeeded()
  await expect.poll(() => widthOf(images.last())).toBeGreaterThan(0)
  expect(pictures.filter((url) => !url.startsWith(`${service.url}/api/image?url=`))).toEqual([])
  expect(failedRequests).toEqual([])
})

test('items are filtered and searched, and the address keeps both', async () => {
  const { page } = await openPage(service, `/?account=${PLAYER}&tab=inventory`)
  await page.getByText('Only the first 50 of 60 items can be shown.').waitFor()
  await page.getByRole('button', { name: 'marketable (13)' }).click()
  await readOnce(page, '[role=status]', '13 of 50 items shown')
  await page.getByRole('button', { name: 'all (50)' }).click()
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('golden')
  await readOnce(page, '[role=status]', '1 of 50 items shown')
  expect(await page.locator('.items li').allInnerTexts()).toEqual([expect.stringContaining('Golden Door')])
  await page.reload()
  await readOnce(page, '[role=status]', '1 of 50 items shown')
  expect(await page.getByRole('searchbox').inputValue()).toBe('golden')
  await page.getByRole('button', { name: 'tradable (25)' }).click()
  await readOnce(page, '[role=status]', 'Nothing matches.')
  expect(new URL(page.url()).search).toBe(`?account=${PLAYER}&tab=inventory&find=golden&show=tradable`)
})

test('a private inventory is never shown as an empty one', async () => {
  const { page } = await openPage(service, `/?account=${CAST.inventoryPrivate}&tab=inventory`)
  expect(await readOnce(page, '.notice.tone-private', 'private')).toContain('its items cannot be seen')
  expect(await page.locator('main').innerText()).not.toMatch(/contains no|0 items/)
  await page.goto(`${service.url}/?account=${CAST.inventoryEmpty}&tab=inventory`)
  await page.getByText('The inventory is public and contains no Rust items.').waitFor()
  expect(await page.locator('.notice').count()).toBe(0)
})

test('two accounts are compared with the friends that they share, and swapped', async () => {
  const { page, failedRequests } = await openPage(service, `/?account=${PLAYER}`)
  await openTab(page, 'Compare')
  await page.getByLabel('Second account').fill('https://steamcommunity.com/id/other_player')
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('heading', { name: '1 shared friend' }).waitFor()
  const sides = page.locator('.sides > section')
  const names = () => sides.locator('h3').allInnerTexts()
  expect(await names()).toEqual(['A: Player One', 'B: Player Two'])
  expect(await sides.first().innerText()).toContain('Steam: no bans on record')
  expect(await sides.last().innerText()).toContain('Steam: 1 game ban')
  expect(await page.locator('ul.shared li').allInnerTexts()).toEqual([expect.stringContaining('Common Friend')])
  expect(await page.locator('.friendship .verdict').innerText()).toBe('A and B are not friends.')

  await page.getByRole('button', { name: 'Swap the accounts' }).click()
  await expect.poll(names).toEqual(['A: Player Two', 'B: Player One'])
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Player Two')
  expect(await page.getByLabel('Second account').inputValue()).toBe(PLAYER)
  await page.goBack()
  await expect.poll(names).toEqual(['A: Player One', 'B: Player Two'])
  expect(failedRequests).toEqual([])
})

test('a friend list that is private or could not be checked never reads as "no shared friends"', async () => {
  const own = await serviceForTest({}, steam)
  const { page } = await openPage(own, `/?account=${PLAYER}&tab=compare&other=${CAST.friendsPrivate}`)
  const section = page.locator('.friendship')
  const notice = section.locator('.notice')
  await notice.waitFor()
  expect(await notice.getAttribute('class')).toContain('tone-private')
  expect(await notice.innerText()).toContain('The friend list of B is private.')
  // The list of A is public and tells that much.
  expect(await section.locator('.verdict').innerText()).toBe('A and B are not friends.')
  expect(await section.innerText()).not.toMatch(/no shared friends/i)

  steam.dial.set('friends', { faults: { '503': 1 } })
  await page.goto(`${own.url}/?account=${OTHER}&tab=compare&other=${SHARED_BOTH}`)
  await notice.getByText('could not be checked').waitFor()
  expect(await notice.getAttribute('class')).toContain('tone-incomplete')
  expect(await section.innerText()).not.toMatch(/no shared friends|are not friends/i)
})

test('an account is not compared with itself', async () => {
  const { page } = await openPage(service, `/?account=${OTHER}&tab=compare`)
  await page.getByLabel('Second account').fill('other_player')
  await page.keyboard.press('Enter')
  expect(await readOnce(page, '.notice', 'Twice the same account')).toContain('Enter two different accounts.')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  expect(await page.locator('.sides').count()).toBe(0)
})

test('a tab whose script does not load says to reload the page, and the header of the account stays', async () => {
  const { page } = await openPage(service, `/?account=${OTHER}`)
  await readOnce(page, '.verdict', 'game ban')
  await page.route('**/assets/*-view-*.js', (route) => route.abort('connectionreset'))
  await openTab(page, 'Inventory')
  expect(await readOnce(page, '.notice', 'did not load')).toContain('reload the page')
  expect(await page.locator('.verdict').innerText()).toContain('1 game ban')
  await openTab(page, 'Account')
  await page.locator('.person').waitFor()
  await openTab(page, 'Inventory')
  const reload = page.getByRole('button', { name: 'Reload the page' })
  // Newer browsers ask for the script again when the tab is opened again.
  await reload.waitFor()
  await page.unroute('**/assets/*-view-*.js')
  const requests = watchApiRequests(page)
  await reload.click()
  await page.getByText('The inventory is public and contains no Rust items.').waitFor()
  expect(requests).toEqual(['GET /api/lookup', 'GET /api/inventory'])
})
