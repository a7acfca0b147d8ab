import { resolveAccount } from '../../accounts/resolve-account.ts'
import { localized } from '../../discord/command-builders.ts'
import { MAX_UNTIL } from '../../discord/note-fields.ts'
import { withoutTradeToken } from '../../text/account-input.ts'
import { readNamedAccounts } from '../../text/account-list.ts'
import { BanError, MAX_BAN_NOTE_CHARACTERS, MAX_BAN_REASON_CHARACTERS, MAX_BANNED_AT_ONCE } from '../../model/ban.ts'
import { isSteamId, type SteamId } from '../../model/steam-id.ts'
import type { TypedBan } from '../add-bans.ts'
import { banAndShow, banFields, withNames } from './ban.ts'
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

/** Bans the accounts in a text for the same reason. If one of them cannot be found, none of them is banned. */
function banGiven(text: string, typed: TypedBan): Task {
  const named = readNamedAccounts(text)
  const accounts = named.length > 0 ? named : [withoutTradeToken(text)]
  const [only] = accounts.length === 1 ? accounts : []
  return {
    cost: 'lookup',
    permission: 'BanMembers',
    ...banFields(only ?? null, typed),
    async run(invocation) {
      if (accounts.length > MAX_BANNED_AT_ONCE)
        throw new BanError({ code: 'too_many_accounts', limit: MAX_BANNED_AT_ONCE })
      const steamIds = await resolveAll(invocation, accounts)
      await banAndShow(invocation, { accounts: await withNames(invocation, steamIds), ...typed })
    },
  }
}

/** The accounts, each once. Each custom URL costs a call to Steam. */
async function resolveAll({ context, callContext, charge }: Invocation, accounts: string[]): Promise<SteamId[]> {
  await charge(accounts.filter((account) => !isSteamId(account)).length)
  const resolved = await Promise.all(accounts.map((account) => resolveAccount(context, account, callContext)))
  return [...new Set(resolved.map(({ steamId }) => steamId))]
}
