import { chromium, type Browser } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

/** Starts Chromium without a window. Throws when it is not installed. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(process.env),
    // The sandbox of Chromium does not work for root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}
