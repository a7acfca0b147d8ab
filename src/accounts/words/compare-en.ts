import { createPlurals } from '../../lib/plural.ts'

const { noun } = createPlurals('en')
const friends = noun({ one: 'friend', other: 'friends' })
const shared = noun({ one: 'shared friend', other: 'shared friends' })

/** Two accounts side by side. `letter` is A or B, as the two accounts are called; dates are formatted by the caller. */
export const compare = {
  title: 'Two accounts side by side',
  friendCount: friends,
  friendsSince: (when: string) => `A and B have been friends since ${when}.`,
  friendsUndated: 'A and B are friends. Steam has no date.',
  notFriends: 'A and B are not friends.',
  friendshipUnknown: 'It is not known whether A and B are friends.',
  shared,
  sharedAtLeast: (count: number) => `At least ${shared(count)}`,
  noneShared: 'No shared friends',
  sharedUnknown: 'Shared friends are not known',
  listPrivate: (letter: string) => `the friend list of ${letter} is private`,
  listUnavailable: (letter: string) => `the friend list of ${letter} could not be checked`,
  /** Steam lists friends without an id, so that it is not known who they are. */
  listUnreadable: (letter: string, count: number) => `Steam gives no ID for ${friends(count)} of ${letter}`,
  since: (letter: string, when: string) => `${letter} since ${when}`,
  sinceUnknown: (letter: string) => `${letter} since: unknown`,
  notChecked: 'bans not checked',
  noAnswer: 'These are facts, not an answer: people who play together share friends too.',
}
