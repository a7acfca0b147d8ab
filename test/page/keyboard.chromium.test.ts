import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { lookUp, readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const MAX_STOPS = 80
const service = await useService()

/** The element with the focus: its name, and whether the user sees it and its outline. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) return null
    // A file is chosen with an invisible field in a label that has the outline.
    const shown = activeElement.closest('label.file') ?? activeElement
    const { outlineStyle, outlineWidth } = getComputedStyle(shown)
    const { left, top, width, height } = shown.getBoundingClientRect()
    const atCentre = document.elementFromPoint(left + width / 2, top + height / 2)
    return {
      name: (activeElement.closest('label')?.textContent || activeElement.textContent || activeElement.id).trim(),
      isOutlined: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      isInSight: atCentre !== null && (shown.contains(atCentre) || atCentre.contains(shown)),
    }
  })

/** Moves the focus to the first stop, as with the keyboard. */
async function tabToStart(page: Page): Promise<void> {
  await page.locator('.skip').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
}

/** Presses Tab from the start of the page to its end; returns the names on the way, and those without a visible focus. */
async function tabThrough(page: Page): Promise<{ names: string[]; unseen: string[] }> {
  const names: string[] = []
  const unseen: string[] = []
  await tabToStart(page)
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    const focus = await readFocus(page)
    if (focus === null || (names.length > 1 && focus.name === names[0])) break
    names.push(focus.name)
    if (!focus.isOutlined || !focus.isInSight) unseen.push(JSON.stringify(focus))
    await page.keyboard.press('Tab')
  }
  return { names, unseen }
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    await page.keyboard.press('Tab')
    if (name.test((await readFocus(page))?.name ?? '')) return
  }
  throw new Error(`Tab does not reach ${name}.`)
}

test('an account is looked up, its tabs are opened and its friends are filtered with the keyboard alone', async () => {
  const { page } = await openPage(service, '/')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type(CAST.manyBanned)
  await page.keyboard.press('Enter')
  await page.locator('.verdict').waitFor()
  await tabTo(page, /^Friends$/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^VAC bans/ }).waitFor()
  await tabTo(page, /^VAC bans/)
  await page.keyboard.press('Space')
  await page.locator('button[aria-pressed=true]', { hasText: 'VAC bans' }).waitFor()
  // The focus stays where the user was.
  expect((await readFocus(page))?.name).toMatch(/^VAC bans/)
})

test('a list is entered, filtered, sorted and left for a card with the keyboard alone', async () => {
  const { page } = await openPage(service, '/')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type(CAST.clean)
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type(CAST.raider)
  await page.keyboard.press('Control+Enter')
  await readOnce(page, '.summary', 'Checked')
  const accounts = page.locator('table.accounts tbody a')
  await tabTo(page, /^Sort by/)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => accounts.allInnerTexts()).toEqual(['Honest Joe', 'Roof Raider'])
  expect((await readFocus(page))?.name).toMatch(/^Sort by/)
  await tabTo(page, /^banned/)
  await page.keyboard.press('Space')
  await expect.poll(() => accounts.allInnerTexts()).toEqual(['Roof Raider'])
  await tabTo(page, /^Roof Raider$/)
  await page.keyboard.press('Enter')
  expect(await readOnce(page, '.verdict', 'VAC ban')).toContain('1 VAC ban')
  await page.goBack()
  await expect.poll(() => accounts.allInnerTexts()).toEqual(['Roof Raider'])
})

test('a link of a list that gets the focus backwards is not covered by the summary that stays in sight', async () => {
  const unknown = Array.from({ length: 40 }, (_, index) => String(76_561_198_000_500_000n + BigInt(index)))
  const { page } = await openPage(service, `/#${[CAST.raider, ...unknown].join(',')}`)
  await page.setViewportSize({ width: 360, height: 740 })
  await readOnce(page, '.summary', 'Checked')
  await page.locator('table a').last().focus()
  const summary = page.locator('.summary')
  for (let step = 0; step < 25; step += 1) {
    await page.keyboard.press('Shift+Tab')
    const [link, above] = [await page.locator('table a:focus').boundingBox(), await summary.boundingBox()]
    if (!link || !above) throw new Error('no link has the focus')
    expect(link.y).toBeGreaterThanOrEqual(above.y + above.height)
  }
})

test.each([
  ['the start page', '/', 'textarea'],
  ['a card', `/?account=${CAST.raider}`, '.verdict'],
  ['a list', `/#${CAST.raider},${CAST.clean},${CAST.gone},nonsense`, '.summary .age'],
  ['friends', `/?account=${CAST.lonely}&tab=friends`, '.actions'],
  ['a comparison', `/?account=${CAST.raider}&tab=compare`, 'form'],
])('Tab leads through %s, and the focus is always visible', async (_, path, selector) => {
  const { page } = await openPage(service, path, { viewport: { width: 1000, height: 500 } })
  await page.locator(selector).first().waitFor()
  const { names, unseen } = await tabThrough(page)
  expect(names.slice(0, 4)).toEqual(['Skip to the result', 'Rapsheet', expect.stringMatching(/^English/), 'accounts'])
  expect(names.at(-1)).toBe('API documentation')
  expect(unseen).toEqual([])
})

test('the link to the result moves the focus there and keeps the address', async () => {
  const { page } = await openPage(service, '/')
  await lookUp(page, `${CAST.raider} ${CAST.clean}`)
  await readOnce(page, '.summary', 'Checked')
  const address = page.url()
  await tabToStart(page)
  expect((await readFocus(page))?.name).toBe('Skip to the result')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('result')
  expect(page.url()).toBe(address)
  // The next stop is in the result, not in the field above it.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('article') !== null)).toBe(true)
})
