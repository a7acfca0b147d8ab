import { createPlurals } from '../../lib/plural.ts'
import { STEAM_ID_DIGITS } from '../../model/steam-id.ts'

const { number } = createPlurals('en')

/** Words and sentences that several answers share. Names, codes and times are formatted by the caller. */
export const common = {
  namelessAccount: '(name cannot be shown)',
  checked: (when: string) => `checked ${when}`,
  /** Replaces `checked` when the parts of an answer differ in age. */
  checkedPart: (what: string, when: string) => `${what} checked ${when}`,
  foundByCustomUrl: (name: string) => `Found by custom URL ${name}: check that this is the player you mean.`,
  foundByFriendCode: (code: string) => `Found by friend code ${code}.`,
  /** Explains, next to an error about an account, how the input was looked up. */
  triedCustomUrl: (name: string) =>
    `${name} was looked up as a custom URL (steamcommunity.com/id/…), not as an in-game name.`,
  triedFriendCode: (code: string) => `${code} was looked up as a custom URL or friend code, not as an in-game name.`,
  /** The same for a number with this many digits that is probably a mistyped SteamID64. */
  mistypedId: (digits: number) =>
    digits === STEAM_ID_DIGITS
      ? 'This SteamID64 cannot belong to a player. Copy the whole ID again.'
      : `A SteamID64 has ${STEAM_ID_DIGITS} digits, this one has ${number(digits)}. Copy the whole ID again.`,
  leftOut: (count: number) => `… and ${number(count)} more`,
  avatarOf: (name: string) => `Avatar of ${name}`,
  unknown: 'could not be checked',
  private: 'private',
  profile: 'profile',
}
