import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { columnTitles, toBanFiles } from '../../../src/bans/discord/export.ts'
import { toFormat } from '../../../src/bans/formats/write-ban-list.ts'
import { readBanList } from '../../../src/bans/formats/read-ban-list.ts'
import type { Ban } from '../../../src/model/ban.ts'
import { en } from '../../support/texts.ts'
import { nth } from '../../support/watch-tests.ts'

const NOW = 1_700_000_000
const bans = Array.from({ length: 500 }, (_, index): Ban => ({
  steamId: nth(index),
  name: `Name ${index}`,
  reason: `reason ${(index * 7_919) % 1_000_003}`,
  note: `note ${(index * 104_729) % 1_000_003}`,
  until: null,
  addedBy: '1',
  addedAt: NOW,
  importNumber: null,
}))
function filesOf(format: 'cfg' | 'csv' | 'json', maxBytes: number, maxListBytes = 10_000_000) {
  const written = toFormat(format, NOW, columnTitles(en))
  const parts = Array.from({ length: 10 }, (_, index) => written.part(bans.slice(index * 50, index * 50 + 50)))
  return toBanFiles(written, parts, { name: `bans.${format}`, maxBytes, maxListBytes })
}

test.each(['cfg', 'csv', 'json'] as const)(
  'a file of %s is compressed, then split, where the limit is smaller',
  async (format) => {
    const [whole] = await filesOf(format, 10_000_000)
    expect(whole?.name).toBe(`bans.${format}`)
    const length = whole?.data.length ?? 0
    const [compressed, ...none] = await filesOf(format, length - 1)
    expect(none).toEqual([])
    expect(compressed?.name).toBe(`bans.${format}.gz`)
    expect(gunzipSync(compressed?.data ?? '').equals(whole?.data ?? Buffer.alloc(0))).toBe(true)

    const maxBytes = Math.ceil((compressed?.data.length ?? 0) / 3)
    const parts = await filesOf(format, maxBytes)
    expect(parts.map(({ name }) => name)).toEqual(parts.map((_, index) => `bans-${index + 1}.${format}.gz`))
    expect(Math.max(...parts.map(({ data }) => data.length))).toBeLessThanOrEqual(maxBytes)
    // Each part is a list of its own.
    const read = parts.flatMap(({ data }) => readBanList(gunzipSync(data).toString(), NOW).bans)
    expect(read.map(({ steamId, reason }) => [steamId, reason])).toEqual(
      bans.map(({ steamId, reason }) => [steamId, reason]),
    )
  },
)

test('a list that an import would not read whole is split', async () => {
  const [whole] = await filesOf('json', 10_000_000)
  const parts = await filesOf('json', 10_000_000, (whole?.data.length ?? 0) - 1)
  expect(parts.map(({ name }) => name)).toEqual(['bans-1.json.gz', 'bans-2.json.gz'])
})
