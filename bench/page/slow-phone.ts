import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { OBSERVE_PAGE } from './observe-page.ts'

const CPU_SLOWDOWN = 6
const LATENCY_MS = 150
const NETWORK = {
  offline: false,
  latency: LATENCY_MS,
  // Bytes a second: 1.6 Mbit/s down and 750 kbit/s up.
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}
const SCREEN = { viewport: { width: 360, height: 640 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true }
const PICTURES = '*/api/image*'
const TIMEOUT_MS = 120_000

/** A page that was opened on a slow phone. */
export interface Visit {
  page: Page
  session: CDPSession
  /** Requests that were answered over the network so far, and the bytes of their answers with headers, as they were sent. */
  received(): { requests: number; bytes: number }
}

/** A fresh browser profile on a small screen. */
export function openProfile(browser: Browser, locale = 'en-GB'): Promise<BrowserContext> {
  return browser.newContext({ ...SCREEN, locale })
}

/** Opens a URL in a new tab with the processor and network of a slow phone. Pictures are not loaded. */
export async function visit(profile: BrowserContext, url: string): Promise<Visit> {
  const page = await profile.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  await page.addInitScript({ content: OBSERVE_PAGE })
  const session = await profile.newCDPSession(page)
  const sizes: number[] = []
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    // Files from the cache have no bytes on the network.
    if (encodedDataLength > 0) sizes.push(encodedDataLength)
  })
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: [PICTURES] })
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  const answeredAfterMs = await page.evaluate<number>(`performance.getEntriesByType('navigation')[0].responseEnd`)
  if (answeredAfterMs < LATENCY_MS) throw new Error(`the network is not slow: an answer after ${answeredAfterMs} ms`)
  return {
    page,
    session,
    received: () => ({ requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }),
  }
}
