import { readAccountsInMessage } from '../../text/account-list.ts'
import type { NamedAccounts } from './batch-state.ts'

/** The names of a Discord user, null where they have none. The nickname is undefined if it could not be read. */
type Names = { nickname: string | null | undefined; displayName?: string | null; userName?: string }

/** The accounts that are in the names of a Discord user as an id or a profile link, each once. A name itself is never looked up. */
export function readAccountsInNames(userId: string, { nickname, displayName, userName }: Names): NamedAccounts {
  const names = { nickname, displayName, userName }
  const kinds = ['nickname', 'displayName', 'userName'] as const
  const all = kinds.flatMap((kind) =>
    readAccountsInMessage(names[kind] ?? '').accounts.map((account) => ({ account, kind })),
  )
  const found = all.filter((one) => one === all.find(({ account }) => account === one.account))
  return { userId, found, isNicknameRead: nickname !== undefined }
}
