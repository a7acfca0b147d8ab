import type { BrowserContextOptions } from 'playwright-core'
import { useBrowser } from './browser/browser.ts'
import type { PageState } from '../../src/page/protocol.ts'
import { startFakeDiscordPage } from './fake-page.ts'

/** A Chromium for the tests of a file; resolves to a function that opens the page on a server of the test's own. */
export async function useFakePage() {
  const openPage = await useBrowser()
  return async (state: Partial<PageState> = {}, path = '/', options?: BrowserContextOptions) => {
    const service = await startFakeDiscordPage(state)
    return { service, ...(await openPage(service, path, options)) }
  }
}
