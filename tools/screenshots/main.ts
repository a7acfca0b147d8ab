// Takes the pictures of docs/pictures/: starts the demo, and drives Chromium through its page. `npm run screenshots [-- folder all]`;
// with a locale, such as `npm run screenshots -- folder all pl`, in that language.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Browser, Page } from 'playwright-core'
import { launchChromium } from '../../packages/sim-discord/test/page/browser/launch-chromium.ts'
import { openClient } from './client.ts'
import { SHOTS } from './shots.ts'
import { shrink } from './shrink.ts'
import { startDemo } from './start-demo.ts'

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

async function takeSeries(browser: Browser, { suffix, locale, width }: Series): Promise<void> {
  const demo = await startDemo()
  try {
    const page = await browser.newPage({
      viewport: { width, height: HEIGHT },
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    })
    const client = await openClient(page, demo.url, 'moderator')
    await client.changePerson({ locale })
    await client.changeGuild(locale)
    for (const { name, take, inAlerts } of SHOTS) {
      await take(client)
      await untilLoaded(page)
      await page.mouse.move(0, 0)
      const path = join(folder, `${name}${suffix}.png`)
      if (scope === 'all' || SHOWN.has(name)) {
        await client.newest().screenshot({ path })
        shrink(path)
      }
      if (inAlerts) await client.showModeration()
    }
    await page.close()
  } finally {
    await demo.stop()
  }
}

/** Waits for the pictures on the page; the policy of the page forbids `waitForFunction`. */
async function untilLoaded(page: Page): Promise<void> {
  while (!(await page.evaluate<boolean>('[...document.images].every((image) => image.complete)'))) {
    await page.waitForTimeout(POLL_MS)
  }
}

/** The whole page with a look-up and an alert, and nothing else. */
async function takeOverview(browser: Browser): Promise<void> {
  const demo = await startDemo()
  try {
    const page = await browser.newPage({
      viewport: { width: OVERVIEW_WIDTH, height: 930 },
      deviceScaleFactor: SHOWN_WIDTH / OVERVIEW_WIDTH,
      timezoneId: 'Europe/Berlin',
    })
    const client = await openClient(page, demo.url, 'moderator')
    await client.run('watch channel', { channel: client.channelId('alerts') })
    await client.run('settings log', { instead: 'off' })
    await client.run('watch add', { account: 'honest_joe', reason: 'Aim too good' })
    await client.changeWorld({ verb: 'ban', account: 'honest_joe', ban: 'game' })
    await client.untilAlert('⛔')
    await client.showModeration()
    await client.dismissAll()
    await client.run('lookup', { account: 'raider' })
    await untilLoaded(page)
    await page.mouse.move(0, 0)
    const path = join(folder, 'discord.png')
    await page.screenshot({ path })
    shrink(path)
    await page.close()
  } finally {
    await demo.stop()
  }
}

/** The program's own page with an account and its friends. */
async function takePage(browser: Browser): Promise<void> {
  const demo = await startDemo()
  try {
    const page = await browser.newPage({ viewport: { width: SHOWN_WIDTH, height: 1_544 }, locale: 'en-US' })
    await page.goto(`${demo.pageUrl}/?account=raider&tab=friends`)
    await page.locator('.timeline').waitFor()
    await untilLoaded(page)
    const path = join(folder, 'page.png')
    await page.screenshot({ path })
    shrink(path)
    await page.close()
  } finally {
    await demo.stop()
  }
}

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
