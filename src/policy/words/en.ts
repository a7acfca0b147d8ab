import { policyErrors, policyErrorTitles, policyExceptions, policyTest, policyToken } from './policy-access-en.ts'
import { policyEdit, policyPreview } from './policy-edit-en.ts'
import { policyLine } from './policy-line-en.ts'
import { policy, policyLog, policyMode } from './policy-en.ts'
import { refusals } from './refusals-en.ts'

/** What policies say in Discord, in English; `POLICY_TEXTS` has what they say elsewhere too. */
export const en = {
  policyOptions: {
    decision: { name: 'decision', description: 'What applies to the account from now on' },
    reason: {
      name: 'reason',
      description: 'Why, in at most 200 characters; for moderators, never shown to the player',
    },
    until: { name: 'until', description: 'When it ends by itself: 12h, 30d, 6mo, 1y or a date such as 2027-12-31' },
    name: { name: 'name', description: 'The game server, as you call it; a name that is in use replaces its token' },
    mode: { name: 'mode', description: 'Whether players are refused' },
    reports: { name: 'reports', description: 'How refusals are reported in the channel for alerts' },
  },
  policyDecisions: { allow: 'always let in', deny: 'always refuse', remove: 'remove the exception' },
  policyModes: { observe: 'observe', enforce: 'enforce' },
  policyReports: { each: 'each refusal', daily: 'once a day' },
  commands: {
    policy: { name: 'policy', description: 'Decide which players your Rust game servers let in' },
  },
  subcommands: {
    show: { name: 'show', description: 'Show the rules, what they did today, and which game servers ask' },
    edit: { name: 'edit', description: 'Change the rules: a draft, a preview of what they would have done, then Save' },
    test: { name: 'test', description: 'What the policy decides about an account now, and why' },
    except: { name: 'except', description: 'Always let an account in, always refuse it, or end its exception' },
    exceptions: { name: 'exceptions', description: 'Show all exceptions: who, why and until when' },
    token: {
      name: 'token',
      description: 'Make the line that a game server needs; without a name, list the game servers',
    },
    mode: { name: 'mode', description: 'Only observe, or refuse players; and how refusals are reported' },
  },
  buttons: {
    exempt: 'Exempt',
    numbers: 'Limits…',
    appeal: 'Appeal…',
    preview: 'Preview',
    save: 'Save',
    enforce: 'Start refusing',
    revoke: 'Revoke',
    revokeNow: 'Revoke the replaced token now',
  },
  csv: {
    decision: 'decision',
    /** Of an account that was refused: when first and last on a day, how often a game server asked, and which. */
    firstAt: 'first_at',
    lastAt: 'last_at',
    times: 'times',
    gameServers: 'game_servers',
    policyVersion: 'policy_version',
    decisions: { allow: 'always let in', deny: 'always refused' },
    /** Changes of a policy. */
    actions: {
      policy_saved: 'policy saved',
      policy_mode_set: 'policy mode set',
      policy_notify_set: 'policy reports set',
      exception_added: 'exception added',
      exception_removed: 'exception removed',
      exception_expired: 'exception ended',
      token_created: 'token made',
      token_revoked: 'token revoked',
    },
  },
  policy,
  policyMode,
  policyLog,
  policyEdit,
  policyPreview,
  policyTest,
  policyExceptions,
  policyToken,
  policyErrorTitles,
  policyErrors,
  policyLine,
  refusals,
}
