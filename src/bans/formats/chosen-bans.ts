import type { ListedBan, OpenBan, ReadBanList } from './read-ban-list.ts'

/** Which open bans of a list are imported besides its other bans. */
export interface ImportChoice {
  /** Whether bans whose end was not read are imported for good. */
  unreadEnds: boolean
  /** Whether accounts of which the list does not say whether they are banned are banned. */
  unclear: boolean
}

/** Open bans by the choice that they still need. */
export type OpenBans = { [Kind in keyof ImportChoice]: OpenBan[] }

/**
 * The open bans of a list, each for the choice that it still needs: an unclear account whose end was not read counts as an unread end as soon as
 * unclear accounts are chosen.
 */
export function openBansOf({ unreadEnds, unclear }: ReadBanList, choice: ImportChoice): OpenBans {
  if (!choice.unclear) return { unreadEnds, unclear }
  const hasUnreadEnd = ({ unreadEnd }: OpenBan) => unreadEnd !== undefined
  return {
    unreadEnds: [...unreadEnds, ...unclear.filter(hasUnreadEnd)],
    unclear: unclear.filter((ban) => !hasUnreadEnd(ban)),
  }
}

/** The bans of a list that are imported by this choice. */
export function chosenBans(list: ReadBanList, choice: ImportChoice): ListedBan[] {
  const open = openBansOf(list, choice)
  return [...list.bans, ...(choice.unreadEnds ? open.unreadEnds : []), ...(choice.unclear ? open.unclear : [])]
}
