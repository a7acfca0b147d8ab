import { readAccount, resolveAccount } from '../../accounts/resolve-account.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { MAX_UNTIL } from '../../discord/note-fields.ts'
import { RapsheetError } from '../../model/error.ts'
import { readAccountInput, withoutTradeToken } from '../../text/account-input.ts'
import { type AccountText, readAccountList, readAccountsInMessage } from '../../text/account-list.ts'
import { findIds, formatAccountInput, LETTER_OR_DIGIT, normalizeText } from '../../text/find-ids.ts'
import { areChanged, areRounded } from '../../text/rounded.ts'
import { type Ban, BAN_TEXTS, BanError, type BanText, MAX_BANNED_AT_ONCE, PRIVATE_TEXTS } from '../../model/ban.ts'
import { mapValues } from '../../model/objects.ts'
import { type FoundBy, isSteamId, type SteamId } from '../../model/steam-id.ts'
import { readBanTerms, type TypedBan } from '../add-bans.ts'
import { readStatements, type Statement } from '../text-statements.ts'
import { banAndShow, banFields, keepBan, typedBan, withNames } from './ban.ts'
import { type AskedBan, typedLines } from './ban-views.ts'
import type { Invocation, Subcommand, Task } from './command.ts'
import { formatUsualEnd } from './reasons.ts'
import { OPTIONS, SUBCOMMANDS, type Texts } from './texts.ts'
import { inlineCode, type SlashCommandStringOption } from 'discord.js'
import { formatFoundBy } from '../../accounts/presentation/profile-facts.ts'
import { questionButtons } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import type { PendingKind } from '../../discord/pending.ts'
import { z } from 'zod'
import { escapeMarkdown } from '../../discord/escape.ts'
import { charactersLeft, createView, fitLines, row, type View } from '../../discord/view.ts'
import { ICONS } from '../../lib/tone.ts'
import { BAN, bannedLine, formatBanEnd, formatBanned, lookUpButton } from './ban-parts.ts'

/** Discord's limit for a text option. */
const MAX_PASTE = 6_000

/** The accounts that a form is about, as they were typed. */
export const GIVEN: PendingKind<string> = { name: 'ban accounts', schema: z.string() }

export const addSubcommand: Subcommand = {
  name: SUBCOMMANDS.add,
  build(command) {
    const textOption = (option: SlashCommandStringOption, name: BanText) =>
      localized(option, OPTIONS[name]).setMaxLength(BAN_TEXTS[name].maxCharacters)
    command.addStringOption((option) => localized(option, OPTIONS.account).setRequired(true).setMaxLength(MAX_PASTE))
    command.addStringOption((option) => textOption(option, 'reason').setAutocomplete(true))
    command.addStringOption((option) => localized(option, OPTIONS.until).setMaxLength(MAX_UNTIL))
    for (const name of PRIVATE_TEXTS) command.addStringOption((option) => textOption(option, name))
    return command
  },
  completion: {
    permission: 'BanMembers',
    async choices(typed, { context, texts, guildId }) {
      const presets = await context.presets.of(guildId)
      const wanted = typed.trim().toLowerCase()
      return presets
        .filter(({ reason }) => reason.toLowerCase().includes(wanted))
        .map((preset) => ({ name: `${preset.reason} · ${formatUsualEnd(preset, texts)}`, value: preset.reason }))
    },
  },
  createTask(options) {
    const textOf = (name: string) => options.getString(name) ?? ''
    const typed = { ...mapValues(BAN_TEXTS, (_, name) => textOf(name)), until: textOf('until') }
    const text = options.getString('account', true)
    if (typed.reason.trim() !== '') {
      const task = banGiven(text, typed)
      return typed.until.trim() === '' ? { ...task, run: (invocation) => banAsUsual(text, typed, invocation) } : task
    }
    const single = readAccountInput(text)
    const account = single === null ? '' : formatAccountInput(single)
    return isSteamId(account)
      ? { customId: toCustomId(BAN, account), typed: typedBan(typed) }
      : { customId: toCustomId(BAN), typed: { ...typedBan(typed), account: text } }
  },
}

