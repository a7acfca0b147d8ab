import { readAccount, resolveAccount } from '../../accounts/resolve-account.ts'
import { actorOf } from '../../discord/actor.ts'
import { localized } from '../../discord/command-builders.ts'
import { MAX_UNTIL } from '../../discord/note-fields.ts'
import { RapsheetError } from '../../model/error.ts'
import { readAccountInput, withoutTradeToken } from '../../text/account-input.ts'
import { readAccountList, readAccountsInMessage, type AccountText } from '../../text/account-list.ts'
import { findIds, formatAccountInput, LETTER_OR_DIGIT, normalizeText } from '../../text/find-ids.ts'
import { areRounded } from '../../text/rounded.ts'
import { BanError, MAX_BAN_NOTE_CHARACTERS, MAX_BAN_REASON_CHARACTERS, MAX_BANNED_AT_ONCE } from '../../model/ban.ts'
import { type FoundBy, isSteamId, type SteamId } from '../../model/steam-id.ts'
import { readBanTerms, type TypedBan } from '../add-bans.ts'
import { readStatements, type Statement } from '../text-statements.ts'
import { banAndShow, banFields, keepBan, withNames } from './ban.ts'
import { askView } from './ban-views.ts'
import type { Invocation, Subcommand, Task } from './command.ts'
import { OPTIONS, SUBCOMMANDS } from './texts.ts'

/** Discord's limit for a text option. */
const MAX_PASTE = 6_000

export const addSubcommand: Subcommand = {
  name: SUBCOMMANDS.add,
  build: (command) =>
    command
      .addStringOption((option) => localized(option, OPTIONS.accounts).setRequired(true).setMaxLength(MAX_PASTE))
      .addStringOption((option) => localized(option, OPTIONS.reason).setMaxLength(MAX_BAN_REASON_CHARACTERS))
      .addStringOption((option) => localized(option, OPTIONS.until).setMaxLength(MAX_UNTIL))
      .addStringOption((option) => localized(option, OPTIONS.note).setMaxLength(MAX_BAN_NOTE_CHARACTERS)),
  createTask(options) {
    const textOf = (name: string) => options.getString(name) ?? ''
    const typed = { reason: textOf('reason'), until: textOf('until'), note: textOf('note') }
    return banGiven(options.getString('account', true), typed)
  },
}

/**
 * Bans the accounts in a text for the same reason. Asks first if an account was found by a word, which may be a player's name, if a part of
 * the text was not read, if an account was not found, or if the text says something else than that an account is banned. An account whose ban
 * the text lifts, or that it names as staff, is not banned.
 */
function banGiven(text: string, typed: TypedBan): Task {
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
function readGiven(text: string): Pick<AccountText, 'accounts' | 'notRecognized'> {
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
