import { createPlurals } from '../../lib/plural.ts'
import type { PolicyErrorCode } from '../../model/policy-error.ts'

const { number, counted } = createPlurals('en')

/** `/policy test`. */
export const policyTest = {
  rules: {
    allow: 'No rule refuses this account.',
    deny: 'The rules refuse this account.',
    unknown: 'The rules cannot decide about this account.',
  },
  /** Shown in place of `rules.allow` for an account that Steam has banned. */
  allowsBanned: 'No rule refuses this account, although Steam has banned it.',
  exception: {
    allow: 'An exception lets this account in, whatever the rules say.',
    deny: 'An exception refuses this account, whatever the rules say.',
  },
  bannedHere: 'Your own ban refuses this account, whatever the rules say.',
  /** In front of the rules that could not be decided. */
  undecided: 'Undecided',
  /** The actual effect in the mode of the policy; follows the decision of the rules. */
  inObserve: {
    allow: 'In *observe* mode it is let in.',
    deny: 'In *observe* mode it is still let in.',
    unknown: 'In *observe* mode it is let in.',
  },
  inEnforce: {
    allow: 'Connected game servers let it in.',
    deny: 'Connected game servers do not let it in.',
    unknown:
      'Connected game servers get no decision, and their setting `server.bansServerFailureMode` decides: 0 lets the player in, 1 refuses.',
  },
  shown: {
    enforce: (reason: string) => `The refused see: “${reason}”`,
    observe: (reason: string) => `In *enforce* the refused would see: “${reason}”`,
  },
  until: (relative: string, moment: string) => `By the same facts, this changes ${relative} (${moment}).`,
  /** Follows the decision: what the rules that only notify report. */
  reported: (why: string) => `Reported when it joins: ${why}`,
  noRules: 'The policy has no rules.',
  parts: { bans: 'bans', profile: 'profile', rustHours: 'hours' },
}

/** `/policy except` and `/policy exceptions`. */
export const policyExceptions = {
  title: 'Exceptions of the policy',
  /** Label of a moderator's note about an exception. */
  note: 'Note',
  decisions: { allow: 'always let in', deny: 'always refused' },
  added: {
    allow: (account: string) => `Always let in: ${account}`,
    deny: (account: string) => `Always refused: ${account}`,
  },
  inObserve: 'The policy only observes, so game servers let the account in for now.',
  insteadOf: (what: string, reason: string) => `In place of the exception before: ${what}, ${reason}`,
  removed: (account: string) => `The exception for ${account} is removed`,
  removedHint: 'The rules decide about the account again.',
  isBanned: (account: string) => `This server has banned ${account}`,
  isBannedHint:
    'An exception takes the place of the ban: the ban is lifted, and the account is always let in. That needs *Manage Server* and *Ban Members*. Nothing is changed yet.',
  removeQuestion: (account: string) => `Remove the exception for ${account}?`,
  empty: 'There are none. Add one with /policy except.',
  room: (count: number, limit: number) =>
    `${number(count)} of ${counted(limit, { one: 'exception', other: 'exceptions' })} in use`,
  chooseToRemove: 'Remove an exception',
}

/** `/policy token`. */
export const policyToken = {
  title: 'Game servers and their tokens',
  created: (name: string) => `Token for the game server ${name}`,
  paste: 'Put this line into the `server.cfg` of this game server, and restart it:',
  noRules:
    'The policy has no rules yet, so only your own bans (/banlist) refuse anyone: choose rules with /policy edit.',
  once: 'It is shown only now. Keep it secret: with it, anyone can ask what your policy decides.',
  noPublicUrl:
    'The person who runs the bot has not set HTTP_PUBLIC_URL, the address under which game servers reach it. The setting `server.bansServerEndpoint` of your game server has to be that address, followed by:',
  failureMode:
    '`server.bansServerFailureMode` says what the game server does without a decision, such as when the bot cannot be reached: 0 lets everyone in, 1 refuses everyone.',
  replaced: 'The token before works until this one is used, for a day at most.',
  empty: 'No game server has a token. Make one with /policy token and a name for the server.',
  madeBy: (who: string, when: string) => `made by ${who} ${when}`,
  room: (count: number, limit: number) =>
    `${number(count)} of ${counted(limit, { one: 'token', other: 'tokens' })} in use`,
  hint: 'A name that is in use replaces its token.',
  chooseToRevoke: 'Revoke a token',
  replacedOption: 'only the replaced token',
  revokeQuestion: (name: string) => `Revoke the token of ${name}?`,
  revokeReplacedQuestion: (name: string) => `Revoke the replaced token of ${name}?`,
  revokeHint:
    'A game server that goes on asking with a revoked token gets no decision. With `server.bansServerFailureMode` 0, which is the default, it then lets everyone in, banned or not. Remove the line from its `server.cfg`, or replace the token instead.',
  revoked: (name: string) => `The token of ${name} is revoked`,
  revokedReplaced: (name: string) => `The replaced token of ${name} is revoked`,
}

/** A new code is a compile error until it has a title. */
export const policyErrorTitles: Record<PolicyErrorCode, string> = {
  changed_meanwhile: 'Changed by someone else',
  gone_meanwhile: 'The policy changed meanwhile',
  contradictory_terms: 'The rules contradict each other',
  not_a_player: 'Not a player',
  no_exception: 'No exception',
  banned_here: 'This server has banned the account',
  exceptions_full: 'Too many exceptions',
  tokens_full: 'Too many game servers',
  token_name_missing: 'No name',
  token_name_too_long: 'The name is too long',
  no_token: 'No such token',
  replaced_too_often: 'Replaced too often',
  invalid_numbers: 'Not saved in the draft',
  invalid_appeal: 'Not saved in the draft',
}

/** Errors of changes of a policy: what is wrong, and what to do next. */
export const policyErrors = {
  changed_meanwhile: (who: string, version: string, when: string) =>
    `${who} saved version ${version} ${when}, after you began. Nothing of yours was saved. See it with /policy show, and begin again.`,
  gone_meanwhile: 'It was deleted after you began. Nothing of yours was saved. Begin again with /policy edit.',
  not_a_player: (id: string) => `${id} cannot belong to a player. Copy the whole ID again.`,
  no_exception: (account: string) => `There is no exception for ${account}. /policy exceptions shows all.`,
  exceptions_full: (limit: number) =>
    `A policy has room for ${counted(limit, { one: 'exception', other: 'exceptions' })}. Remove some first, with /policy exceptions.`,
  tokens_full: (limit: number) =>
    `A policy has tokens for ${counted(limit, { one: 'game server', other: 'game servers' })}. Revoke one first, with /policy token.`,
  token_name_missing: 'Give a name by which you know the game server.',
  token_name_too_long: (length: number, limit: number) =>
    `The name has ${counted(length, { one: 'character', other: 'characters' })}; at most ${number(limit)} fit.`,
  no_token: (name: string) => `The game server ${name} has no such token any more. /policy token shows all.`,
  replaced_too_often: (limit: number) =>
    `${counted(limit, { one: 'replaced token still works', other: 'replaced tokens still work' })}. Revoke some with /policy token, or wait a day.`,
  /** Follows the description of the wrong number. */
  invalid_numbers: 'The draft is as before. Choose the limit again.',
  invalid_appeal: (max: number) =>
    `The text has more than ${number(max)} characters, or some that cannot be shown.\nThe draft is as before. Open Appeal again.`,
}
