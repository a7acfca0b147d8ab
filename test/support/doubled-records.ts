import { CLEAN } from './fake-context.ts'

/** The text of a clean record that continues with further fields. */
const continued = (further: string) => (steamId: string) =>
  `${JSON.stringify({ SteamId: steamId, ...CLEAN }).slice(0, -1)},${further}}`

/** Ban records of which `JSON.parse` would hide a part: two keys have the same name. */
export const DOUBLED_RECORDS: [string, (steamId: string) => string][] = [
  ['two VAC flags', continued('"VACBanned":true')],
  ['two equal VAC flags', continued('"VACBanned":false')],
  [
    'two counts of game bans',
    (steamId) => continued('"NumberOfGameBans":0')(steamId).replace('"NumberOfGameBans":0', '"NumberOfGameBans":1'),
  ],
  ['a second count, written with an escape', continued(String.raw`"\u004eumberOfGameBans":2`)],
  [
    'a second flag after an object and a text with braces',
    continued('"x":{"y":["}",{}]},"z":"}\\"{","VACBanned":true'),
  ],
  ['three flags', continued('"CommunityBanned":true,"CommunityBanned":false')],
]
