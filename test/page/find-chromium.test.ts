import { chmodSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { folderForTest } from '../support/folder.ts'
import { findChromium } from './support/find-chromium.ts'

const MISSING = 'The page tests need Chromium: apt-get install chromium, or set CHROMIUM=<path>.'

test('CHROMIUM names the browser for the page tests, whatever else is installed', () => {
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
