import { readAccountList, type AccountText } from '../../model/account-text.ts'
import type { Invocation } from '../../discord/command.ts'
import { readText, type DiscordFile } from '../../discord/files.ts'
import { AccountError } from './account-error.ts'

/** Reads the accounts that a command was given as text, as a file, or as both; throws an AccountError when there are none. */
export async function readGivenAccounts(
  { downloadFile }: Pick<Invocation, 'downloadFile'>,
  pasted: string | null,
  file: DiscordFile | null,
): Promise<AccountText> {
  const attached = file ? readText(await downloadFile(file)) : ''
  const given = [pasted ?? '', attached].filter((text) => text.trim() !== '')
  if (given.length === 0) throw new AccountError('nothing_given')
  const list = readAccountList(...given)
  if (list.accounts.length === 0) throw new AccountError('nothing_understood')
  return list
}
