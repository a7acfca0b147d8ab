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
  [change('vac', 0, 1), 'new VAC ban (0 → 1)', 'neuer VAC-Ban (0 → 1)'],
  [change('game', 1, 3), '2 new game bans (1 → 3)', '2 neue Game-Bans (1 → 3)'],
  [change('community', false, true), 'new Steam Community ban', 'neuer Steam-Community-Ban'],
  [change('trade', 'none', 'banned'), 'new trade ban (none → trade ban)', 'neuer Trade-Ban (keine → Trade-Ban)'],
  [
    change('lastBan', 400, 0),
    'newer VAC or game ban, while Steam counts as many bans as before (400 d → 0 d)',
    'neuerer VAC- oder Game-Ban, obwohl Steam so viele Bans zählt wie zuvor (400 Tage → 0 Tage)',
  ],
  [
    change('vac', 2, 1, true),
    'Steam no longer reports a VAC ban (2 → 1)',
    'Steam meldet einen VAC-Ban nicht mehr (2 → 1)',
  ],
  [
    change('game', 2, 0, true),
    'Steam no longer reports 2 game bans (2 → 0)',
    'Steam meldet 2 Game-Bans nicht mehr (2 → 0)',
  ],
  [
    change('community', true, false, true),
    'Steam no longer reports a Steam Community ban',
    'Steam meldet einen Steam-Community-Ban nicht mehr',
  ],
  [
    change('trade', 'banned', 'probation', true),
    'Steam no longer reports a trade ban (trade ban → trade probation)',
    'Steam meldet einen Trade-Ban nicht mehr (Trade-Ban → Handel auf Bewährung)',
  ],
  [
    change('trade', 'probation', 'none', true),
    'Steam no longer reports a trade restriction (trade probation → none)',
    'Steam meldet eine Handelsbeschränkung nicht mehr (Handel auf Bewährung → keine)',
  ],
])('the change %o', (given, english, german) => {
  expect(describeChange(given, en, escape)).toBe(english)
  expect(describeChange(given, de, escape)).toBe(german)
})

test("an unknown trade standing is shown in Steam's own words, escaped", () => {
  const given = change('trade', 'none', '*frozen*')
  const escaped = String.raw`trade: \*frozen\*`
  expect(describeChange(given, en, escape)).toBe(`${escaped} (none → ${escaped})`)
  expect(formatValueChange(given, en, escape)).toBe(`Trade restriction none → ${escaped}`)
  expect(describeChange(given, en, plain)).toBe('trade: *frozen* (none → trade: *frozen*)')
})

test.each([
  [change('vac', 999, 1_000), 'VAC bans 999 → 1,000', 'VAC-Bans 999 → 1.000'],
  [change('game', 1, 0, true), 'Game bans 1 → 0', 'Game-Bans 1 → 0'],
  [change('community', false, true), 'Steam Community ban no → yes', 'Steam-Community-Ban nein → ja'],
  [
    change('trade', 'none', 'probation'),
    'Trade restriction none → trade probation',
    'Handelsbeschränkung keine → Handel auf Bewährung',
  ],
  [
    change('lastBan', 400, 0),
    'Last ban 400 days ago → today; Steam counts as many bans as before',
    'Letzter Ban vor 400 Tagen → heute; Steam zählt so viele Bans wie zuvor',
  ],
])('the values of the change %o', (given, english, german) => {
  expect(formatValueChange(given, en, escape)).toBe(english)
  expect(formatValueChange(given, de, escape)).toBe(german)
})

test.each([
  [[change('vac', 0, 1)], 'new VAC ban', 'neuer VAC-Ban'],
  [
    [change('vac', 0, 1), change('game', 1, 3)],
    'new VAC ban and 2 new game bans',
    'neuer VAC-Ban und 2 neue Game-Bans',
  ],
  [
    [change('trade', 'none', 'banned'), change('game', 0, 1)],
    'new game ban; 1 more change',
    'neuer Game-Ban; 1 weitere Änderung',
  ],
  [
    [change('vac', 0, 1), change('game', 0, 1), change('community', false, true)],
    'new VAC ban; 2 more changes',
    'neuer VAC-Ban; 2 weitere Änderungen',
  ],
  [
    [change('vac', 1, 0, true), change('game', 1, 0, true)],
    'Steam no longer reports a VAC ban and a game ban',
    'Steam meldet einen VAC-Ban und einen Game-Ban nicht mehr',
  ],
  [
    [change('vac', 1, 0, true), change('lastBan', 9, 0)],
    'newer VAC or game ban; 1 more change',
    'neuerer VAC- oder Game-Ban; 1 weitere Änderung',
  ],
])('the changes %o in a headline, the gravest first', (given, english, german) => {
  expect(nameChanges(given, en, escape)).toBe(english)
  expect(nameChanges(given, de, escape)).toBe(german)
})
