import { expect, test } from 'vitest'
import type { BanChange } from '../../src/model/ban-record.ts'
import { describeChange, formatValueChange, nameChanges } from '../../src/watch/discord/ban-change.ts'
import { de, en } from '../support/texts.ts'

const escape = (word: string) => word.replaceAll('*', String.raw`\*`)

const when = { after: Date.UTC(2026, 4, 4, 14, 2) / 1000, before: Date.UTC(2026, 4, 4, 15, 2) / 1000 }
const change = (
  kind: BanChange['kind'],
  from: BanChange['from'],
  to: BanChange['to'],
  isLifted = false,
): BanChange => ({
  kind,
  from,
  to,
  isLifted,
  when,
})

const plain = (word: string) => word

test.each([
  [change('vac', 0, 1), 'new VAC ban (0 → 1)'],
  [change('game', 1, 3), '2 new game bans (1 → 3)'],
  [change('community', false, true), 'new Steam Community ban'],
  [change('trade', 'none', 'banned'), 'new trade ban (none → trade ban)'],
  [change('lastBan', 400, 0), 'newer VAC or game ban, while Steam counts as many bans as before (400 d → 0 d)'],
  [change('vac', 2, 1, true), 'Steam no longer reports a VAC ban (2 → 1)'],
  [change('game', 2, 0, true), 'Steam no longer reports 2 game bans (2 → 0)'],
  [change('community', true, false, true), 'Steam no longer reports a Steam Community ban'],
  [change('trade', 'banned', 'probation', true), 'Steam no longer reports a trade ban (trade ban → trade probation)'],
  [change('trade', 'probation', 'none', true), 'Steam no longer reports a trade restriction (trade probation → none)'],
])('the change %o', (given, shown) => {
  expect(describeChange(given, en, escape)).toBe(shown)
})

test("an unknown trade standing is shown in Steam's own words, escaped", () => {
  const given = change('trade', 'none', '*frozen*')
  const escaped = String.raw`trade: \*frozen\*`
  expect(describeChange(given, en, escape)).toBe(`${escaped} (none → ${escaped})`)
  expect(formatValueChange(given, en, escape)).toBe(`Trade restriction none → ${escaped}`)
  expect(describeChange(given, en, plain)).toBe('trade: *frozen* (none → trade: *frozen*)')
})

test.each([
  [change('vac', 999, 1_000), 'VAC bans 999 → 1,000'],
  [change('game', 1, 0, true), 'Game bans 1 → 0'],
  [change('community', false, true), 'Steam Community ban no → yes'],
  [change('trade', 'none', 'probation'), 'Trade restriction none → trade probation'],
  [change('lastBan', 400, 0), 'Last ban 400 days ago → today; Steam counts as many bans as before'],
])('the values of the change %o', (given, shown) => {
  expect(formatValueChange(given, en, escape)).toBe(shown)
})

test.each([
  [[change('vac', 0, 1)], 'new VAC ban'],
  [[change('vac', 0, 1), change('game', 1, 3)], 'new VAC ban and 2 new game bans'],
  [[change('trade', 'none', 'banned'), change('game', 0, 1)], 'new game ban; 1 more change'],
  [[change('vac', 0, 1), change('game', 0, 1), change('community', false, true)], 'new VAC ban; 2 more changes'],
  [[change('vac', 1, 0, true), change('game', 1, 0, true)], 'Steam no longer reports a VAC ban and a game ban'],
  [[change('vac', 1, 0, true), change('lastBan', 9, 0)], 'newer VAC or game ban; 1 more change'],
])('the changes %o in a headline, the gravest first', (given, shown) => {
  expect(nameChanges(given, en, escape)).toBe(shown)
})

test('changes are in the language of the reader', () => {
  expect(describeChange(change('game', 1, 3), de, escape)).toBe('2 neue Game-Bans (1 → 3)')
  expect(formatValueChange(change('vac', 999, 1_000), de, escape)).toBe('VAC-Bans 999 → 1.000')
  const lifted = [change('vac', 1, 0, true), change('game', 1, 0, true)]
  expect(nameChanges(lifted, de, escape)).toBe('Steam meldet einen VAC-Ban und einen Game-Ban nicht mehr')
})
