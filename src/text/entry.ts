import { type BanTexts, NO_BAN_TEXTS } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { End } from './ends.ts'
import { CHANGED_NUMBER } from './rounded.ts'

/** A part of a text: its line, counted from 1, and what stands there. An entry of several lines is at its first line. */
export interface TextPlace {
  line: number
  text: string
}

/** What a text says about an account; `unclear` if it does not say whether the account is banned. */
export type Role = 'ban' | 'lifted' | 'staff' | 'unclear'

/** An account in a text, with what the text says about it; its name and the texts of its ban are as written. */
export interface Entry extends TextPlace, BanTexts {
  steamId: SteamId
  role: Role
  name: string
  end: End
  /** What of the text is in none of the other fields, such as the address of the player. */
  ignored: string
}

/** An entry about which a text says nothing more. */
export const bareEntry = (place: TextPlace, steamId: SteamId, role: Role): Entry => ({
  ...place,
  steamId,
  role,
  name: '',
  ...NO_BAN_TEXTS,
  end: { until: null },
  ignored: '',
})

/** Items of a text that is a part of another one, with the line of this part. */
export function* atLine(line: number, items: Iterable<Entry | Rest>): Iterable<Entry | Rest> {
  for (const item of items) yield { ...item, line }
}

/** Why a part of a text was not read. */
export const REST_REASONS = [
  /** Nothing in it is an account. */
  'no_account',
  /** It is a further account in an entry about one account, such as an id in the name of a player. */
  'second_account',
  /** A program has changed the number: it is rounded, has an exponent or separators of thousands. */
  'changed_number',
  /** Its quotes or brackets are wrong, or it breaks off. */
  'damaged',
] as const
export type RestReason = (typeof REST_REASONS)[number]

/** A part of a text that was not read. */
export interface Rest extends TextPlace {
  why: RestReason
  /** Whether something stands in the place of its account. An entry without it may be about an IP address only. */
  isNamed?: boolean
}

/** Why a text without an account was not read. */
export const restReasonOf = (text: string): RestReason =>
  text.search(CHANGED_NUMBER) === -1 ? 'no_account' : 'changed_number'

/** An IP address is personal data, so that a text with it is no note. */
export const MAYBE_ADDRESS = /\d\.\d{1,3}\.\d{1,3}\.\d|[\da-f]:[\da-f]{0,4}:[\da-f]/i