/** Bans the accounts in a text with the usual end of the reason. */
async function banAsUsual(text: string, typed: TypedBan, invocation: Invocation): Promise<void> {
  const until = await invocation.context.presets.endOf(actorOf(invocation).guildId, typed.reason)
  await banGiven(text, { ...typed, until }).run(invocation)
}

/**
 * Bans the accounts in a text for the same reason. Asks first if an account was found by a word, which may be a player's name, if a part of
 * the text was not read, if an account was not found, or if the text says something else than that an account is banned. An account whose ban
 * the text lifts, or that it names as staff, is not banned.
 */
export function banGiven(text: string, typed: TypedBan): Task {
  const { accounts, notRecognized } = readGiven(text)
  const linked = new Set(readAccountsInMessage(text).accounts)
  const isSure = accounts.every((account) => isSteamId(account) || linked.has(account))
  const [only] = accounts.length === 1 ? accounts : []
  return {
    cost: 'lookup',
    permission: 'BanMembers',
    subject: accounts.join(', '),
    ...banFields(only ?? null, typed),
    async run(invocation) {
      if (accounts.length > MAX_BANNED_AT_ONCE)
        throw new BanError({ code: 'too_many_accounts', limit: MAX_BANNED_AT_ONCE })
      const { context, reply, texts } = invocation
      const now = context.clock.unixSeconds()
      const statements = readStatements(text, { accounts, until: readBanTerms(typed, now).until, now })
      const { resolved, notFound } = await resolveAll(invocation, accounts)
      // `readStatements` knows only SteamID64s, so a person judges the words beside the link of a custom URL.
      if (linked.size > 0 && LETTER_OR_DIGIT.test(findIds(normalizeText(text)).rest))
        for (const [steamId, foundBy] of resolved) if (foundBy !== null) statements.set(steamId, { role: 'unclear' })
      const steamIds = [...resolved.keys()].filter((steamId) => !isNoBan(statements.get(steamId)))
      const pending = { accounts: await withNames(invocation, steamIds), ...typed }
      const isRead = notFound.length + notRecognized.length + statements.size === 0
      if (isSure && isRead && !areRounded(accounts)) return await banAndShow(invocation, pending)
      const { guildId } = actorOf(invocation)
      const present = await context.database.read(({ bans }) => bans.activeOf(guildId, steamIds, now))
      const asked = await keepBan(invocation, pending)
      await reply.show(askView(asked, { resolved, notFound, notRecognized, statements, present }, texts))
    },
  }
}

const isNoBan = (statement: Statement | undefined) => statement?.role === 'lifted' || statement?.role === 'staff'

/** A text that is no list of accounts is refused as one account. */
export function readGiven(text: string): Pick<AccountText, 'accounts' | 'notRecognized'> {
  const single = readAccountInput(text)
  if (single !== null) return { accounts: [formatAccountInput(single)], notRecognized: [] }
  const list = readAccountList(text)
  return list.accounts.length > 0 ? list : { accounts: [withoutTradeToken(text)], notRecognized: [] }
}

/**
 * The accounts, each once, with how each was found, and the texts that lead to none. Throws the error of a text if there is no account. Each
 * custom URL costs a call to Steam.
 */
async function resolveAll(
  { context, callContext, charge }: Invocation,
  accounts: string[],
): Promise<{ resolved: Map<SteamId, FoundBy | null>; notFound: string[] }> {
  await charge(accounts.filter((account) => !isSteamId(account)).length)
  const resolved = new Map<SteamId, FoundBy | null>()
  const failures: { account: string; error: unknown }[] = []
  await Promise.all(
    accounts.map(async (account) => {
      try {
        const { steamId, foundBy } = await resolveAccount(context, readAccount(account), callContext)
        if (resolved.get(steamId) !== null) resolved.set(steamId, foundBy)
      } catch (error) {
        failures.push({ account, error })
      }
    }),
  )
  const isUnknown = ({ error }: { error: unknown }) =>
    error instanceof RapsheetError && error.code === 'account_not_found'
  const failure = failures.find((each) => resolved.size === 0 || !isUnknown(each))
  if (failure) throw failure.error
  return { resolved, notFound: accounts.filter((account) => failures.some((each) => each.account === account)) }
}

const LINE_CHARACTERS = 64

