import { inlineCode } from 'discord.js'
import { escapeMarkdown } from '../../discord/escape.ts'
import { BAN_ACTIONS, type BanAction } from '../../model/ban.ts'
import { readReasonDetail } from '../ban-texts.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { Texts } from './texts.ts'

/** A change in the log of a server. */
interface Change {
  action: string
  steamId: SteamId | null
  detail: string
}

export const isOfBanList = (action: string): action is BanAction => BAN_ACTIONS.some((each) => each === action)

/** A change of the ban list as a sentence without its subject, such as `lifted the ban of …`. */
export function formatBanChange(
  { action, steamId, detail }: Change & { action: BanAction },
  reasonCharacters: number,
  { banLog, common }: Texts,
): string {
  const [first = '', second = ''] = detail.split(' ')
  switch (action) {
    case 'ban_added':
    case 'ban_changed':
    case 'ban_removed':
    case 'ban_restored': {
      const change = banLog[action]({ account: steamId === null ? common.profile : inlineCode(steamId) })
      const { reason, before } = readReasonDetail(detail)
      const characters = before === '' ? reasonCharacters : Math.floor(reasonCharacters / 2)
      const shown = (text: string) => escapeMarkdown(text, characters)
      const parts = [change, shown(reason), before === '' ? '' : banLog.reasonBefore({ reason: shown(before) })]
      return parts.filter((part) => part !== '').join(' · ')
    }
    case 'bans_imported':
    case 'ban_import_undone':
      return banLog[action]({ importNumber: Number(first), count: Number(second) })
    case 'bans_exported':
      return banLog.bans_exported({ count: Number(first), format: second })
  }
}

/** Whether the detail of a change is the reason of a ban. */
const isOfOneBan = (action: BanAction) => action.startsWith('ban_') && action !== 'ban_import_undone'

/** The cells of a table row about a change of the ban list. */
export function banChangeCells({ action, detail }: { action: BanAction; detail: string }, { banLog, csv }: Texts) {
  const change = csv.actions[action]
  if (!isOfOneBan(action)) return { change, note: detail }
  const { reason, before } = readReasonDetail(detail)
  return { change, reason, ...(before === '' ? {} : { note: banLog.reasonBefore({ reason: before }) }) }
}
