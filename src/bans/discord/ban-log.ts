import { escapeMarkdown } from '../../discord/escape.ts'
import { formatCsvEnd } from '../../discord/views/table.ts'
import { nonEmpty } from '../../discord/view.ts'
import { BAN_ACTIONS, type BanAction } from '../../model/ban.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { readTermsDetail } from '../../model/terms-detail.ts'
import { formatBanEnd, formatBanned } from './ban-parts.ts'
import type { Texts } from './texts.ts'

/** A change in the log of a server. */
interface Change {
  action: string
  steamId: SteamId | null
  detail: string
}

export const isOfBanList = (action: string): action is BanAction => BAN_ACTIONS.some((each) => each === action)

/**
 * A change of the ban list as a sentence without its subject, such as `lifted the ban of …`, with the end and the reason of a ban. The account is
 * called `name` if the log does not say how it was called then.
 */
export function formatBanChange(
  { action, steamId, detail }: Change & { action: BanAction },
  reasonCharacters: number,
  texts: Texts,
  name: string | null = null,
): string {
  const { banLog } = texts
  const [first = '', second = ''] = detail.split(' ')
  switch (action) {
    case 'ban_added':
    case 'ban_changed':
    case 'ban_removed':
    case 'ban_restored':
      return formatBanOfOne({ action, steamId, detail }, reasonCharacters, texts, name)
    case 'bans_imported':
    case 'ban_import_undone':
      return banLog[action]({ importNumber: Number(first), count: Number(second) })
    case 'reasons_set':
      return nonEmpty(banLog.reasons_set, escapeMarkdown(detail.replaceAll('\n', ' · '), reasonCharacters)).join(' · ')
    case 'bans_exported':
      return banLog.bans_exported({ count: Number(first), format: second })
  }
}

/** A change of one ban: the account, the reason and the end, and what these were before. */
function formatBanOfOne(
  { action, steamId, detail }: Change & { action: 'ban_added' | 'ban_changed' | 'ban_removed' | 'ban_restored' },
  reasonCharacters: number,
  texts: Texts,
  name: string | null,
): string {
  const { banLog, ownBan } = texts
  const { reason, until, before, isNoteChanged, name: storedName } = readTermsDetail(detail)
  const account = steamId === null ? 'none' : formatBanned({ steamId, name: storedName || (name ?? '') }, texts)
  const characters = before.reason === '' ? reasonCharacters : Math.floor(reasonCharacters / 2)
  const shown = (text: string) => escapeMarkdown(text, characters)
  const endOf = (end: number | null) =>
    end === null ? ownBan.forGood : ownBan.until({ date: formatBanEnd(end, texts) })
  const ofBefore = (text: string) => (text === '' ? '' : banLog.reasonBefore({ reason: text }))
  return nonEmpty(
    banLog[action]({ account }),
    shown(reason),
    ofBefore(shown(before.reason)),
    // The end of a lifted ban would read as the time until which it is lifted.
    action === 'ban_removed' ? '' : endOf(until),
    before.until === undefined ? '' : ofBefore(endOf(before.until)),
    isNoteChanged ? banLog.noteChanged : '',
  ).join(' · ')
}

/** Whether the detail of a change is the reason of a ban. */
const isOfOneBan = (action: BanAction) => action.startsWith('ban_') && action !== 'ban_import_undone'

/** The cells of a table row about a change of the ban list. */
export function banChangeCells({ action, detail }: { action: BanAction; detail: string }, texts: Texts) {
  const { banLog } = texts
  if (!isOfOneBan(action)) return { note: detail }
  const { reason, until, name, isNoteChanged, before } = readTermsDetail(detail)
  const notes = [
    ...(before.reason === '' ? [] : [banLog.reasonBefore({ reason: before.reason })]),
    ...(isNoteChanged ? [banLog.noteChanged] : []),
  ]
  const note = notes.length === 0 ? {} : { note: texts.commas(notes) }
  return { name, reason, until: formatCsvEnd(until), ...note }
}
