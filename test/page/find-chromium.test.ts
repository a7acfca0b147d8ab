import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium } from '../../packages/sim-discord/test/page/browser/find-chromium.ts'
import { folderForTest } from '../support/folder.ts'

const MISSING = 'Chromium is not installed: apt-get install chromium, or set CHROMIUM=<path>.'

test('CHROMIUM names the browser, whatever else is installed', () => {
  const folder = folderForTest()
  const path = join(folder, 'my-browser')
  expect(() => findChromium({ CHROMIUM: path, PATH: '/usr/bin' })).toThrow(MISSING)
  writeFileSync(path, '')
  chmodSync(path, 0o755)
  expect(findChromium({ CHROMIUM: path, PATH: '/usr/bin' })).toBe(path)
})

test('the first Chromium in PATH is taken', () => {
  const folder = folderForTest()
  writeFileSync(join(folder, 'chromium-browser'), '')
  expect(findChromium({ PATH: ['/nowhere', folder].join(delimiter) })).toBe(join(folder, 'chromium-browser'))
  expect(() => findChromium({ PATH: '/nowhere' })).toThrow(MISSING)
})
