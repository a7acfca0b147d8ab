import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApp } from '../src/app.ts'
import { loadSettings } from '../src/config.ts'
import { folderForTest } from './support/folder.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

test('a start that fails while Steam is being opened closes the store and stops all timers', async () => {
  const store = join(folderForTest(), 'store.sqlite')
  const settings = loadSettings({ STORE_URL: `sqlite://${store}`, STEAM_API_KEY: 'SIMULATED-KEY' })
  const broken = { ...settings, steam: { ...settings.steam, apiUrl: 'not a URL' } }
  await expect(startApp(broken, pino({ level: 'silent' }), () => {})).rejects.toThrow('Invalid URL')
  // SQLite removes its journal when the last connection is closed.
  expect([store, `${store}-wal`].map((file) => existsSync(file))).toEqual([true, false])
  expect(vi.getTimerCount()).toBe(0)
})
