import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { banRecord, publicProfile } from '../../packages/sim-steam/src/account.ts'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { serviceForTest, startService, useService } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { readOnce } from './support/journey.ts'

const DAY_SECONDS = 86_400
const NOW = Math.floor(Date.now() / 1_000)

const OWNER = '76561198900030000'
const friendId = (index: number) => String(76_561_198_900_030_001n + BigInt(index))
/** The first ones are the newest friends, whose hours the service asks for first. */
const FRIENDS = Array.from({ length: 20 }, (_, index) => ({
  steamId: friendId(index),
  since: NOW - (100 + index) * DAY_SECONDS,
}))
/** Number of friends for which Steam does not answer. */
const HANGING = 4

const [hangingBanned, beforeBan, afterBan, communityBanned, tradeBanned] = [1, 10, 11, 12, 13].map(friendId)

const openPage = await useBrowser()
const steam = await useSteam()
const { world } = steam
const add = (steamId = '', name: string, bans = {}) =>
  world.add({ steamId, profile: publicProfile(name), bans: banRecord(bans) })
for (const { steamId } of FRIENDS) add(steamId, `friend ${steamId.slice(-2)}`)
add(hangingBanned, 'slow one', { vac: 1, daysSinceLast: 900 })
add(beforeBan, 'early friend', { vac: 1, daysSinceLast: 20 })
add(afterBan, 'late friend', { game: 1, daysSinceLast: 400 })
add(communityBanned, 'loud friend', { community: true })
add(tradeBanned, 'market friend', { economy: 'banned' })
world.add({
  steamId: OWNER,
  profile: publicProfile('Owner'),
  bans: banRecord({ vac: 1, daysSinceLast: 412 }),
  friends: [...FRIENDS],
})
/** For the scans that come to their end. */
const service = await useService({}, steam)

const rowsOf = (page: Page) => page.locator('table.accounts tbody tr').allInnerTexts()
const progressOf = (page: Page) => page.getByRole('progressbar', { name: 'Progress of the friend check' })
const containing = (...texts: string[]) => texts.map((text) => expect.stringContaining(text))

/** Opens the friends while Steam does not answer for some of them: the scan comes to all others and waits. */
async function openWaitingScan(page: Page): Promise<void> {
  await page.locator('.verdict').waitFor()
  steam.dial.set('games', { next: Array.from({ length: HANGING }, () => 'hang' as const) })
  await page.getByRole('link', { name: 'Friends', exact: true }).click()
  await readOnce(page, '.friends .notice', '16 of 20 checked')
}

test('banned friends appear while the scan runs; cancelled, it keeps them and checks the others on demand', async () => {
  const own = await serviceForTest({}, steam)
  const { page } = await openPage(own, `/?account=${OWNER}`)
  await openWaitingScan(page)
  expect(await progressOf(page).getAttribute('value')).toBe('16')
  expect(await progressOf(page).getAttribute('max')).toBe('20')
  expect(await page.locator('.friends .notice').innerText()).toContain('3 banned so far')
  expect((await rowsOf(page)).toSorted()).toEqual(containing('early friend', 'late friend', 'loud friend'))

  await page.getByRole('button', { name: 'Cancel the check' }).click()
  const stopped = await readOnce(page, '.friends .notice', 'Stopped by you')
  expect(stopped).toContain('Stopped after 16 of 20 friends: the others were not checked.')
  expect(stopped).toContain('3 banned so far')
  expect(await rowsOf(page)).toHaveLength(3)
  expect(await page.getByRole('button', { name: 'Download CSV' }).count()).toBe(0)
  // The service makes no further calls once the reader has left.
  await expect.poll(() => steam.inFlight('games')).toBe(0)

  steam.dial.reset()
  await page.getByRole('button', { name: 'Check the other friends' }).click()
  expect(await readOnce(page, '.friends .verdict', 'banned')).toBe('4 of 20 banned (20%)')
})

