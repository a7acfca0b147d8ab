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
import { de, en } from '../support/texts.ts'

const definitions = definitionsOf(commands)
const optionsOf = (name: string) => {
  const definition = definitions.find((each) => each.name === name)
  return definition && 'options' in definition ? (definition.options ?? []) : []
}

test('there are twelve slash commands and one message context menu command', () => {
  const slash = 'lookup batch friends compare stats inventory watch history forget policy banlist token'.split(' ')
  expect(definitions.map(({ name, type }) => [name, type])).toEqual([
    ...slash.map((name) => [name, ApplicationCommandType.ChatInput]),
    ['Check Steam accounts', ApplicationCommandType.Message],
  ])
})

describe.each(definitions.map((definition) => [definition.name, definition] as const))('%s', (_, definition) => {
  test('is for moderators by default, or for those who manage the server, and for servers only', () => {
    const { ManageGuild, ModerateMembers } = PermissionFlagsBits
    expect(definition).toMatchObject({
      default_member_permissions: String(
        ['forget', 'policy', 'token'].includes(definition.name) ? ManageGuild : ModerateMembers,
      ),
      contexts: [InteractionContextType.Guild],
      integration_types: [ApplicationIntegrationType.GuildInstall],
    })
  })

  test('has names and descriptions in each language for everything', () => {
    const options = optionsOf(definition.name)
    const nested = options.flatMap((option): APIApplicationCommandOption[] =>
      'options' in option ? (option.options ?? []) : [],
    )
    const parts = [definition, ...options, ...nested]
    for (const part of parts) {
      expect(Object.values(part.name_localizations ?? {})).toHaveLength(LANGUAGES.length - 1)
      if ('description' in part)
        expect(Object.values(part.description_localizations ?? {})).toHaveLength(LANGUAGES.length - 1)
      if ('choices' in part) {
        for (const choice of part.choices ?? [])
          expect(Object.values(choice.name_localizations ?? {})).toHaveLength(LANGUAGES.length - 1)
      }
    }
  })
})

test('every text comes from the catalogue of its language', () => {
  expect(definitions.find(({ name }) => name === 'lookup')).toMatchObject({
    description: en.commands.lookup.description,
    name_localizations: { de: de.commands.lookup.name },
    description_localizations: { de: de.commands.lookup.description },
    options: [
      {
        name: 'account',
        description: en.options.account.description,
        name_localizations: { de: de.options.account.name },
        description_localizations: { de: de.options.account.description },
      },
    ],
  })
  expect(definitions.at(-1)).toMatchObject({ name_localizations: { de: de.commands.checkMessage.name } })
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
      { value: 'any', name: en.kinds.any },
      { value: 'vac', name: en.kinds.vac },
      { value: 'game', name: en.kinds.game },
      { value: 'trade', name: en.kinds.trade },
      { value: 'unknown', name: en.kinds.unknown },
    ],
  })
})
