/** JSON of at least this length is cached as bytes; shorter JSON is faster as text, which is sent together with the headers. */
const BYTES_FROM = 8 * 1024

const cache = new WeakMap<object, string | Buffer>()

/**
 * The JSON of a value, which must not change afterwards. The JSON is cached as long as the value lives. Long JSON is cached
 * as bytes, because Node would keep a copy of a text for each client that reads slowly.
 */
export function toCachedJson(value: object): string | Buffer {
  const cached = cache.get(value)
  if (cached !== undefined) return cached
  const text = JSON.stringify(value)
  const json = text.length < BYTES_FROM ? text : Buffer.from(text)
  cache.set(value, json)
  return json
}
