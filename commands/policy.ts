import { commandOf } from '../src/discord/subcommand.ts'
import { editSubcommand } from './policy/edit.ts'
import { exceptSubcommand } from './policy/except.ts'
import { exceptionsSubcommand } from './policy/exceptions.ts'
import { modeSubcommand } from './policy/mode.ts'
import { showSubcommand } from './policy/show.ts'
import { testSubcommand } from './policy/test.ts'
import { tokenSubcommand } from './policy/token.ts'

export const policyCommand = commandOf(
  'policy',
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
