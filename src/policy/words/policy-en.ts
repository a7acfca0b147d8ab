import { createPlurals } from '../../lib/plural.ts'

const { number, counted } = createPlurals('en')

/** The introduction to policies, and `/policy show`. Names, reasons and times are formatted for Markdown by the caller. */
export const policy = {
  title: 'Policy of this server',
  version: (version: string) => `version ${version}`,
  lastChange: (when: string, what: string) => `last change ${when}: ${what}`,
  none: 'This server has no policy',
  about:
    'A policy says whom your Rust game servers let in. Each of them asks by itself about every player who joins: one line in `server.cfg` is enough.',
  begin:
    'Choose the rules with /policy edit, then make a token for each game server with /policy token. The rules of a new policy only observe, and refuse no one.',
  /** Shown in `/policy show`, to a server without a policy, and before a policy starts to refuse players. */
  caution: 'Ban data supports decisions; it is not meant as the sole basis of a permanent ban.',
  rules: 'Rules',
  noRules: 'None yet: every account that is not banned here is let in. Choose some with /policy edit.',
  /** Shown first while no game server uses the policy. */
  notConnected: 'No game server is connected: this policy decides about nobody.',
  notConnectedHint: 'Make a token for each game server with /policy token.',
  notAsked: 'None of the game servers with a token has asked yet: this policy decides about nobody.',
  notAskedHint: 'Each needs the line of its token in `server.cfg`, and a restart.',
  modes: {
    observe:
      '**Mode: observe.** The rules refuse no one; the bot only records whom they would refuse. Your own bans (/banlist) still hold.',
    enforce: '**Mode: enforce.** Players that a rule refuses cannot join.',
  },
  reports: 'Reports',
  reportsOf: {
    each: 'at most one message a day for each refused account',
    daily: 'one message a day',
  },
  bansNotReported: 'Refusals by your own bans are not reported.',
  reportsHeld: (count: number) =>
    `${counted(count, { one: 'account is', other: 'accounts are' })} not reported because of that. What is older than two days is left out.`,
  reportsWaiting: (count: number) => `${counted(count, { one: 'account', other: 'accounts' })} not reported yet.`,
  appeal: 'Appeal',
  noAppeal: 'none. Say with /policy edit where the refused can appeal.',
  exceptions: 'Exceptions',
  exceptionCounts: (allow: number, deny: number) => `${number(allow)} always let in, ${number(deny)} always refused`,
  noExceptions: 'none',
  today: 'Joins today (UTC)',
  counts: {
    allowed: (count: number) => `${number(count)} let in`,
    refused: (count: number) => `${number(count)} refused`,
    wouldRefuse: (count: number) => `${number(count)} would be refused (observe)`,
    unknown: (count: number) => `${number(count)} undecided`,
  },
  /** Precedes counts that are lower bounds. */
  atLeast: (kept: number) => `at least, by the ${number(kept)} joins that are kept:`,
  noJoins: 'none: no game server has asked',
  servers: 'Game servers',
  lastAsked: (when: string) => `last asked ${when}`,
  neverAsked: 'has not asked yet',
  replacedToken: 'replaced token',
  worksUntil: (when: string) => `works until the new one is used, ${when} at the latest`,
}

/** `/policy mode`. */
export const policyMode = {
  title: 'Mode and reports of the policy',
  set: { observe: 'The policy observes', enforce: 'The policy enforces' },
  hint: 'Change them with the options of /policy mode. Reports are posted where alerts go (/watch channel).',
  inObserve: 'In *observe* they always come once a day.',
  question: 'Refuse players from now on?',
  questionHint: 'Game servers will refuse every account that a rule refuses. Nothing is changed yet.',
  noRules: 'The policy has no rules, so only your own bans (/banlist) refuse anyone.',
  onlyNotifying: 'No rule refuses: all of them only report, so only your own bans (/banlist) refuse anyone.',
  becomeBans: (count: number) =>
    `${counted(count, { one: 'exception that always refuses an account becomes a ban', other: 'exceptions that always refuse an account become bans' })} of /banlist, and their reasons become private notes.`,
  noServers: 'No game server has a token, so none asks. Make one with /policy token.',
}

/** Changes of the policy in the log of the server. */
export const policyLog = {
  policy_saved: (version: string) => `saved version ${version} of the policy`,
  policy_mode_set: { observe: 'set the policy to *observe*', enforce: 'set the policy to *enforce*' },
  policy_notify_set: {
    each: 'set reports to one for each refusal',
    daily: 'set reports to one a day',
    bans: 'switched on reports of refusals by own bans',
    no_bans: 'switched off reports of refusals by own bans',
  },
  exception_added: {
    allow: (account: string) => `made an exception: ${account} is always let in`,
    deny: (account: string) => `made an exception: ${account} is always refused`,
  },
  exception_removed: (account: string) => `removed the exception for ${account}`,
  exception_expired: (account: string) => `removed the exception for ${account}, which has ended`,
  token_created: (name: string) => `made a token for the game server ${name}`,
  token_revoked: (name: string) => `revoked a token of the game server ${name}`,
}
