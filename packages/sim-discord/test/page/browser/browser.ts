import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect, onTestFinished } from 'vitest'
import { launchChromium } from './launch-chromium.ts'

/** A page in a browser, with what went wrong in it so far. */
export interface OpenPage {
  page: Page
  /**
   * Errors and warnings on the console, exceptions, and violations of the Content Security Policy. A test fails that
   * ends with any; one that provokes them empties the list.
   */
  problems: string[]
  /** Requests that failed or have a status of 400 or more, such as `404 GET /api/lookup?steamId=nobody`. */
  failedRequests: string[]
}

/** How long a test waits for something on the page. */
const TIMEOUT_MS = 15_000
const VIOLATION = 'policy violation: '
/** What the console says of each failed request. */
const FAILED_REQUEST = 'Failed to load resource'

/**
 * A Chromium for the tests of a file, closed after them. Resolves to a function that opens a path of a service in a fresh profile,
 * which is closed after the test.
 */
export async function useBrowser(): Promise<
  (service: { url: string }, path: string, options?: BrowserContextOptions) => Promise<OpenPage>
> {
  const browser = await launchChromium()
  afterAll(() => browser.close())
  const opened: OpenPage[] = []
  afterEach(() => expect(opened.splice(0).flatMap(({ problems }) => problems)).toEqual([]))
  return async (service, path, options) => {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    context.setDefaultTimeout(TIMEOUT_MS)
    await context.addInitScript((prefix) => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        console.error(`${prefix}${effectiveDirective} ${blockedURI} ${sample}`),
      )
    }, VIOLATION)
    const page = await context.newPage()
    const openPage = { page, ...record(page) }
    opened.push(openPage)
    await page.goto(`${service.url}${path}`)
    return openPage
  }
}

function record(page: Page): Omit<OpenPage, 'page'> {
  const [problems, failedRequests]: [string[], string[]] = [[], []]
  const name = (request: { method: () => string; url: () => string }) => {
    const { pathname, search } = new URL(request.url())
    return `${request.method()} ${pathname}${search}`
  }
  page.on('console', (message) => {
    const isProblem = ['error', 'warning'].includes(message.type()) && !message.text().startsWith(FAILED_REQUEST)
    if (isProblem) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('requestfailed', (request) => failedRequests.push(`${request.failure()?.errorText} ${name(request)}`))
  page.on('response', (response) => {
    if (response.status() >= 400) failedRequests.push(`${response.status()} ${name(response.request())}`)
  })
  return { problems, failedRequests }
}

/** Whether the page is wider than its window, so that it scrolls sideways. */
export const scrollsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement
    return scrollWidth > clientWidth
  })
