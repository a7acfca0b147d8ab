import { z } from 'zod'
import { accountFields } from '../src/accounts/discord/account-task.ts'
import { accountArgument } from '../src/discord/custom-id.ts'
import { CommandError } from '../src/discord/command-error.ts'
import type { Action } from '../src/accounts/discord/command.ts'
import { filesOf } from '../src/discord/files.ts'
import { findBatchFile } from '../src/accounts/discord/stored-batch.ts'
import { ALL_FRIENDS, friendsId } from '../src/accounts/discord/views/friend-filter.ts'
import { showInterrupted } from './batch.ts'

/** The Stop button of a scan. With an account, it stops the scan of its friends; without an account, the check of a list. */
export const cancelAction: Action = {
  name: 'cancel',
  ignoresLock: true,
  createTask(args, { message }) {
    const [scanId, account] = z.tuple([z.string(), accountArgument.optional()]).parse(args)
    return {
      cost: 'free',
      ...(account === undefined
        ? { errorAsFollowUp: true }
        : accountFields(account, (short) => friendsId(short, ALL_FRIENDS))),
      async run(invocation) {
        const { scans, userId } = invocation
        if (scans.cancel(scanId, userId) !== 'unknown') return
        // The process that ran the scan has ended. Only the message of a list contains the results so far.
        if (!findBatchFile(filesOf(message))) throw new CommandError('scan_gone')
        await showInterrupted(invocation, message)
      },
    }
  },
}
