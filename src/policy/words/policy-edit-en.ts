import { createPlurals } from '../../lib/plural.ts'
import type { TermsProblemCode } from '../../model/check-terms.ts'

const { number, counted } = createPlurals('en')

/** `/policy edit`. */
export const policyEdit = {
  title: 'Draft of the policy',
  newPolicy: 'A new policy. Nothing is saved yet.',
  fromVersion: (version: string) => `Begun from version ${version}. Nothing is saved yet.`,
  noAppeal: 'no text',
  noRules: 'No rules: every account that is not banned here is let in.',
  problem: 'It can be saved once this is solved:',
  previewFirst: 'Preview shows what it would have done. After that it can be saved.',
  saved: (version: string) => `Version ${version} of the policy is saved`,
  savedHint: {
    observe: 'Its rules only observe, and refuse no one. To change that: /policy mode.',
    enforce: 'It applies to the next player who joins.',
  },
  notChanged: 'There is nothing to save',
  notChangedHint: 'The policy is like this already.',
  cancelled: 'Draft discarded',
  cancelledHint: 'Nothing was saved.',

  chooseFlags: 'Refuse accounts with …',
  flags: {
    denyCommunityBan: 'Steam Community ban',
    denyTradeBan: 'Trade ban',
    denyTradeProbation: 'Trade probation',
    denyPrivateProfile: 'Private profile',
    denyHiddenHours: 'Hours hidden, or Rust not owned',
    denyUnconfigured: 'Profile never set up',
  },
  /** Placeholder of the menu of the rules that only notify. */
  chooseNotifying: 'Only report, without refusing …',
  /** What a hidden fact means for a rule that refuses, and for one that notifies. */
  hidden: {
    minAccountAgeDays: {
      refuse: {
        unknown: 'Account age hidden: undecided',
        deny: 'Account age hidden: refuse',
        allow: 'Account age hidden: accept',
      },
      notify: { unknown: 'Account age hidden: do not report', deny: 'Account age hidden: report' },
    },
    minRustHours: {
      refuse: {
        unknown: 'Hours hidden or Rust not owned: undecided',
        deny: 'Hours hidden or Rust not owned: refuse',
        allow: 'Hours hidden or Rust not owned: accept',
      },
      notify: {
        unknown: 'Hours hidden or Rust not owned: do not report',
        deny: 'Hours hidden or Rust not owned: report',
      },
    },
  },
  /** Explains `undecided`. */
  undecidedHint: 'Then server.bansServerFailureMode, a setting of the game server, decides',

  numbersTitle: 'Limit of the policy',
  chooseLimit: 'Set a limit …',
  /** Below the name of a limit in the menu. */
  limitNow: (value: string) => `Now: ${value}`,
  limitOff: 'Off',
  numbers: {
    maxVacBans: { label: 'VAC bans accepted', hint: '0 refuses any, 1 accepts one; empty turns the rule off' },
    maxGameBans: { label: 'Game bans accepted', hint: '0 refuses any, 1 accepts one; empty turns the rule off' },
    banForgottenAfterDays: {
      label: 'Days until bans are forgotten',
      hint: 'VAC and game bans do not count once the newest is so old; empty for never',
    },
    minAccountAgeDays: {
      label: 'Account age needed, days',
      hint: 'Refuses younger accounts; empty turns the rule off',
    },
    minRustHours: { label: 'Hours in Rust needed', hint: 'Refuses fewer, for instance 12.5; empty turns the rule off' },
  },
  notWhole: (label: string, value: string, from: number, to: number) =>
    `**${label}**: “${value}” is not a whole number from ${number(from)} to ${number(to)}.`,
  notHours: (label: string, value: string, to: number) =>
    `**${label}**: “${value}” is not a number above 0 and up to ${number(to)}, with two decimals at most.`,

  appealTitle: 'Where to appeal',
  appealLabel: 'Text or link',
  appealHint: 'The refused see it in the game, for instance discord.gg/name; empty for none',

  problems: {
    forgotten_without_limit: (rule: string) =>
      `“${rule}” relaxes the rules about VAC and game bans, but there is none. Set a limit for one, or empty “${rule}”.`,
    probation_without_ban: (rule: string, other: string) =>
      `“${rule}” is refused, but “${other}” is not. Choose both, or neither.`,
    on_unknown_without_rule: (rule: string) => `A hidden fact is given a meaning, but “${rule}” is not set. Set it.`,
    on_unknown_without_effect: (rule: string, other: string) =>
      `“${rule}” accepts hidden facts, but “${other}” refuses every such account. Change one of them.`,
    action_without_rule: (rule: string) => `“${rule}” is to be reported, but it is not set. Set it.`,
  } satisfies Record<TermsProblemCode, unknown>,
}

/** Texts of a preview. */
export const policyPreview = {
  title: 'What it would have done',
  joined: (count: number) => `Joins of the last day: ${counted(count, { one: 'account', other: 'accounts' })}`,
  /** Used when not all joins of the day are kept. */
  joinedAtLeast: (count: number, kept: number) =>
    `Joins of the last day: at least ${counted(count, { one: 'account', other: 'accounts' })}, by the ${number(kept)} joins that are kept`,
  noJoins: 'Joins of the last day: none known, because no game server has asked',
  watched: (count: number) => `Watch list: ${counted(count, { one: 'account', other: 'accounts' })}`,
  noWatched: 'Watch list: empty',
  allowed: (count: number) => `${number(count)} let in`,
  refused: (count: number) => `${number(count)} refused`,
  unknown: (count: number) => `${number(count)} undecided`,
  reported: (count: number) => `${number(count)} reported`,
  /** Follows the number of accounts with a verdict: the number of accounts with the same verdict by the policy in force. */
  before: (count: number) => `until now ${number(count)}`,
  newlyRefused: 'Newly refused, for example:',
  unknownHint: 'Undecided: what a rule needs is hidden, or was not looked up at that time.',
}
