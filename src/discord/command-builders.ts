import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  Locale,
  type LocalizationMap,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type SharedNameAndDescription,
} from 'discord.js'
import { inEachLanguage, type Language, type Translated } from '../model/language.ts'
import { keysOf } from '../model/objects.ts'
import type { Permission } from './command.ts'

/** The name and the description of a command or an option. */
export interface Named {
  name: string
  description: string
}

/** A slash command in every language. By default only members with `permission` may use it; the admins of a server may change that. */
export const slashCommand = (named: Translated<Named>, permission: Permission = 'ModerateMembers') =>
  localized(new SlashCommandBuilder(), named)
    .setDefaultMemberPermissions(PermissionFlagsBits[permission])
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** A message context menu command in every language, by default for members with the permission *Timeout Members*. */
export const messageCommand = (names: Translated<string>) =>
  new ContextMenuCommandBuilder()
    .setType(ApplicationCommandType.Message)
    .setName(names.en)
    .setNameLocalizations(toLocalizations(names))
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** Sets the name and description of a command or an option in every language. */
export const localized = <Builder extends SharedNameAndDescription>(
  builder: Builder,
  named: Translated<Named>,
): Builder =>
  builder
    .setName(named.en.name)
    .setNameLocalizations(toLocalizations(inEachLanguage((language) => named[language].name)))
    .setDescription(named.en.description)
    .setDescriptionLocalizations(toLocalizations(inEachLanguage((language) => named[language].description)))

/** The choices of an option in every language. Each of `values` is also the key of its text in `names`. */
export const localizedChoices = <Value extends string>(
  values: readonly Value[],
  names: Translated<Record<Value, string>>,
) =>
  values.map((value) => ({
    name: names.en[value],
    name_localizations: toLocalizations(inEachLanguage((language) => names[language][value])),
    value,
  }))

/** Discord's names of the languages; a command itself is in English. */
const DISCORD_LOCALES: Record<Exclude<Language, 'en'>, Locale> = { de: Locale.German }

/** A text in every language except English, in the form of Discord's localization fields. */
const toLocalizations = (texts: Translated<string>): LocalizationMap =>
  Object.fromEntries(keysOf(DISCORD_LOCALES).map((language) => [DISCORD_LOCALES[language], texts[language]]))
