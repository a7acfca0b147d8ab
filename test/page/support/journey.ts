import type { Page } from 'playwright-core'

/** Enters a text into the field for accounts and presses *Look up*. */
export async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Account, link, or list' }).fill(text)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
}

/** The visible text of the first element with this selector, once it contains a text. */
export async function readOnce(page: Page, selector: string, text: string): Promise<string> {
  const element = page.locator(selector).filter({ hasText: text }).first()
  await element.waitFor()
  return element.innerText()
}

/** The API requests of a page from this call on, such as `GET /api/lookup`. */
export function watchApiRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/image') requests.push(`${request.method()} ${pathname}`)
  })
  return requests
}

/** Holds back the answers of the API to a page from now on; resolves to a function that releases them. */
export async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/**', async (route) => {
    await isReleased
    await route.continue()
  })
  return release
}

/** What a browser has to permit so that a test can read what the page copies. */
export const WITH_CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

/** Presses a button that copies a text; resolves to the text. */
export async function copy(page: Page, button: string): Promise<string> {
  await page.getByRole('button', { name: button }).click()
  await page.getByText('Copied', { exact: true }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}
