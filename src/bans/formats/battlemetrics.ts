import { z } from 'zod'
import { parseAccount } from '../../model/steam-id.ts'
import { type ListEntry, readEnd } from './list-entry.ts'

const identifierSchema = z.object({
  type: z.string(),
  identifier: z.string().optional().catch(undefined),
  metadata: z
    .object({ profile: z.object({ steamid: z.string() }) })
    .optional()
    .catch(undefined),
})
const textSchema = z.string().nullish().catch(null)

/** A ban of BattleMetrics' interface, in the layout of JSON:API. */
const banSchema = z.object({
  attributes: z.object({
    reason: textSchema,
    note: textSchema,
    expires: z.unknown(),
    identifiers: z.array(identifierSchema).catch([]),
  }),
  meta: z.object({ player: textSchema }).optional().catch(undefined),
})

/**
 * Reads a ban of BattleMetrics, which may name several accounts; its note is private and never becomes a part of the reason. Null for an object
 * that is no ban.
 */
export function readBattleMetricsBan(
  object: Record<string, unknown>,
  now: number,
  place: Pick<ListEntry, 'line' | 'text'>,
): (ListEntry | null)[] {
  // Besides bans, an answer contains the users, servers and organisations that they name.
  if (typeof object['type'] === 'string' && object['type'] !== 'ban') return [null]
  const { attributes, meta } = banSchema.safeParse(object).data ?? {}
  const { reason, note, expires, identifiers = [] } = attributes ?? {}
  const steamIds = [...new Set(identifiers.flatMap((identifier) => findSteamId(identifier) ?? []))]
  const end = readEnd(expires, now)
  const addresses = identifiers.filter(({ type }) => type === 'ip').length
  if (steamIds.length === 0 || end === null) {
    return [{ ...place, ban: null, addresses: addresses === identifiers.length ? addresses : 0 }]
  }
  const terms = {
    name: meta?.player ?? '',
    reason: withoutPlaceholders(reason ?? ''),
    note: htmlToText(note ?? ''),
    end,
  }
  return steamIds.map((steamId, index) => ({
    ...place,
    ban: { steamId, ...terms },
    addresses: index === 0 ? addresses : 0,
  }))
}

function findSteamId({ type, identifier = '', metadata }: z.infer<typeof identifierSchema>): string | null {
  if (type !== 'steamID') return null
  const account = parseAccount(metadata?.profile.steamid ?? '') ?? parseAccount(identifier)
  return account?.kind === 'steamId' ? account.steamId : null
}

const MAX_READ_CHARACTERS = 10_000
/** A placeholder such as `{{expires}}`, with what connects it to the text before it. */
const PLACEHOLDER =
  /[\s([|:;,–—-]{0,10}(?:(?:until|for|expires?(?: in| on)?|expiry|expiration|duration|time left|bis|für)[\s:]{1,3})?\{\{[^{}]*\}\}[)\]]?/gi

/** A reason without its placeholders, which BattleMetrics fills in. */
const withoutPlaceholders = (reason: string) => reason.slice(0, MAX_READ_CHARACTERS).replaceAll(PLACEHOLDER, '')

const LINK = /<a(\s[^<>]*)>([^<>]*)<\/a>/gi
const LINK_ADDRESS = /^.+href="([^"]+)"/is
const LINE_BREAK = /<(?:br|\/p|\/div|\/li|\/h\d)\b[^<>]*>/gi
const TAG = /<[a-z/!][^<>]*>/gi
const ENTITIES = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

/** The text of a note that may be HTML, with the addresses of its links. */
function htmlToText(html: string): string {
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
