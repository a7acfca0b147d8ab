import { parseAccount } from '../../model/steam-id.ts'
import { countAddresses, type ListEntry, readEnd } from './list-entry.ts'

/** Names of columns and members in lower case, as letters and digits only; the most reliable one first. */
const NAMES = {
  steamId:
    'steamid steamid64 steam64id steam64 steam id64 playersteamid playerid accountid userid uid identifier profileurl profile account konto id',
  name: 'name username playername displayname personaname lastknownname nickname nick player spieler',
  reason: 'reason banreason grund',
  note: 'note notes notiz notizen hinweis comment comments bemerkung anmerkung kommentar',
  end: 'until banneduntil expires expiresat expiry expirydate expiration expirationdate end ends endsat enddate bis ablauf ende duration dauer',
}
type Field = keyof typeof NAMES
const FIELDS = Object.entries(NAMES).map(([field, names]) => [field as Field, names.split(' ')] as const)

/** The place of each field that was found among the titles of columns or the names of members. */
export type Places = Partial<Record<Field, number>>

/** Finds the fields of a ban among titles of columns or names of members. */
export function placesOf(titles: readonly string[]): Places {
  const known = titles.map((title) => title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const places: Places = {}
  for (const [field, names] of FIELDS) {
    const name = names.find((name) => known.includes(name))
    if (name !== undefined) places[field] = known.indexOf(name)
  }
  return places
}

/** Reads an entry from its values. It has no ban without an account of a player, or with an end that cannot be read. */
export function readFields(
  places: Places,
  values: readonly unknown[],
  now: number,
  place: Pick<ListEntry, 'line' | 'text'>,
): ListEntry {
  const valueOf = (field: Field): unknown => values[places[field] ?? -1]
  const textOf = (field: Field) => {
    const value = valueOf(field)
    return typeof value === 'string' ? value : ''
  }
  const used = new Set(Object.values(places))
  const others = values.filter((value, index) => !used.has(index) && typeof value !== 'number')
  const countOthers = () =>
    others.reduce(
      (sum: number, value) => sum + countAddresses(typeof value === 'string' ? value : JSON.stringify(value)),
      0,
    )
  const input = textOf('steamId')
  const account = parseAccount(input)
  const end = readEnd(valueOf('end'), now)
  if (account?.kind !== 'steamId' || end === null) {
    return { ...place, ban: null, addresses: input === '' ? countOthers() : 0 }
  }
  const terms = { steamId: account.steamId, name: textOf('name'), reason: textOf('reason'), note: textOf('note') }
  return { ...place, ban: { ...terms, end }, addresses: countOthers() }
}
