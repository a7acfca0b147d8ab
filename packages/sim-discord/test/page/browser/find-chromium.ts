import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The path of the Chromium that opens the page in tests and measurements: `CHROMIUM`, or the first one in `PATH`. Throws when there is none. */
export function findChromium({ CHROMIUM, PATH = '' }: Record<string, string | undefined>): string {
  const folders = PATH.split(delimiter)
  const candidates = CHROMIUM ? [CHROMIUM] : NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error('Chromium is not installed: apt-get install chromium, or set CHROMIUM=<path>.')
  return found
}
