import type { BanChange } from '../model/ban-record.ts'
import { checkedBefore, windowOf } from './last-ban.ts'
import type { KnownState } from './seen-record.ts'

/**
 * Whether one of these changes, seen at `at`, may have been told before the restore, and lost by it: the account was not checked
 * between the restore and the change. That is so for lifts, which two sweeps have to show, and for accounts without a valid record
 * in the first sweep.
 */
export function isPerhapsTold(
  changes: readonly BanChange[],
  { checkedAt, current }: Pick<KnownState, 'checkedAt' | 'current'>,
  { at, restoredAt }: { at: number; restoredAt: number },
): boolean {
  const lastCheck = checkedBefore(windowOf([checkedAt, current?.firstSeenAt ?? null], at))
  // The window of a lift began before its first record. That of a ban can be narrower than the time since the last check.
  return changes.some(({ isLifted, when }) => (isLifted ? checkedBefore(when) : lastCheck) < restoredAt)
}
