import type { Browser, BrowserContext } from 'playwright-core'
import { visit, openProfile, type Visit } from './slow-phone.ts'

const LIST_BATCHES = 10
const PASTED_LINES = 50_000
/** A visit that takes longer is ended, and fails. */
const MAX_VISIT_MS = 120_000

/** How a card appeared; times in ms. */
export interface CardVisit {
  requests: number
  bytes: number
  /** From the start of the navigation to the card. */
  fromNavigationMs: number
  /** From the end of the answer to the card. */
  fromAnswerMs: number
}

interface Painted {
  answeredAt: number
  paintedAt: number
}

const inFreshProfile = async <Value>(
  browser: Browser,
  work: (profile: BrowserContext) => Promise<Value>,
  locale?: string,
): Promise<Value> => {
  const profile = await openProfile(browser, locale)
  const timeout = setTimeout(() => void profile.close(), MAX_VISIT_MS)
  try {
    return await work(profile)
  } finally {
    clearTimeout(timeout)
    await profile.close()
  }
}

/** Opens the start page in a fresh profile; then an account is entered. */
export function visitStart(browser: Browser, url: string, account: string) {
  return inFreshProfile(browser, async (profile) => {
    const start = await openStart(profile, url)
    const received = start.received()
    const paintedMs = await start.page.evaluate<number>('pageBench.startPainted')
    await start.page.fill('textarea', account)
    await start.page.press('textarea', 'Enter')
    const { answeredAt, paintedAt } = await start.page.evaluate<Painted>('pageBench.card()')
    return { ...received, paintedMs, cardFromAnswerMs: paintedAt - answeredAt }
  })
}

/** Opens the address of an account in a fresh profile, and once more in another tab. */
export function visitCard(browser: Browser, url: string, account: string, locale?: string) {
  const open = async (profile: BrowserContext): Promise<CardVisit> => {
    const { page, received } = await visit(profile, `${url}/?account=${account}`)
    const { answeredAt, paintedAt } = await page.evaluate<Painted>('pageBench.card()')
    await page.waitForLoadState('networkidle')
    const seen = { ...received(), fromNavigationMs: paintedAt, fromAnswerMs: paintedAt - answeredAt }
    await page.close()
    return seen
  }
  return inFreshProfile(
    browser,
    async (profile) => ({ first: await open(profile), repeated: await open(profile) }),
    locale,
  )
}

/** Looks up a list of 500 accounts; the heap is that of the page after a garbage collection, in bytes. */
export function visitList(browser: Browser, url: string, accounts: readonly string[]) {
  return inFreshProfile(browser, async (profile) => {
    const { page, session } = await openStart(profile, url)
    await page.fill('textarea', accounts.join('\n'))
    const finished = page.evaluate<Painted>(`pageBench.list(${LIST_BATCHES})`)
    await page.press('textarea', 'Control+Enter')
    const { answeredAt, paintedAt } = await finished
    await session.send('HeapProfiler.collectGarbage')
    const { usedSize } = await session.send('Runtime.getHeapUsage')
    return { fromAnswerMs: paintedAt - answeredAt, heapBytes: usedSize, rows: await page.locator('tbody tr').count() }
  })
}

/** Pastes 50,000 lines; times in ms until the table is painted. */
export function visitPaste(browser: Browser, url: string) {
  return inFreshProfile(browser, async (profile) => {
    const { page } = await openStart(profile, url)
    return page.evaluate<{ longestMs: number; blockedMs: number; paintedMs: number }>(
      `pageBench.paste(${PASTED_LINES})`,
    )
  })
}

async function openStart(profile: BrowserContext, url: string): Promise<Visit> {
  const opened = await visit(profile, url)
  await opened.page.evaluate('pageBench.startPainted')
  await opened.page.waitForLoadState('networkidle')
  return opened
}
