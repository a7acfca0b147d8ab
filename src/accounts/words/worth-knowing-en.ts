import { createPlurals } from '../../lib/plural.ts'

const { number, plural, counted } = createPlurals('en')

/** Facts about an account that a moderator may want to notice: a label, and what it is. */
export const worthKnowing = {
  title: 'Worth knowing',
  young: (age: string) => `New account: ${age}`,
  fewHours: (hours: string) => `Few hours in Rust: ${hours}`,
  rustNotOwned: 'No Rust of its own: never played, or only on a shared copy',
  hoursHidden: 'Hours hidden, although the profile is public',
  recentBan: (ban: string) => `Recent ban: ${ban}`,
  severalBans: (count: number) => `Several bans: ${number(count)} in total`,
  neverSetUp: 'Profile never set up',
  /** `when` is that of the scan. */
  bannedFriends: (banned: number, checked: number, when: string) =>
    `Banned friends: ${number(banned)} of ${counted(checked, { one: 'checked friend', other: 'checked friends' })} ${plural(banned, { one: 'is', other: 'are' })} banned, checked ${when}`,
  earlierNames: (names: string) => `Names seen before: ${names}`,
}
