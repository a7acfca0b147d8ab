import { csv as accountColumns } from '../../accounts/words/csv-en.ts'

/** Columns of all tables, and words in their cells. */
export const csv = {
  ...accountColumns,
  lastBanAfter: 'last_ban_after',
  lastBanBefore: 'last_ban_before',
  changedAt: 'changed_at',
  changedBy: 'changed_by',
  until: 'until',
  change: 'change',
  before: 'before',
  after: 'after',
  /** The ends of the span of time in which something happened. */
  happenedAfter: 'happened_after',
  happenedBefore: 'happened_before',
  addedBy: 'added_by',
  addedAt: 'added_at',
  decision: 'decision',
  reason: 'reason',
  /** Of an account that was refused: when first and last on a day, how often a game server asked, and which. */
  firstAt: 'first_at',
  lastAt: 'last_at',
  times: 'times',
  gameServers: 'game_servers',
  policyVersion: 'policy_version',
  /** Changes of a watch list. */
  actions: {
    added: 'added',
    removed: 'removed',
    imported: 'imported',
    expired: 'end reached',
    channel_set: 'alert channel set',
    forgotten: 'forgotten',
    policy_saved: 'policy saved',
    policy_mode_set: 'policy mode set',
    policy_notify_set: 'policy reports set',
    exception_added: 'exception added',
    exception_removed: 'exception removed',
    exception_expired: 'exception ended',
    token_created: 'token made',
    token_revoked: 'token revoked',
  },
  decisions: { allow: 'always let in', deny: 'always refused' },
}
