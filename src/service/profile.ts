import type { Profile } from '../model/account.ts'
import type { Summary } from '../steam/methods/get-player-summaries.ts'

/** The part of a summary that is told about an account. */
export function toProfile({ avatar: _, ...profile }: Summary): Profile {
  return profile
}
