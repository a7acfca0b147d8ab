import { decodeText } from '../../text/decode-text.ts'
import { isWholeJson } from './json-list.ts'
import { readBanList, type ReadBanList } from './read-ban-list.ts'

/** A list as bytes, and how it is read. */
export interface ListFile {
  bytes: Uint8Array
  /** Unix seconds. */
  now: number
  /** When the list was written, Unix seconds, from which durations count; `now` by default. */
  writtenAt?: number
  /** A list with more bans is read no further. */
  maxBans?: number
  /** Whether the list has to be a whole JSON text. */
  isJson?: boolean
}

/** What a list contains, or why it was not read. */
export type ListReading = ReadBanList | 'not_text' | 'not_json'

/** Decodes and reads a list. */
export function readListFile({ bytes, now, writtenAt, maxBans, isJson = false }: ListFile): ListReading {
  const text = decodeText(bytes)
  if (text === null) return 'not_text'
  if (isJson && !isWholeJson(text)) return 'not_json'
  return readBanList(text, now, writtenAt, maxBans)
}
