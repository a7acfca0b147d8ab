import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type SharedNameAndDescription,
  type SlashCommandStringOption,
} from 'discord.js'
import { defaultTexts, localizationsOf } from './texts/catalogue.ts'
import type { Texts } from './texts/texts.ts'

/** A slash command in every language, by default for members who can time out others; a server's admins may change that. */
export const slashCommand = (name: Exclude<keyof Texts['commands'], 'checkMessage'>) =>
  localize(new SlashCommandBuilder(), (texts) => texts.commands[name])
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
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

/** The required option for an account, in any written form. */
export const accountOption = (option: SlashCommandStringOption) =>
  localizedOption(option, 'account').setRequired(true).setMaxLength(256)

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
