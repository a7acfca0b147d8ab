import { type Language, LANGUAGES, languageOf } from '../model/language.ts'
import type { AlertBlock, AlertChoice, Guild, LocaleChoice } from '../outbox/database/guilds.ts'
import type { ChosenChannels } from '../model/log-line.ts'
import type { WatchAction } from '../model/watch.ts'
import type { WatchContext } from './watch-context.ts'
import type { Actor } from '../model/actor.ts'
import { ALERTS } from './alerts.ts'

/** What may be chosen as the language of a server; `auto` is the language that the server has in Discord. */
export const LANGUAGE_CHOICES = ['auto', ...LANGUAGES] as const
export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number]

/** The language of what a server and its players read, and whether it was chosen. */
export interface ServerLanguage {
  language: Language
  isChosen: boolean
}

/** The dependencies of choosing the language of a server, besides the database. */
export interface LanguageContext {
  /** The policies in memory, whose texts for players are in the languages of their servers. */
  policies: { reload: () => Promise<void> }
}

/**
 * Sets the language of what a server and its players read. Returns the language before and the language from now on. The detail of the audit
 * entry is the choice.
 */
export async function setServerLanguage(
  { database, clock, policies }: Pick<WatchContext, 'database' | 'clock'> & LanguageContext,
  { guildId, locale, userId }: Actor,
  choice: LanguageChoice,
): Promise<{ before: ServerLanguage; now: ServerLanguage }> {
  const isLocaleChosen = choice !== 'auto'
  const chosen = { locale: isLocaleChosen ? choice : locale, isLocaleChosen }
  const before = await database.transaction(async ({ guilds, audit }) => {
    const at = clock.unixSeconds()
    await guilds.touch(guildId, locale, at)
    const guild = await guilds.get(guildId)
    await guilds.set(guildId, chosen)
    const action: WatchAction = 'language_set'
    await audit.add([{ guildId, at, userId, action, steamId: null, detail: choice }])
    return guild ?? { locale, isLocaleChosen: false }
  })
  await policies.reload()
  return { before: toLanguage(before), now: toLanguage(chosen) }
}

const toLanguage = ({ locale, isLocaleChosen }: LocaleChoice): ServerLanguage => ({
  language: languageOf(locale),
  isChosen: isLocaleChosen,
})

/** The locale of what is posted for a server: the chosen language, otherwise the locale of the server in Discord. */
export async function findServerLocale(
  { database }: Pick<WatchContext, 'database'>,
  { guildId, locale }: Pick<Actor, 'guildId' | 'locale'>,
): Promise<string> {
  const guild = await database.read(({ guilds }) => guilds.get(guildId))
  return guild?.isLocaleChosen ? guild.locale : locale
}

/**
 * Sets the channel for alerts of a server, the role that they mention, and whether joins of watched accounts are reported there, as far as these are
 * given; waiting messages are tried at once. Returns what is set, and the number of waiting alerts. The detail of the audit entry is the id of the
 * channel, the id of the role, and `joins:on` or `joins:off`, if they were chosen.
 */
export async function setAlertChannel(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  { guildId, locale, userId, ...choice }: Actor & AlertChoice,
): Promise<{ waiting: number; reportsJoins: boolean; roleId: string | null }> {
  return database.transaction(async ({ guilds, outbox, audit }) => {
    const now = clock.unixSeconds()
    await guilds.touch(guildId, locale, now)
    await guilds.setAlertChannel(guildId, choice)
    const action: WatchAction = 'channel_set'
    await audit.add([{ guildId, at: now, userId, action, steamId: null, detail: toDetail(choice) }])
    const { reportsJoins = true, alertRoleId: roleId = null } = (await guilds.get(guildId)) ?? {}
    await outbox.retryAll(guildId, now)
    return { waiting: await outbox.countDue(ALERTS.name, now, guildId), reportsJoins, roleId }
  })
}

/**
 * Sets the channel in which changes are told: a channel, `LOG_OFF`, or null for the channel for alerts; waiting messages are tried at once. The detail
 * of the audit entry is the choice. Returns the server, as it is then.
 */
export async function setLogChannel(
  { database, clock }: Pick<WatchContext, 'database' | 'clock'>,
  { guildId, locale, userId, logChannelId }: Actor & Pick<ChosenChannels, 'logChannelId'>,
): Promise<ChosenChannels> {
  return database.transaction(async ({ guilds, outbox, audit }) => {
    const now = clock.unixSeconds()
    await guilds.touch(guildId, locale, now)
    await guilds.set(guildId, { logChannelId, logBlock: null })
    const action: WatchAction = 'log_set'
    await audit.add([{ guildId, at: now, userId, action, steamId: null, detail: logChannelId ?? '' }])
    await outbox.retryAll(guildId, now)
    return { logChannelId, alertChannelId: (await guilds.get(guildId))?.alertChannelId ?? null }
  })
}

/** A channel for the log, and why Discord refused the last line there. */
export interface RefusedLog {
  channelId: string
  block: AlertBlock
}

/** The channel that `/settings log` has set, if Discord refused the last line there. */
export const refusedLogOf = ({ logChannelId, logBlock }: Partial<Guild> = {}): RefusedLog | null =>
  logChannelId && logBlock ? { channelId: logChannelId, block: logBlock } : null

/** The channels that a server has chosen, and the role for alerts. */
export async function findChannels(
  { database }: Pick<WatchContext, 'database'>,
  guildId: string,
): Promise<ChosenChannels & { alertRoleId: string | null; refusedLog: RefusedLog | null }> {
  const guild = await database.read(({ guilds }) => guilds.get(guildId))
  const channels = guild ?? { alertChannelId: null, logChannelId: null, alertRoleId: null }
  const { alertChannelId: channelId, logChannelId, alertBlock: block } = guild ?? {}
  const ofAlerts = logChannelId === null && channelId && block ? { channelId, block } : null
  return { ...channels, refusedLog: refusedLogOf(guild) ?? ofAlerts }
}

const toDetail = ({ channelId, roleId, reportsJoins }: AlertChoice) =>
  [
    channelId,
    ...(roleId ? [roleId] : []),
    ...(reportsJoins === undefined ? [] : [`joins:${reportsJoins ? 'on' : 'off'}`]),
  ].join(' ')
