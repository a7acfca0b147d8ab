import { commandOf } from '../src/discord/subcommand.ts'
import { editSubcommand } from '../src/policy/discord/edit.ts'
import { exceptSubcommand, exceptionsSubcommand } from '../src/policy/discord/except.ts'
import { modeSubcommand } from '../src/policy/discord/mode.ts'
import { showSubcommand } from '../src/policy/discord/show.ts'
import { testSubcommand } from '../src/policy/discord/test.ts'
import { tokenSubcommand } from '../src/policy/discord/token.ts'
import { COMMANDS } from '../src/policy/discord/texts.ts'

export const policyCommand = commandOf(
  COMMANDS.policy,
  [
    showSubcommand,
    editSubcommand,
    testSubcommand,
    exceptSubcommand,
    exceptionsSubcommand,
    tokenSubcommand,
    modeSubcommand,
  ],
  'ManageGuild',
)
