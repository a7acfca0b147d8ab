import type { countEntries } from '../src/accounts/presentation/batch-entries.ts'
import type { AccountTexts } from '../src/accounts/words/account-texts.ts'

/** Numbers of accounts of a list by kind. */
export type ListCounts = ReturnType<typeof countEntries>

/** Formats how many checked accounts are banned; null while no ban record is known. */
export const formatBannedCount = ({ banned, known }: ListCounts, { batch }: AccountTexts) =>
  known > 0 ? batch.bannedCount({ banned, checked: known }) : null

/** A sentence for each count that is not zero, except the banned accounts; `waiting` is the number of accounts not checked yet. */
export function formatOtherCounts(counts: ListCounts, waiting: number, { batch }: AccountTexts): string[] {
  const { restricted, withoutProfile, profileNotReturned, notFound, unavailable } = counts
  return [
    ...(restricted > 0 ? [batch.restrictedCount({ count: restricted })] : []),
    ...(withoutProfile > 0 ? [batch.withoutProfileCount({ count: withoutProfile })] : []),
    ...(profileNotReturned > 0 ? [batch.profileNotReturnedCount({ count: profileNotReturned })] : []),
    ...(notFound > 0 ? [batch.notFoundCount({ count: notFound })] : []),
    ...(unavailable > 0 ? [batch.uncheckedCount({ count: unavailable })] : []),
    ...(waiting > 0 ? [batch.waiting({ count: waiting })] : []),
  ]
}
