import type { FoundBy } from '../../src/model/steam-id.ts'
import { expect, test } from 'vitest'
import { toCustomId } from '../../src/discord/custom-id.ts'
import { foundByArgument, toFoundByArguments } from '../../src/accounts/discord/found-by.ts'
import { textsFor } from '../support/texts.ts'
import { foundByLines } from '../../src/accounts/discord/views/account-parts.ts'

const steamId = '76561198000010431'

test.each<FoundBy>([{ customUrl: 'raider' }, { customUrl: '_'.repeat(32) }, { friendCode: '4294967295' }])(
  '%j survives a custom id',
  (foundBy) => {
    const [argument = ''] = toFoundByArguments(foundBy)
    expect(toCustomId('inventory', steamId, 99, argument).split(':').at(-1)).toBe(argument)
    expect(foundByArgument.parse(argument)).toEqual(foundBy)
  },
)

test('an account given by id has no argument for how it was found', () => {
  expect(toFoundByArguments(null)).toEqual([])
})

test.each(['', 'a', 'x y', 'a'.repeat(33), '.', '.12345678901', '.raider', '<@1>'])(
  '%j is rejected as the argument for how an account was found',
  (argument) => {
    expect(foundByArgument.safeParse(argument).success).toBe(false)
  },
)

test('how an account was found is shown in its own line, escaped, and only for a custom URL or friend code', () => {
  const english = textsFor('en-US')
  expect(foundByLines({ customUrl: '_raider_' }, english)).toEqual([
    String.raw`🔗 Found by custom URL *\_raider\_*: check that this is the player you mean.`,
  ])
  expect(foundByLines({ friendCode: '39744703' }, english)).toEqual([
    '🔗 Found by friend code *39744703*: check that this is the player you mean.',
  ])
  expect(foundByLines(null, english)).toEqual([])
})