/** How the accounts of a question were found, what was not read or found, and what moderators should know before they confirm. */
interface BanQuestion {
  resolved: ReadonlyMap<SteamId, FoundBy | null>
  notFound: readonly string[]
  notRecognized: readonly string[]
  /** What the text says about accounts besides that they are banned. */
  statements: ReadonlyMap<SteamId, Statement>
  /** The bans that accounts have already; the answer to the question does not change them. */
  present: readonly Ban[]
}

/**
 * Asks before accounts are banned that were found by words, or in a text of which a part gave no account or says something else than that they are
 * banned. Ids that a spreadsheet has probably rounded are those of other players, and cannot be banned.
 */
export function askView(asked: AskedBan, known: BanQuestion, texts: Texts): View {
  const { banlist, common } = texts
  const { resolved, notRecognized, present } = known
  const { accounts } = asked
  const [only] = accounts.length === 1 ? accounts : []
  // The ban of an only account can be replaced in the next step.
  const count = only ? 1 : accounts.length - present.length
  const numbersChanged = areChanged([...resolved.keys()], notRecognized)
    ? [`${ICONS.incomplete} **${common.numbersChanged}**`]
    : []
  const question = [banlist.askTitle({ count }), banlist.askHint, ...numbersChanged, ...typedLines(asked, texts)]
  const heading = count === 0 ? [banlist.nobodyToBan, ...numbersChanged] : question
  const head = `### ${ICONS.restricted} ${heading.join('\n')}`
  const lines = [...leftOutLines(asked, known, texts), ...accounts.map((each) => accountLines(each, known, texts))]
  const list = fitLines(lines, charactersLeft([head]), common.leftOut)
  const lookUp = only ? [lookUpButton(only.steamId, texts)] : []
  if (count === 0 || areRounded([...resolved.keys()])) return createView('restricted', [head, list], [row(lookUp)])
  const buttons = questionButtons(toCustomId('banagain', asked.id, '', ''), texts, lookUp)
  return createView('restricted', [head, list], [row(buttons)])
}

/** What was not found or not read, and the accounts that the text does not ban. */
function leftOutLines(
  { accounts }: AskedBan,
  { resolved, notFound, notRecognized, statements }: BanQuestion,
  texts: Texts,
): string[] {
  const { banlist, batch } = texts
  const lineOf = (text: string, why: string) => `${ICONS.incomplete} ${text} · ${why}`
  const written = (text: string) => escapeMarkdown(text, LINE_CHARACTERS)
  const asked = new Set(accounts.map(({ steamId }) => steamId))
  const notBanned = [...resolved.keys()].filter((steamId) => !asked.has(steamId))
  return [
    ...notFound.map((text) => lineOf(written(text), batch.notFound)),
    ...notRecognized.map((text) => lineOf(written(text), banlist.notRecognized)),
    ...notBanned.map((steamId) =>
      lineOf(inlineCode(steamId), banlist.notBanned({ role: statements.get(steamId)?.role ?? 'unclear' })),
    ),
  ]
}

/** An account, how it was found, what the text says of it, and the ban that it has already. */
function accountLines(
  account: AskedBan['accounts'][number],
  { resolved, statements, present }: BanQuestion,
  texts: Texts,
): string {
  const { banlist } = texts
  const foundBy = resolved.get(account.steamId)
  const { role, otherEnd } = statements.get(account.steamId) ?? {}
  const end =
    typeof otherEnd === 'number' ? formatBanEnd(otherEnd, texts) : escapeMarkdown(otherEnd ?? '', LINE_CHARACTERS)
  const ban = present.find(({ steamId }) => steamId === account.steamId)
  return [
    `• ${formatBanned(account, texts)}`,
    ...(foundBy ? [`🔗 ${formatFoundBy(foundBy, texts, (name) => inlineCode(name))}`] : []),
    ...(role === 'unclear' ? [`${ICONS.incomplete} ${banlist.unclear}`] : []),
    ...(otherEnd === undefined ? [] : [`${ICONS.limited} ${banlist.otherEnd({ end })}`]),
    ...(ban ? [`${bannedLine(ban, texts)} · ${banlist.staysAsItIs}`] : []),
  ].join('\n')
}
