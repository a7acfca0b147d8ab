import { ICONS } from '../../../lib/tone.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import type { Texts } from '../texts.ts'
import { button } from '../../../discord/view.ts'

/** Maximum number of findings that a running scan shows. */
export const MAX_LISTED = 5
const BAR_CELLS = 20

/** The progress of a scan: a bar, and the numbers of finished and failed checks. */
export function formatProgress(
  { current, total, failed }: Record<'current' | 'total' | 'failed', number>,
  texts: Texts,
) {
  const filled = total === 0 ? BAR_CELLS : Math.floor((current / total) * BAR_CELLS)
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CELLS - filled)}`
  const { friends } = texts
  const progress =
    failed === 0
      ? friends.progress({ current, total })
      : friends.progressWithUnknown({ current, total, checked: current - failed, unknown: failed })
  return `\`${bar}\` ${progress}`
}

/** How many of the accounts found so far are banned, and, if there are any, how many have only a trade restriction. */
export function formatFound(
  { banned, restricted }: Record<'banned' | 'restricted', number>,
  format: (values: { count: number }) => string,
  { batch }: Texts,
): string {
  return [
    banned > 0 ? `**${ICONS.banned} ${format({ count: banned })}**` : format({ count: banned }),
    ...(restricted > 0 ? [`${ICONS.restricted} ${batch.restrictedCount({ count: restricted })}`] : []),
  ].join('\n')
}

/** The button that stops a scan and keeps its results. `account` is the account whose friends are scanned; undefined for a batch. */
export const stopButton = (scanId: string, texts: Texts, account?: string) =>
  button('⏹️', texts.buttons.stopScan, toCustomId('cancel', scanId, ...(account === undefined ? [] : [account])))
