import {
  ApplicationCommandType,
  ApplicationIntegrationType,
  ContextMenuCommandBuilder,
  InteractionContextType,
  PermissionFlagsBits,
  SlashCommandBuilder,
  type ApplicationCommandOptionBase,
  type SlashCommandStringOption,
} from 'discord.js'
import { defaultTexts, localizationsOf } from './texts/catalogue.ts'
import type { Texts } from './texts/texts.ts'

type SlashName = Exclude<keyof Texts['commands'], 'checkMessage'>

/** A slash command in every language, by default for members who can time out others; a server's admins may change that. */
export function slashCommand(name: SlashName): SlashCommandBuilder {
  return new SlashCommandBuilder()
    .setName(defaultTexts.commands[name].name)
    .setNameLocalizations(localizationsOf((texts) => texts.commands[name].name))
    .setDescription(defaultTexts.commands[name].description)
    .setDescriptionLocalizations(localizationsOf((texts) => texts.commands[name].description))
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)
}

/** A message context menu command in every language, for the same members. */
export function messageCommand(name: 'checkMessage'): ContextMenuCommandBuilder {
  return new ContextMenuCommandBuilder()
    .setType(ApplicationCommandType.Message)
    .setName(defaultTexts.commands[name].name)
    .setNameLocalizations(localizationsOf((texts) => texts.commands[name].name))
    .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
    .setContexts(InteractionContextType.Guild)
    .setIntegrationTypes(ApplicationIntegrationType.GuildInstall)
}

/** Sets the name and description of an option in every language. */
export function localizedOption<Option extends ApplicationCommandOptionBase>(
  option: Option,
  name: keyof Texts['options'],
): Option {
  return option
    .setName(defaultTexts.options[name].name)
    .setNameLocalizations(localizationsOf((texts) => texts.options[name].name))
    .setDescription(defaultTexts.options[name].description)
    .setDescriptionLocalizations(localizationsOf((texts) => texts.options[name].description))
}

/** The required option for an account, in any written form. */
export const accountOption = (option: SlashCommandStringOption) =>
  localizedOption(option, 'account').setRequired(true).setMaxLength(256)
