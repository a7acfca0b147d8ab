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
import { LANGUAGES, type Translated } from '../model/language.ts'
import type { Permission } from './command.ts'

/** The name and the description of a command or an option, in every language. */
export interface Named {
  name: Translated<string>
  description: Translated<string>
}

/** A slash command in every language. By default only members with `permission` may use it; the admins of a server may change that. */
export const slashCommand = (named: Named, permission: Permission = 'ModerateMembers') =>
  localized(new SlashCommandBuilder(), named)
    .setDefaultMemberPermissions(PermissionFlagsBits[permission])
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** A command in the context menu of messages or users in every language, by default for members with the permission *Timeout Members*. */
export const menuCommand = (kind: 'Message' | 'User', names: Translated<string>) =>
  new ContextMenuCommandBuilder()
    .setType(ApplicationCommandType[kind])
    .setName(names.en)
    .setNameLocalizations(toLocalizations(names))
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** Sets the name and description of a command or an option in every language. */
export const localized = <Builder extends SharedNameAndDescription>(builder: Builder, named: Named): Builder =>
  builder
    .setName(named.name.en)
    .setNameLocalizations(toLocalizations(named.name))
    .setDescription(named.description.en)
    .setDescriptionLocalizations(toLocalizations(named.description))

/** The choices of an option in every language. Each of `values` is also the key of its text in `names`. */
export const localizedChoices = <Value extends string>(
  values: readonly Value[],
  names: Record<Value, Translated<string>>,
) =>
  values.map((value) => ({
    name: names[value].en,
    name_localizations: toLocalizations(names[value]),
    value,
  }))

/** The locales of Discord, which are the tags of our languages. */
const DISCORD_LOCALES = new Set<string>(Object.values(Locale))

/**
 * A text in every language that differs from the English one, which the command itself has, in the form of Discord's localization fields.
 * Discord counts the longest text of each field against its limit of 8,000 characters for a command.
 */
const toLocalizations = (texts: Translated<string>): LocalizationMap =>
  Object.fromEntries(
    LANGUAGES.filter((language) => DISCORD_LOCALES.has(language) && texts[language] !== texts.en).map((language) => [
      language,
      texts[language],
    ]),
  )
