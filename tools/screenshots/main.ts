// Takes the pictures of docs/pictures/: starts the demo, and drives Chromium through its page. `npm run screenshots [-- folder all]`;
// with a locale, such as `npm run screenshots -- folder all pl`, in that language.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { launchChromium } from '../../packages/sim-discord/test/page/browser/launch-chromium.ts'
import { openClient } from './client.ts'
import { SHOTS } from './shots.ts'
import { shrink } from './shrink.ts'
import { startDemo, type Demo } from './start-demo.ts'

/** A series of pictures: the widths of a wide message and of a phone. */
interface Series {
  /** Added to the names. */
  suffix: string
  locale: string
  width: number
}

/** GitHub shows a picture of a page in this width at most, CSS pixels; all pictures are taken as large as they are shown. */
const SHOWN_WIDTH = 840
/** The width of the browser with the whole simulated Discord; a narrower one hides the channel of alerts. */
const OVERVIEW_WIDTH = 1_241
const WIDE = 716
const PHONE = 390
const [folder = 'docs/pictures', scope, locale] = process.argv.slice(2)
const SERIES: readonly Series[] =
  locale === undefined
    ? [
        { suffix: '', locale: 'en-US', width: WIDE },
        { suffix: '-phone', locale: 'en-US', width: PHONE },
      ]
    : [
        { suffix: `-${locale}`, locale, width: WIDE },
        { suffix: `-${locale}-phone`, locale, width: PHONE },
      ]
/** The shots that docs/moderators/pictures.md shows, each in all series. */
const SHOWN = new Set([
  'lookup',
  'batch',
  'scan-running',
  'scan',
  'stats',
  'inventory',
  'watch-list',
  'alert',
  'policy',
  'refusal-player',
  'bell',
  'banned',
  'ban-list',
  'refusal-channel',
  'refusal-steam',
])
const HEIGHT = 2_400
const POLL_MS = 50

/** Runs a demo of its own for some pictures, and a page of the browser for them. */
async function inDemo(
  browser: Browser,
  options: BrowserContextOptions,
  take: (page: Page, demo: Demo) => Promise<void>,
): Promise<void> {
  const demo = await startDemo()
  try {
    const page = await browser.newPage({ timezoneId: 'Europe/Berlin', ...options })
    await take(page, demo)
    await page.close()
  } finally {
    await demo.stop()
  }
}

/** Saves what a page or a part of it shows, once its pictures are loaded. */
async function save(page: Page, name: string, shown: Page | Locator = page): Promise<void> {
  await untilLoaded(page)
  await page.mouse.move(0, 0)
  const path = join(folder, `${name}.png`)
  await shown.screenshot({ path })
  shrink(path)
}

/** Waits for the pictures on the page; the policy of the page forbids `waitForFunction`. */
async function untilLoaded(page: Page): Promise<void> {
  while (!(await page.evaluate<boolean>('[...document.images].every((image) => image.complete)'))) {
    await page.waitForTimeout(POLL_MS)
  }
}

const takeSeries = (browser: Browser, { suffix, locale, width }: Series) =>
  inDemo(browser, { viewport: { width, height: HEIGHT }, reducedMotion: 'reduce' }, async (page, demo) => {
    const client = await openClient(page, demo.url, 'moderator')
    await client.changePerson({ locale })
    await client.changeGuild(locale)
    for (const { name, take, inAlerts } of SHOTS) {
      await take(client)
      if (scope === 'all' || SHOWN.has(name)) await save(page, `${name}${suffix}`, client.newest())
      if (inAlerts) await client.showModeration()
    }
  })

const OVERVIEW = {
  viewport: { width: OVERVIEW_WIDTH, height: 930 },
  deviceScaleFactor: SHOWN_WIDTH / OVERVIEW_WIDTH,
}

/** The whole page with a look-up and an alert, and nothing else. */
const takeOverview = (browser: Browser) =>
  inDemo(browser, OVERVIEW, async (page, demo) => {
    const client = await openClient(page, demo.url, 'moderator')
    await client.run('watch channel', { channel: client.channelId('alerts') })
    await client.run('settings log', { instead: 'off' })
    await client.run('watch add', { account: 'honest_joe', reason: 'Aim too good' })
    await client.changeWorld({ verb: 'ban', account: 'honest_joe', ban: 'game' })
    await client.untilAlert('⛔')
    await client.showModeration()
    await client.dismissAll()
    await client.run('lookup', { account: 'raider' })
    await save(page, 'discord')
  })

/** The program's own page with an account and its friends. */
const takePage = (browser: Browser) =>
  inDemo(browser, { viewport: { width: SHOWN_WIDTH, height: 1_544 }, locale: 'en-US' }, async (page, demo) => {
    await page.goto(`${demo.pageUrl}/?account=raider&tab=friends`)
    await page.locator('.timeline').waitFor()
    await save(page, 'page')
  })

mkdirSync(folder, { recursive: true })
const browser = await launchChromium()
try {
  if (locale === undefined) {
    await takeOverview(browser)
    await takePage(browser)
  }
  for (const series of SERIES) await takeSeries(browser, series)
} finally {
  await browser.close()
}
