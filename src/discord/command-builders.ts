import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type SharedNameAndDescription,
  type SlashCommandAttachmentOption,
  type SlashCommandStringOption,
  type SlashCommandSubcommandBuilder,
} from 'discord.js'
import type { Permission } from './command.ts'
import { defaultTexts, localizationsOf } from './texts/catalogue.ts'
import type { Texts } from './texts/texts.ts'

/** The longest text that can name an account. */
export const MAX_ACCOUNT_CHARACTERS = 256
/** Discord's limit for a text option. */
const MAX_PASTE = 6_000

/** A slash command in every language, by default for members with this permission; a server's admins may change that. */
export const slashCommand = (
  name: Exclude<keyof Texts['commands'], 'checkMessage'>,
  permission: Permission = 'ModerateMembers',
) =>
  localize(new SlashCommandBuilder(), (texts) => texts.commands[name])
    .setDefaultMemberPermissions(PermissionFlagsBits[permission])
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** A message context menu command in every language, for the same members. */
export const messageCommand = (name: 'checkMessage') =>
  new ContextMenuCommandBuilder()
    .setType(ApplicationCommandType.Message)
    .setName(defaultTexts.commands[name].name)
    .setNameLocalizations(localizationsOf((texts) => texts.commands[name].name))
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)

/** Sets the name and description of an option in every language. */
export const localizedOption = <Option extends SharedNameAndDescription>(
  option: Option,
  name: keyof Texts['options'],
) => localize(option, (texts) => texts.options[name])

/** An option of `/policy` in every language. */
export const localizedPolicyOption = <Option extends SharedNameAndDescription>(
  option: Option,
  name: keyof Texts['policyOptions'],
) => localize(option, (texts) => texts.policyOptions[name])

/** A subcommand in every language. */
export const localizedSubcommand = (command: SlashCommandSubcommandBuilder, name: keyof Texts['subcommands']) =>
  localize(command, (texts) => texts.subcommands[name])

/** The choices of an option in every language, with the keys of their texts as values. */
export const localizedChoices = <Value extends string>(
  values: readonly Value[],
  textOf: (texts: Texts, value: Value) => string,
) =>
  values.map((value) => ({
    name: textOf(defaultTexts, value),
    name_localizations: localizationsOf((texts) => textOf(texts, value)),
    value,
  }))

/** The required option for an account, in any written form. */
export const accountOption = (option: SlashCommandStringOption) => requiredAccount(option, 'account')
/** The same for a second account. */
export const otherAccountOption = (option: SlashCommandStringOption) => requiredAccount(option, 'other')

const requiredAccount = (option: SlashCommandStringOption, name: 'account' | 'other') =>
  localizedOption(option, name).setRequired(true).setMaxLength(MAX_ACCOUNT_CHARACTERS)

/** The options for many accounts: pasted text, and a text file. */
export const accountsOption = (option: SlashCommandStringOption) =>
  localizedOption(option, 'accounts').setMaxLength(MAX_PASTE)
export const fileOption = (option: SlashCommandAttachmentOption) => localizedOption(option, 'file')

function localize<Builder extends SharedNameAndDescription>(
  builder: Builder,
  textsOf: (texts: Texts) => { name: string; description: string },
): Builder {
  return builder
    .setName(textsOf(defaultTexts).name)
    .setNameLocalizations(localizationsOf((texts) => textsOf(texts).name))
    .setDescription(textsOf(defaultTexts).description)
    .setDescriptionLocalizations(localizationsOf((texts) => textsOf(texts).description))
}
