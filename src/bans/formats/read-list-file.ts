import { z } from 'zod'
import { decodeText, ENCODINGS } from '../../text/decode-text.ts'
import { banListSchema, readBanList } from './read-ban-list.ts'

/** A list as bytes, and how it is read. */
export interface ListFile {
  bytes: Uint8Array
  /** Unix seconds. */
  now: number
  /** When the list was written, Unix seconds, from which durations count; `now` by default. */
  writtenAt?: number
  /** A list with more bans is read no further. */
  maxBans?: number
  /** The locale of the people who gave the list, for a text in an encoding without a mark. */
  locale?: string
  /** Whether the list has to be a whole JSON text. */
  isJson?: boolean
}

/** What a list contains, and the encoding of its bytes. */
export const decodedBanListSchema = banListSchema.extend({ encoding: z.enum(ENCODINGS), isGuessed: z.boolean() })
export type DecodedBanList = z.infer<typeof decodedBanListSchema>

/** What a list contains, or why it was not read. */
export type ListReading = DecodedBanList | 'not_text' | 'not_json'

/** Decodes and reads a list. */
export function readListFile({ bytes, now, writtenAt, maxBans, locale, isJson = false }: ListFile): ListReading {
  const decoded = decodeText(bytes, locale)
  if (decoded === null) return 'not_text'
  const { text, ...encoding } = decoded
  if (isJson && !isWholeJson(text)) return 'not_json'
  return { ...readBanList(text, now, writtenAt, maxBans), ...encoding }
}

/** Whether a text is an object or an array in JSON. */
function isWholeJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}
