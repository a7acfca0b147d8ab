import { createListFileReader, type ListFileReader } from '../../src/bans/formats/list-file-reader.ts'
import type { ReadBanList } from '../../src/bans/formats/read-ban-list.ts'

/** A reader of lists that finds this in every list, besides what the list has. */
export function readerFinding(found: Partial<ReadBanList>): ListFileReader {
  const reader = createListFileReader()
  return {
    ...reader,
    async read(file, signal) {
      const list = await reader.read(file, signal)
      return typeof list === 'string' ? list : { ...list, ...found }
    },
  }
}
