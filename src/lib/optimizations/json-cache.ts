import { createHash } from 'node:crypto'
import { memoizeByObject } from './memoize-by-object.ts'

/** JSON of at least this length is cached as bytes; shorter JSON is faster as text, which is sent together with the headers. */
const BYTES_FROM = 8 * 1024

/**
 * The JSON of a value, which must not change afterwards. The JSON is cached as long as the value lives. Long JSON is cached
 * as bytes, because Node would keep a copy of a text for each client that reads slowly.
 */
export const toCachedJson = memoizeByObject((value: object): string | Buffer => {
  const text = JSON.stringify(value)
  return text.length < BYTES_FROM ? text : Buffer.from(text)
})

/** The strong entity tag of a value's JSON, cached like the JSON. */
export const etagOfCachedJson = memoizeByObject((value: object): string => {
  const hash = createHash('sha256').update(toCachedJson(value)).digest('base64url')
  return `"${hash.slice(0, 22)}"`
})
