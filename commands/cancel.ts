import { z } from 'zod'
import { accountFields } from '../src/accounts/discord/account-task.ts'
import { accountArgument } from '../src/discord/custom-id.ts'
import { CommandError } from '../src/discord/command-error.ts'
import type { Action } from '../src/accounts/discord/command.ts'
import { ALL_FRIENDS, friendsId } from '../src/accounts/discord/views/friend-filter.ts'

/** The Stop button of a scan. With an account, it stops the scan of its friends; without an account, the check of a list. */
export const cancelAction: Action = {
  name: 'cancel',
  ignoresLock: true,
  createTask(args) {
    const [scanId, account] = z.tuple([z.string(), accountArgument.optional()]).parse(args)
    return {
      cost: 'free',
      ...(account === undefined
        ? { errorAsFollowUp: true }
        : accountFields(account, (short) => friendsId(short, ALL_FRIENDS))),
      async run({ scans, userId }) {
        // The process that ran the scan has ended.
        if (scans.cancel(scanId, userId) === 'unknown') throw new CommandError('scan_gone')
      },
    }
  },
}
