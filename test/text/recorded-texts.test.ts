import { describe, expect, test } from 'vitest'
import { type OpenBan, readBanList, type ReadBanList } from '../../src/bans/formats/read-ban-list.ts'
import { A, B, C, D, E, NOW, RECORDED_TEXTS } from './recorded-texts.ts'

const NAMES = new Map(Object.entries({ A, B, C, D, E }).map(([name, steamId]) => [steamId, name]))

const minuteOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 16)

/** What a list says, in the words of `RECORDED_TEXTS`. */
function tell(list: ReadBanList): string {
  const nameOf = ({ steamId }: OpenBan) => NAMES.get(steamId) ?? steamId
  const accounts = [
    ...list.bans.map((ban) => nameOf(ban) + (ban.until === null ? '' : `:${minuteOf(ban.until)}`)),
    ...list.unreadEnds.map((ban) => `${nameOf(ban)}:unread`),
    ...list.unclear.map((ban) => `${nameOf(ban)}:unclear`),
  ]
  const counts = (['lifted', 'staff', 'expired', 'repeated'] as const)
    .filter((count) => list[count] > 0)
    .map((count) => `${count}=${list[count]}`)
  const rest = list.notUnderstood.map(({ line, why }) => `${line}:${why}`)
  return [...accounts.toSorted(), ...counts, ...rest, ...(list.areRounded ? ['rounded'] : [])].join(' ')
}

const wordsOf = ({ name, reason, note }: OpenBan) => [name, reason, note].filter((word) => word !== '').join(', ')

describe.each(Object.entries(RECORDED_TEXTS))('%s:', (_, texts) => {
  const cases = texts.map(([title, ...rest]) => [title, rest] as const)
  test.each(cases)('%s', (_, [text, said, words]) => {
    const list = readBanList(text, NOW)
    // The text is in the message of a failure.
    expect({ text, said: tell(list) }).toEqual({ text, said })
    if (words !== undefined) expect(list.bans.map(wordsOf).join('; ')).toBe(words)
  })
})
