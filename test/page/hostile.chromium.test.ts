import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { HOSTILE_NAMES } from '../../packages/sim-steam/src/names.ts'
import { useService } from '../support/service.ts'
import { scrollsSideways, useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { holdAnswers, lookUp, readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const PHONE = { viewport: { width: 360, height: 740 } }
const MARKUP = '<img src=x onerror="globalThis.ran=1">'
/** Texts that a careless page would run, or that would cover or stretch it. */
const NAMES = {
  ...HOSTILE_NAMES,
  markup: MARKUP,
  script: '<script>globalThis.ran=1</script><svg onload=globalThis.ran=1>',
  long: 'W'.repeat(10_000),
  wide: '𒐫﷽'.repeat(2_000),
  override: '\u202e\u2066clean\u0000\u0007\u2028',
}
const service = await useService()
const { world } = service.sim
/** An account for each name. */
const accounts = Object.values(NAMES).map((name, index) => {
  const steamId = world.ids[index] ?? ''
  const profile = { name, visibility: 3, avatarHash: 'a'.repeat(40), timeCreated: 1_300_000_000, country: MARKUP }
  world.change(steamId, {
    vanity: null,
    profile: { ...profile, realName: name },
    bans: { community: false, vac: [1_700_000_000], game: [], economy: `${MARKUP}${name.slice(0, 300)}` },
    inventory: {
      assets: [{ assetId: '1', classId: '1' }],
      descriptions: [{ classId: '1', name, type: name, icon: `x"${MARKUP}`, tradable: true, marketable: true }],
    },
  })
  return steamId
})
world.change(CAST.clean, { vanity: `"><script>globalThis.ran=1</script>javascript:` })

/** Checks that nothing ran, no element came from a text, no link leads anywhere else, and the layout has its width. */
async function expectInert(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: 'ran' in globalThis,
    elements: document.querySelectorAll('[onerror], [onload], body script, body iframe, body object, img[src=x]')
      .length,
    links: [...document.querySelectorAll('a')]
      .map(({ href }) => new URL(href))
      .filter(({ protocol, hostname }) => {
        const hosts = [location.hostname, 'steamcommunity.com', 'www.battlemetrics.com']
        return !protocol.startsWith('http') || !hosts.includes(hostname)
      })
      .map(String),
    // Characters that are not seen, or that turn the text around them.
    invisible: /\p{Cf}/u.test(document.body.innerText + document.title),
  }))
  expect(found).toEqual({ ran: false, elements: 0, links: [], invisible: false })
  expect(await scrollsSideways(page)).toBe(false)
}

test('a hostile name does nothing on a card, in an inventory and in a comparison', async () => {
  const { page } = await openPage(service, '/', PHONE)
  for (const steamId of accounts) {
    await page.goto(`${service.url}/?account=${steamId}`)
    expect(await readOnce(page, '.verdict', 'VAC ban')).toContain('1 VAC ban')
    await expectInert(page)
    const heading = page.getByRole('heading', { level: 2 })
    expect(await heading.innerText()).not.toBe('')
    // At most some lines, so that the verdict stays in sight.
    expect((await heading.boundingBox())?.height).toBeLessThan(260)
    await page.getByRole('link', { name: 'Inventory' }).click()
    await page.locator('.items li').first().waitFor()
    await expectInert(page)
    await page.goto(`${service.url}/?account=${steamId}&tab=compare&other=${CAST.raider}`)
    await page.getByText('Roof Raider').first().waitFor()
    await expectInert(page)
  }
})

test('a list with all of these names keeps its width, and its banned rows read as banned', async () => {
  const { page } = await openPage(service, `/#${accounts.join(',')}`, PHONE)
  await readOnce(page, '.summary', 'Checked')
  const rows = await page.locator('table.accounts tbody tr').allInnerTexts()
  expect(rows).toHaveLength(accounts.length)
  expect(rows.filter((row) => !row.includes('banned'))).toEqual([])
  await expectInert(page)
})

test('a custom URL with markup is no link of its own', async () => {
  const { page } = await openPage(service, `/?account=${CAST.clean}`, PHONE)
  await readOnce(page, 'h2', 'Honest Joe')
  await expectInert(page)
})

test('an address with markup or nonsense does nothing, neither while it is looked up nor after it', async () => {
  const { page } = await openPage(service, '/', PHONE)
  const markup = encodeURIComponent(MARKUP)
  for (const address of [
    `?account=${markup}`,
    `?account=${'x'.repeat(6_000)}`,
    '?account=%E2%80%AEnaelc',
    '?account=javascript:globalThis.ran=1',
    `?account=${CAST.raider}&tab=${markup}&show=${markup}&sort=${markup}`,
    `?account=${CAST.raider}&tab=compare&other=${markup}`,
    `?account=${CAST.raider}&tab=inventory&find=${markup}`,
    `#${markup},${CAST.raider},%E0%A4%A,javascript:globalThis.ran=1`,
    `#${'y'.repeat(5_000)},${'W'.repeat(64)}`,
  ]) {
    const release = await holdAnswers(page)
    await page.goto(`${service.url}/${address}`)
    await page.locator('.loading, .summary').first().waitFor()
    await expectInert(page)
    release()
    await page.locator('.notice, .verdict').first().waitFor()
    await expectInert(page)
    // A change of the fragment alone would not load the page.
    await page.goto('about:blank')
  }
})

test('a pasted text with markup does nothing', async () => {
  const { page } = await openPage(service, '/', PHONE)
  await lookUp(page, `${MARKUP} <b>\n${CAST.raider}\n${CAST.clean}\n${'Z'.repeat(3_000)}\n\u202eevil`)
  await readOnce(page, '.summary', 'Checked')
  await page.locator('details summary').click()
  expect(await page.locator('details li').first().innerText()).toContain('<img src=x')
  await expectInert(page)
})
