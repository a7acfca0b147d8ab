import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of the Chromium that the page is tested with: `CHROMIUM`, or the first one in `PATH`. Throws when there is none. */
export function findChromium({ CHROMIUM, PATH = '' }: Record<string, string | undefined>): string {
  const folders = PATH.split(delimiter)
  const candidates = CHROMIUM ? [CHROMIUM] : NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error('The page tests need Chromium: apt-get install chromium, or set CHROMIUM=<path>.')
  return found
}
