import { isSteamId } from '../model/steam-id.ts'

const MIN_ROUNDED = 5

/** Matches a SteamID64 with an exponent, as spreadsheets show it, or with separators, such as those of thousands. */
export const CHANGED_NUMBER =
  /(?<![\p{L}\p{N}.,])(?:\d(?:[.,]\d{1,16}E\+?|E\+)16|(?!\d{17})7[\s.,'’_-]?6[\s.,'’_-]?5[\s.,'’_-]?6[\s.,'’_-]?1(?:[\s.,'’_-]?\d){12})(?![\p{L}\p{N}])/giu

/**
 * Whether a spreadsheet or a program has probably rounded the SteamID64s of a list: five or more, all of which end in 0. Of ids that
 * nothing has changed, one list in 100,000 is like that. Other texts, such as custom URLs, do not count.
 */
export function areRounded(accounts: readonly string[]): boolean {
  const steamIds = new Set(accounts.filter(isSteamId))
  return steamIds.size >= MIN_ROUNDED && [...steamIds].every((steamId) => steamId.endsWith('0'))
}

/** Whether a spreadsheet has probably changed the numbers of a list, so that its accounts are wrong or missing. */
export const areChanged = (accounts: readonly string[], notRecognized: readonly string[]): boolean =>
  areRounded(accounts) || notRecognized.some((part) => part.search(CHANGED_NUMBER) !== -1)
