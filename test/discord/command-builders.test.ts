import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
  type APIApplicationCommandOption,
} from 'discord.js'
import { describe, expect, test } from 'vitest'
import { commands } from '../../commands/index.ts'
import { definitionsOf } from '../../src/discord/deploy-commands.ts'
import { LANGUAGES } from '../../src/model/language.ts'
import { COMMANDS, KINDS, OPTIONS } from '../../src/accounts/discord/texts.ts'

const definitions = definitionsOf(commands)
const optionsOf = (name: string) => {
  const definition = definitions.find((each) => each.name === name)
  return definition && 'options' in definition ? (definition.options ?? []) : []
}

test('there are fourteen slash commands, and one command in the menus of messages and of users', () => {
  const slash =
    'lookup batch friends compare stats inventory watch history log forget policy banlist token settings'.split(' ')
  expect(definitions.map(({ name, type }) => [name, type])).toEqual([
    ...slash.map((name) => [name, ApplicationCommandType.ChatInput]),
    ['Check Steam accounts', ApplicationCommandType.Message],
    ['Check Steam accounts', ApplicationCommandType.User],
  ])
})

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  test('is for moderators by default, or for those who manage the server, and for servers only', () => {
    const { ManageGuild, ModerateMembers } = PermissionFlagsBits
    expect(definition).toMatchObject({
      default_member_permissions: String(
        ['forget', 'policy', 'token', 'settings'].includes(definition.name) ? ManageGuild : ModerateMembers,
      ),
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    })
  })

  test('has names and descriptions that Discord accepts in each language', () => {
    const options = optionsOf(definition.name)
    const nested = options.flatMap((option): APIApplicationCommandOption[] =>
      'options' in option ? (option.options ?? []) : [],
    )
    const parts = [definition, ...options, ...nested]
    const choices = parts.flatMap((part) => [...('choices' in part ? (part.choices ?? []) : [])])
    const fields = [...parts, ...choices].flatMap((part) => [
      [part.name, ...Object.values(part.name_localizations ?? {})],
      ...('description' in part ? [[part.description, ...Object.values(part.description_localizations ?? {})]] : []),
    ])
    for (const texts of fields) for (const text of texts) expect(text).toMatch(/^.{1,100}$/u)
    // Discord counts the longest text of each field.
    const lengths = fields.map((texts) => Math.max(...texts.map((text) => String(text).length)))
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(8_000)
    expect(
      Object.keys(definition.name_localizations ?? {}).filter((locale) => !LANGUAGES.some((each) => each === locale)),
    ).toEqual([])
  })
})

test('every text comes from the catalogue of its language', () => {
  expect(definitions.find(({ name }) => name === 'lookup')).toMatchObject({
    description: COMMANDS.lookup.description.en,
    name_localizations: { de: COMMANDS.lookup.name.de },
    description_localizations: { de: COMMANDS.lookup.description.de },
    options: [
      {
        name: 'account',
        description: OPTIONS.account.description.en,
        name_localizations: { de: OPTIONS.account.name.de },
        description_localizations: { de: OPTIONS.account.description.de },
      },
    ],
  })
  expect(definitions.at(-1)).toMatchObject({ name_localizations: { de: COMMANDS.checkMessage.name.de } })
})

test.each([
  ['lookup', 'account'],
  ['batch', 'accounts? file?'],
  ['friends', 'account within? kind?'],
  ['compare', 'account other'],
  ['stats', 'account'],
  ['inventory', 'account'],
])('/%s has the options %s', (name, options) => {
  expect(optionsOf(name).map((option) => `${option.name}${option.required ? '' : '?'}`)).toEqual(options.split(' '))
})

test('/friends has a choice for each kind of friend, and takes 0 to 10,000 days', () => {
  expect(optionsOf('friends')[1]).toMatchObject({ min_value: 0, max_value: 10_000 })
  expect(optionsOf('friends')[2]).toMatchObject({
    choices: [
      { value: 'any', name: KINDS.any.en },
      { value: 'vac', name: KINDS.vac.en },
      { value: 'game', name: KINDS.game.en },
      { value: 'trade', name: KINDS.trade.en },
      { value: 'unknown', name: KINDS.unknown.en },
    ],
  })
})