test('a service that stops during a scan: the page keeps what was found, says so, and a retry completes it', async () => {
  // Calls take longer than the service waits for requests when it stops.
  const own = await startService({ tryMs: 60_000, scanDeadlineMs: 60_000 }, steam)
  const { page } = await openPage(own, `/?account=${OWNER}`)
  await openWaitingScan(page)
  await own.close()
  const notice = await readOnce(page, '.friends', 'Stopped after 16 of 20 friends: the others were not checked.')
  expect(notice).toContain('3 banned so far')
  expect(notice).toContain('Restarting')
  expect((await rowsOf(page)).toSorted()).toEqual(containing('early friend', 'late friend', 'loud friend'))
  expect(notice).not.toMatch(/no ban/i)

  steam.dial.reset()
  await serviceForTest({ HTTP_PORT: String(own.port) }, steam)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await readOnce(page, '.friends .verdict', 'banned')).toBe('4 of 20 banned (20%)')
})

test('a private friend list reads as private, and a public one without friends as empty', async () => {
  const { page } = await openPage(service, `/?account=${CAST.friendsPrivate}&tab=friends`)
  const notice = page.locator('.friends .notice')
  await notice.getByText('private').first().waitFor()
  expect(await notice.getAttribute('class')).toContain('tone-private')
  expect(await page.locator('.friends').innerText()).not.toMatch(/no ban|0 of|empty/i)
  await page.goto(`${service.url}/?account=${CAST.lonely}&tab=friends`)
  await readOnce(page, '.friends .notice', 'The friend list is public and empty.')
})

test('the result counts every friend once and says whether a friendship began before or after the ban', async () => {
  const { page } = await openPage(service, `/?account=${OWNER}&tab=friends`)
  const summary = await readOnce(page, '.friends .notice', '4 of 20 banned')
  expect(summary).toContain('4 of 20 banned (20%)')
  expect(summary).toContain('1 with only a trade restriction.')
  const rows = await rowsOf(page)
  expect(rows).toHaveLength(5)
  const rowOf = (name: string) => rows.find((row) => row.includes(name))
  expect(rowOf('early friend')).toContain(', before the last ban')
  expect(rowOf('late friend')).toContain(', after the last ban')
  expect(rowOf('loud friend')).toContain('unclear whether before or after')
  expect(rowOf('market friend')).toContain('trade restriction only')
  expect(rowOf('market friend')).not.toContain('last ban')
})

test('filters are in the address, survive a reload, and name the banned friends that they hide', async () => {
  const { page } = await openPage(service, `/?account=${OWNER}&tab=friends`)
  await page.getByRole('button', { name: 'VAC bans (2)' }).click()
  await expect.poll(() => rowsOf(page)).toHaveLength(2)
  await page.getByLabel('Last ban within').selectOption({ label: '30 days' })
  await expect.poll(() => rowsOf(page)).toEqual(containing('early friend'))
  expect(new URL(page.url()).search).toBe(`?account=${OWNER}&tab=friends&show=vac&within=30`)
  await page.reload()
  await page.locator('button[aria-pressed=true]', { hasText: 'VAC bans (1)' }).waitFor()
  expect(await rowsOf(page)).toEqual(containing('early friend'))
  expect(await page.locator('.friends .warning').innerText()).toBe('3 banned accounts hidden by the filter')
  await page.getByRole('button', { name: 'game bans (0)' }).click()
  await page.getByText('Nothing matches.').waitFor()
})

test('the CSV file is named after the account and the filter, and has the listed friends', async () => {
  const { page } = await openPage(service, `/?account=${OWNER}&tab=friends`)
  const save = async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const file = await download
    return {
      name: file.suggestedFilename(),
      lines: (await readFile(await file.path(), 'utf8')).trimEnd().split(/\r?\n/),
    }
  }
  const all = await save()
  expect(all.name).toBe(`friends-${OWNER}.csv`)
  expect(all.lines).toHaveLength(6)
  const lineOf = (id = '') => all.lines.find((line) => line.includes(id))
  expect(lineOf(beforeBan)).toMatch(/early friend.*,banned,.*before the last ban/)
  expect(lineOf(afterBan)).toMatch(/late friend.*,banned,.*after the last ban/)
  expect(lineOf(tradeBanned)).toContain(',trade restriction only,')
  await page.getByRole('button', { name: /^game bans/ }).click()
  await page.getByLabel('Last ban within').selectOption({ label: '365 days' })
  await page.getByLabel('Last ban within').selectOption({ label: 'any time' })
  const filtered = await save()
  expect(filtered.name).toBe(`friends-${OWNER}-game.csv`)
  expect(filtered.lines.slice(1)).toEqual(containing('late friend'))
})
