import { accountFields, createAccountTask, withAccount } from '../../accounts/discord/account-task.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import { lift } from './ban.ts'
import type { Subcommand } from './command.ts'
import { SUBCOMMANDS } from './texts.ts'

export const removeSubcommand: Subcommand = {
  name: SUBCOMMANDS.remove,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) =>
    createAccountTask(options, (account) => ({
      cost: 'lookup',
      permission: 'BanMembers',
      ...accountFields(account),
      run: withAccount(account, undefined, (invocation, { steamId }) => lift(invocation, steamId)),
    })),
}
