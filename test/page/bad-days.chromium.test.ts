import { afterEach, expect, test, vi } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { ask } from '../support/ask.ts'
import { serviceForTest, type Service, type TestSettings } from '../support/service.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { lookUp, readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const steam = await useSteam()
afterEach(() => void vi.useRealTimers())

interface BadDay {
  settings?: TestSettings
  start: (service: Service) => unknown
  title: string
  says: RegExp
}

/** Each with a title of its own; none says anything about the account. */
const BAD_DAYS: Record<string, BadDay> = {
  'an outage of Steam': {
    start: () => steam.dial.set('*', { faults: { '503': 1 } }),
    title: '❔ Steam does not answer',
    says: /Nothing could be checked, so this says nothing about bans. Try again in/,
  },
  'a block of this server': {
    start: () => steam.edge.block('api'),
    title: '❔ Steam blocks this service',
    says: /tell the person who runs it/,
  },
  'a refused key': {
    start: () => steam.dial.set('*', { faults: { 'bad-key': 1 } }),
    title: '❔ Steam key rejected',
    says: /STEAM_API_KEY has to be replaced/,
  },
  'the rate limit of this server': {
    settings: { RATE_LIMIT_PER_MINUTE: '2' },
    start: (service) => ask(service, `/api/compare?steamId=${CAST.clean}&other=${CAST.veteran}`),
    title: '⏳ Slow down',
    says: /limit for this minute. Try again in \d+ (seconds|minute)/,
  },
  'a spent budget of calls': {
    settings: { STEAM_CALLS_PER_DAY: '1' },
    start: (service) => ask(service, `/api/rust-stats?steamId=${CAST.veteran}`),
    title: '⏳ Today’s lookups are used up',
    // In the first hour of a day it is the next one.
    says: /Try again in \d+ (hours|minutes|day)/,
  },
}

test.each(Object.entries(BAD_DAYS))('%s has its own words on a card and in a list', async (_, badDay) => {
  const service = await serviceForTest(badDay.settings, steam)
  await badDay.start(service)
  const { page } = await openPage(service, `/?account=${CAST.raider}`)
  expect(await readOnce(page, '.notice', ' ')).toMatch(badDay.says)
  expect(await page.locator('.notice h3').innerText()).toBe(badDay.title)
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1)
  expect(await page.locator('.verdict').count()).toBe(0)

  await lookUp(page, `${CAST.raider} ${CAST.clean}`)
  const rows = page.locator('table.accounts tbody tr')
  const unchecked = expect.stringContaining('could not be checked')
  await expect.poll(() => rows.allInnerTexts()).toEqual([unchecked, unchecked])
  expect(await page.locator('main').innerText()).not.toMatch(/no ban/i)
})

test('after an outage, the next try shows the account', async () => {
  const service = await serviceForTest({}, steam)
  steam.dial.set('*', { faults: { '503': 1 } })
  const { page } = await openPage(service, `/?account=${CAST.raider}`)
  await readOnce(page, '.notice', 'Steam does not answer')
  steam.dial.reset()
  // The circuit to Steam stays open for some seconds.
  await expect
    .poll(
      async () => {
        await page
          .getByRole('button', { name: 'Try again' })
          .click({ timeout: 500 })
          .catch(() => {})
        return page.locator('.verdict').allInnerTexts()
      },
      { timeout: 40_000 },
    )
    .toEqual([expect.stringContaining('1 VAC ban')])
})

test('an account that Steam does not have is not found, with a hint about a mistyped id', async () => {
  const service = await serviceForTest({}, steam)
  const { page } = await openPage(service, `/?account=${CAST.gone}`)
  expect(await readOnce(page, '.notice', 'Not found')).toContain(`Steam has no account ${CAST.gone}`)
  await lookUp(page, '7656119800001043')
  expect(await readOnce(page, '.notice', 'Not found')).toContain('17 digits, this one has 16')
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

test('private, unavailable and unknown parts never read as clean', async () => {
  const service = await serviceForTest({}, steam)
  const { page } = await openPage(service, `/?account=${CAST.private}`)
  expect(await readOnce(page, '.verdict', ' ')).toBe('🔒 Steam: no bans on record · profile private')
  expect(await page.locator('.person').innerText()).toBe('🔒 hidden: Rust hours, age, friend list')

  steam.dial.set('friends', { faults: { '503': 1 } })
  await lookUp(page, CAST.clean)
  expect(await readOnce(page, '.verdict', 'friend list')).toBe(
    '❔ Steam: no bans on record · could not be checked: friend list',
  )
  await lookUp(page, CAST.deletedBans)
  expect(await readOnce(page, '.notice', 'Incomplete')).toContain('the bans could not be checked')
  expect(await page.locator('.tone-clean').count()).toBe(0)
})

test('a ban without a profile counts at once in a list, and on its card once a second answer confirms it', async () => {
  const service = await serviceForTest({}, steam)
  const { page } = await openPage(service, `/#${CAST.deletedSummary},${CAST.clean}`)
  const row = page.locator('table.accounts tr', { hasText: CAST.deletedSummary })
  await row.getByText('profile not returned').waitFor()
  expect(await page.locator('.summary .verdict').innerText()).toBe('⛔ 1 of 2 checked accounts banned.')
  // The service asks for a missing profile once more after three seconds.
  vi.setSystemTime(Date.now() + 4_000)
  await page.getByRole('button', { name: 'Check the rest again' }).click()
  await row.getByText('banned, no profile').waitFor()
  expect(await page.locator('.summary .verdict').innerText()).toBe('⛔ 1 of 2 checked accounts banned.')
  await row.getByRole('link').click()
  expect(await readOnce(page, '.notice.tone-banned', 'No profile')).toContain('Bans on record: 1 VAC ban')
})
