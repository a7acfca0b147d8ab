import { policyErrorTitles, policyErrors, policyExceptions, policyTest, policyToken } from './policy-access-en.ts'
import { policyEdit, policyPreview } from './policy-edit-en.ts'
import { policy, policyLog, policyMode } from './policy-en.ts'
import { createPlurals } from '../../lib/plural.ts'

const { noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })
const times = noun({ one: 'time', other: 'times' })

/** English texts about policies in Discord; `POLICY_TEXTS` has the texts about policies that are also shown outside Discord. */
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
    banReports: { name: 'bans', description: 'Whether refusals by your own bans (/banlist) are reported' },
  },
  policyDecisions: { allow: 'always let in', remove: 'remove the exception' },
  policyModes: { observe: 'observe', enforce: 'enforce' },
  policyReports: { each: 'each refusal', daily: 'once a day' },
  policyBanReports: { on: 'reported', off: 'not reported' },
  commands: {
    policy: { name: 'policy', description: 'Decide which players your Rust game servers let in' },
  },
  subcommands: {
    show: { name: 'show', description: 'Show the rules, what they did today, and which game servers ask' },
    edit: { name: 'edit', description: 'Change the rules: a draft, a preview of what they would have done, then Save' },
    test: { name: 'test', description: 'What the policy decides about an account now, and why' },
    except: { name: 'except', description: 'Always let an account in, whatever the rules say, or end its exception' },
    exceptions: { name: 'exceptions', description: 'Show all exceptions: who, why and until when' },
    token: {
      name: 'token',
      description: 'Make the line that a game server needs; without a name, list the game servers',
    },
    mode: { name: 'mode', description: 'Only observe, or refuse players; and how refusals are reported' },
  },
  buttons: {
    exempt: 'Exempt',
    exemptBanned: 'Lift ban and let in',
    appeal: 'Appeal…',
    preview: 'Preview',
    save: 'Save',
    enforce: 'Start refusing',
    revoke: 'Revoke',
    revokeNow: 'Revoke the replaced token now',
  },
  csv: {
    decision: 'decision',
    /** Columns of a refused account: when it was refused first and last on a day, how often, and by which game server. */
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
  /** The decision of the server's policy in lookups and lists. */
  policyLine: {
    refuses: (why: string) => `Policy would refuse this account: ${why}`,
    noRule: 'Policy: no rule refuses this account',
    excepted: 'Policy: an exception turns all rules off for this account',
    undecided: (why: string) => `Policy cannot decide about this account: ${why}`,
    /** Below the other lines: what the rules that only notify would report. */
    reports: (why: string) => `Policy would report this account when it joins: ${why}`,
    /** Below the other lines, in mode `observe`. */
    observes: 'The policy only observes: its rules refuse nobody now.',
    /** Above the accounts of a list, whose facts are only partly known. */
    refusesSome: (count: number) => `By what is known here, the policy would refuse ${accounts(count)} listed above:`,
  },
  /** Messages about accounts that the policy refused, or would have refused. Names and times are formatted for Markdown by the caller. */
  refusals: {
    title: {
      enforce: (account: string) => `Refused: ${account}`,
      observe: (account: string) => `Would have refused: ${account}`,
      notify: (account: string) => `Reported: ${account}`,
    },
    digestTitle: {
      enforce: (count: number) => `Refused ${accounts(count)}`,
      observe: (count: number) => `Would have refused ${accounts(count)}`,
      notify: (count: number) => `Reported ${accounts(count)}`,
    },
    /** Why the accounts of a digest were not refused. */
    wereLetIn: {
      observe: 'They were let in: the mode was *observe*.',
      notify: 'These rules only report, and refuse nobody.',
    },
    /** Why a single account was not refused. */
    wasLetIn: {
      observe: 'It was let in: the mode was *observe*.',
      notify: 'A game server asked about it. This rule only reports, and refuses nobody.',
    },
    /** The times of the first and the last refusal of a digest. */
    between: (first: string, last: string) => `${first} to ${last}`,
    version: (version: string) => `policy version ${version}`,
    /** Number of refusals on that day, or of refusals that would have happened. */
    times: {
      enforce: (count: number) => `refused ${times(count)} that day`,
      observe: (count: number) => `would have been refused ${times(count)} that day`,
      notify: (count: number) => `asked about ${times(count)} that day`,
    },
    allInFile: { refusals: 'All are in refusals.csv.', notices: 'All are in notices.csv.' },
    open: 'Show one, to exempt it or look it up',
    /** For a message that the service could not create because of an error. */
    notShown:
      'This cannot be shown in full because of an error in Rapsheet. /policy test says why an account is refused.',
    /** Replaces a refusal or notice that was deleted. */
    gone: 'Its report is not stored any more.',
    form: {
      title: 'Always let an account in',
      account: 'Account',
      reason: 'Note',
      reasonHint: 'Shown with the exceptions of the policy',
      until: 'Until',
      untilHint: 'For example 30d, 6mo or 2027-12-31; empty for no end',
    },
  },
}
