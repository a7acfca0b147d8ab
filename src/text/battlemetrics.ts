import { parseAccount, type SteamId } from '../model/steam-id.ts'
import { JsonObject } from './json-parser.ts'

/** The accounts that the `identifiers` of a ban of BattleMetrics name: an id, a profile link, or an id in the profile of the metadata. */
export function accountsOf(identifiers: unknown): SteamId[] {
  const found = (Array.isArray(identifiers) ? identifiers : []).flatMap((item: unknown) => {
    if (!(item instanceof JsonObject) || item.members['type'] !== 'steamID') return []
    const { identifier, metadata } = item.members
    const profile = metadata instanceof JsonObject ? metadata.members['profile'] : null
    const steamid = profile instanceof JsonObject ? profile.members['steamid'] : null
    const accounts = [steamid, identifier].map((text) => (typeof text === 'string' ? parseAccount(text) : null))
    return accounts.find((account) => account?.kind === 'steamId') ?? []
  })
  return [...new Set(found.flatMap((account) => (account.kind === 'steamId' ? [account.steamId] : [])))]
}

/** Whether the identifiers of a ban name something else than IP addresses. */
export const hasOtherIdentifiers = (identifiers: unknown): boolean =>
  Array.isArray(identifiers) &&
  identifiers.some((item: unknown) => !(item instanceof JsonObject) || item.members['type'] !== 'ip')

const MAX_READ_CHARACTERS = 10_000
/** A placeholder such as `{{expires}}`, with what connects it to the text before it. */
const PLACEHOLDER =
  /[\s([|:;,–—-]{0,10}(?:(?:until|for|expires?(?: in| on)?|expiry|expiration|duration|time left|bis|für)[\s:]{1,3})?\{\{[^{}]*\}\}[)\]]?/gi

/** A reason without its placeholders, which BattleMetrics fills in. */
export const withoutPlaceholders = (reason: string) => reason.slice(0, MAX_READ_CHARACTERS).replaceAll(PLACEHOLDER, '')

const LINK = /<a(\s[^<>]*)>([^<>]*)<\/a>/gi
const LINK_ADDRESS = /^.+href="([^"]+)"/is
const LINE_BREAK = /<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi
const TAG = /<[a-z/!][^<>]*>/gi
const ENTITIES = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

/** The text of a note that may be HTML, with the addresses of its links. */
export function htmlToText(html: string): string {
  const text = html
    .slice(0, MAX_READ_CHARACTERS)
    .replaceAll(LINK, (link: string, attributes: string, label: string) => {
      const url = LINK_ADDRESS.exec(attributes)?.[1]
      if (url === undefined) return link
      return label.trim() === url ? url : `${label} ${url}`
    })
    .replaceAll(LINE_BREAK, '\n')
    .replaceAll(TAG, '')
  return Object.entries(ENTITIES).reduce((plain, [name, character]) => plain.replaceAll(`&${name};`, character), text)
}
