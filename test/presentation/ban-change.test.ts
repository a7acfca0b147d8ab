import { expect, test } from 'vitest'
import type { BanChange } from '../../src/model/ban-record.ts'
import { formatChange } from '../../src/presentation/ban-change.ts'
import { de } from '../../src/presentation/texts/de.ts'
import { en } from '../../src/presentation/texts/en.ts'

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

test.each([
  [change('vac', 0, 1), '1 new VAC ban (0 → 1)', '1 neuer VAC-Bann (0 → 1)'],
  [change('game', 1, 3), '2 new game bans (1 → 3)', '2 neue Spielbanns (1 → 3)'],
  [change('community', false, true), 'new community ban', 'neuer Community-Bann'],
  [
    change('trade', 'none', 'banned'),
    'trade standing (good standing → trade ban)',
    'Handel (ohne Einschränkung → Handelssperre)',
  ],
  [
    change('lastBan', 400, 0),
    'a newer VAC or game ban, while Steam counts as many as before (400 d → 0 d)',
    'ein neuerer VAC- oder Spielbann, obwohl Steam so viele zählt wie zuvor (400 T → 0 T)',
  ],
  [
    change('vac', 2, 1, true),
    'Steam no longer reports 1 VAC ban (2 → 1)',
    'Steam meldet nicht mehr: 1 VAC-Bann (2 → 1)',
  ],
  [
    change('game', 2, 0, true),
    'Steam no longer reports 2 game bans (2 → 0)',
    'Steam meldet nicht mehr: 2 Spielbanns (2 → 0)',
  ],
  [
    change('community', true, false, true),
    'Steam no longer reports a community ban',
    'Steam meldet nicht mehr: Community-Bann',
  ],
  [
    change('trade', 'banned', 'probation', true),
    'Steam no longer reports a trade restriction (trade ban → trade probation)',
    'Steam meldet nicht mehr: Handelsbeschränkung (Handelssperre → Handel auf Bewährung)',
  ],
])('the change %o', (given, english, german) => {
  expect(formatChange(given, en, escape)).toBe(`${english}, on 4 May 2026 between 14:02 and 15:02 UTC`)
  expect(formatChange(given, de, escape)).toBe(`${german}, am 4. Mai 2026 zwischen 14:02 und 15:02 Uhr UTC`)
})

test("an unknown trade standing is shown in Steam's own words, escaped", () => {
  expect(formatChange(change('trade', 'none', '*frozen*'), en, escape)).toContain(
    '(good standing → trade: \\*frozen\\*)',
  )
  expect(formatChange(change('trade', 'none', '*frozen*'), en, (word) => word)).toContain('trade: *frozen*)')
})
