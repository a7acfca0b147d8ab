import { readAccountList, type AccountText } from '../../text/account-list.ts'
import type { Invocation } from '../../discord/command.ts'
import { fileLocaleOf } from '../../discord/file-locale.ts'
import { readText, type DiscordFile } from '../../discord/files.ts'
import { AccountError } from './account-error.ts'

/** Reads the accounts that a command was given as text, in files, or both; throws an AccountError when there are none. */
export async function readGivenAccounts(
  invocation: Pick<Invocation, 'downloadFile' | 'guildLocale' | 'texts'>,
  pasted: string | null,
  files: readonly DiscordFile[],
): Promise<AccountText> {
  const attached = await Promise.all(
    files.map(async (file) => readText(await invocation.downloadFile(file), fileLocaleOf(invocation))),
  )
  if ([pasted ?? '', ...attached].every((text) => text.trim() === '')) throw new AccountError('nothing_given')
  const list = readAccountList(pasted ?? '', ...attached)
  if (list.accounts.length === 0) throw new AccountError('nothing_understood')
  return list
}
