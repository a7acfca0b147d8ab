import { parse } from 'fast-querystring'

const NAMES = new Set(['token', 'access_token', 'api_key', 'apikey', 'key', 'auth', 'authorization', 'bearer'])
/** Shorter values are not tokens of this service; trade links have a parameter `token` of 8 characters. */
const MIN_CHARACTERS = 20
/** Decoding makes a value no longer, so that most queries need not be parsed. */
const HAS_LONG_VALUE = new RegExp(`=[^&]{${MIN_CHARACTERS}}`)
/** The beginning of each generated token of a policy. */
const POLICY_TOKEN = /rsp_[\w-]{16}/

/** Whether a query string contains what may be a token. */
export function findTokenInQuery(query: string): boolean {
  if (query === '') return false
  if (POLICY_TOKEN.test(query)) return true
  if (!HAS_LONG_VALUE.test(query)) return false
  const sent = Object.entries<string | string[]>(parse(query))
  return sent.some(([name, value]) => NAMES.has(name.toLowerCase()) && [value].flat().some(isLong))
}

const isLong = (value: string) => value.length >= MIN_CHARACTERS
