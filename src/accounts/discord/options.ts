import type { SlashCommandAttachmentOption, SlashCommandStringOption } from 'discord.js'
import { localized } from '../../discord/command-builders.ts'
import { OPTIONS, type Texts } from './texts.ts'

/** Maximum length of a text that names an account. */
export const MAX_ACCOUNT_CHARACTERS = 256
/** Discord's limit for a text option. */
const MAX_PASTE = 6_000

/** The required option for an account, in any written form. */
export const accountOption = (option: SlashCommandStringOption) => requiredAccount(option, 'account')
/** The required option for a second account. */
export const otherAccountOption = (option: SlashCommandStringOption) => requiredAccount(option, 'other')

const requiredAccount = (option: SlashCommandStringOption, name: 'account' | 'other') =>
  localized(option, OPTIONS[name]).setRequired(true).setMaxLength(MAX_ACCOUNT_CHARACTERS)

/** The options for many accounts: pasted text, and a text file. */
export const accountsOption = (option: SlashCommandStringOption) =>
  localized(option, OPTIONS.accounts).setMaxLength(MAX_PASTE)
export const fileOption = (option: SlashCommandAttachmentOption) => localized(option, OPTIONS.file)

/** What a text and a file for many accounts may contain, as the hints of form fields. */
export const accountHints = ({ language }: Pick<Texts, 'language'>) => ({
  list: OPTIONS.accounts.description[language],
  file: OPTIONS.file.description[language],
})
