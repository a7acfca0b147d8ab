import { readAccountList, type AccountText } from '../../text/account-list.ts'
import type { Invocation } from '../../discord/command.ts'
import { decodeFile, fileLocaleOf, type DiscordFile } from '../../discord/files.ts'
import { spellingOf, type Spelling } from '../../text/spelling.ts'
import { AccountError } from './account-error.ts'

/** Given accounts, and how a file is spelled whose encoding was guessed. */
export interface GivenAccounts extends AccountText {
  spelling: Spelling | null
}

/** Reads the accounts that a command was given as text, in files, or both; throws an AccountError when there are none. */
export async function readGivenAccounts(
  invocation: Pick<Invocation, 'downloadFile' | 'guildLocale' | 'texts'>,
  pasted: string | null,
  files: readonly DiscordFile[],
): Promise<GivenAccounts> {
  const attached = await Promise.all(
    files.map(async (file) => decodeFile(await invocation.downloadFile(file), fileLocaleOf(invocation))),
  )
  const texts = attached.map(({ text }) => text)
  if ([pasted ?? '', ...texts].every((text) => text.trim() === '')) throw new AccountError('nothing_given')
  const list = readAccountList(pasted ?? '', ...texts)
  if (list.accounts.length === 0) throw new AccountError('nothing_understood')
  return { ...list, spelling: attached.map(spellingOf).find((spelling) => spelling !== null) ?? null }
}
