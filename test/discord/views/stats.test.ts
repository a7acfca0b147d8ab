import { expect, test } from 'vitest'
import { walkComponents } from '../../../sim/discord/limits/components.ts'
import type { AnyComponent } from '../../../sim/discord/limits/components.ts'
import { COMPONENT } from '../../../sim/discord/wire.ts'
import { textsFor } from '../../../src/discord/texts/catalogue.ts'
import type { View } from '../../../src/discord/view.ts'
import { statsView } from '../../../src/discord/views/stats.ts'
import { statsSchema, UNREPORTED } from '../../../src/model/stats.ts'
import type { Stats } from '../../../src/model/stats.ts'
import { dated } from '../../support/fake-context.ts'

const steamId = '76561198000010431'

const textOf = (view: View) =>
  [...walkComponents(view.components as AnyComponent[])]
    .flatMap(({ component }) => (component.type === COMPONENT.text ? [component.content] : []))
    .join('\n')

/** Statistics in which every counter has the same value. */
const allAt = (value: number) =>
  Object.fromEntries(
    Object.entries(statsSchema.shape).map(([group, { shape }]) => [
      group,
      Object.fromEntries(Object.keys(shape).map((name) => [name, value])),
    ]),
  ) as unknown as Stats
const viewOf = (stats: Stats, locale = 'en-US', unreported = UNREPORTED) =>
  textOf(statsView(dated({ steamId, stats, unreported }), null, textsFor(locale)))

test.each(['en-US', 'de'])('in %s every counter that Steam has is told, each by a name of its own', (locale) => {
  const texts = textsFor(locale)
  const lines = viewOf(allAt(7), locale).split('\n')
  for (const [group, labels] of Object.entries(texts.stats.counters)) {
    const title = texts.stats.groups[group as keyof Stats]
    const line = lines[lines.findIndex((each) => each.endsWith(` ${title}**`)) + 1] ?? ''
    for (const [counter, label] of Object.entries(labels)) {
      const isTold = line.split(' · ').some((part) => part.startsWith(`${label} **`))
      expect([group, counter, isTold]).toEqual([group, counter, !UNREPORTED.includes(`${group}.${counter}`)])
    }
    expect(new Set(Object.values(labels)).size).toBe(Object.keys(labels).length)
  }
})

test('counters that Steam does not have are not shown, whatever they say', () => {
  expect(viewOf(allAt(7))).not.toMatch(/Repairs|Crafted|helicopters/)
  expect(viewOf(allAt(7), 'en-US', [...UNREPORTED, 'combat.kills'])).not.toContain('Kills **')
})

test('nothing counted is told once a group, and never as 0', () => {
  const shown = viewOf(allAt(0))
  expect(shown.match(/Steam has counted nothing here yet\./g)).toHaveLength(7)
  expect(shown).not.toMatch(/\*\*0/)
})

test('only official servers count, which is said each time', () => {
  expect(viewOf(allAt(1))).toContain('Only official servers count')
  expect(viewOf(allAt(1), 'de')).toContain('nur offizielle Server')
})

test.each([
  [0.2, '1 s'],
  [20, '20 s'],
  [60, '1 min'],
  [179, '3 min'],
  [5_400, '1.5 h'],
  [6_000_000, '1,666.7 h'],
])('%d seconds are told as %s', (seconds, told) => {
  const stats = allAt(0)
  stats.survival.hotSeconds = seconds
  expect(viewOf(stats)).toContain(`\nIn the heat **${told}**\n`)
})
