import type { FoundBy } from '../../../model/steam-id.ts'
import type { Cached } from '../../../model/cached.ts'
import type { RustStats } from '../../../model/stats.ts'
import type { Hours } from '../../presentation/hours.ts'
import type { AgedPart } from '../../presentation/part-ages.ts'
import { type CounterGroup, type Figure, statsFigures, statsGroups } from '../../presentation/stats-figures.ts'
import { toneWithOwnBan } from '../../../lib/tone.ts'
import { toCustomId } from '../../../discord/custom-id.ts'
import { toFoundByArguments } from '../found-by.ts'
import type { Texts } from '../texts.ts'
import { button, charactersLeft, fitLines, type View, nonEmpty } from '../../../discord/view.ts'
import { type GameAccount, gameFoot, gameHead, gameVerdict } from './game-account.ts'
import { accountButtons, formatHours } from './account-parts.ts'
import { NO_OWN_BAN } from '../server-notes.ts'
import { resultView } from '../../../discord/views/result-view.ts'

/** The pages of the statistics, as arguments of custom ids: key figures, or all other counters. */
export const STATS_PAGES = ['figures', 'counters'] as const
export type StatsPage = (typeof STATS_PAGES)[number]

export interface StatsReport {
  stats: Cached<RustStats>
  account: GameAccount
  /**
   * Hours, which are shown with the key figures; the value is null when they are private. Undefined when they could not be checked, and on
   * the page of the other counters.
   */
  rustHours?: Cached<Hours | null> | undefined
}

/** The custom id of a button that shows a page of the statistics; `account` is an id or a custom URL name. */
export const statsId = (account: string, page: StatsPage, foundBy: FoundBy | null = null) =>
  toCustomId('stats', account, page, ...toFoundByArguments(foundBy))

/** The key figures of an account, with a button for all other counters. */
export function figuresView(report: StatsReport, texts: Texts): View {
  const lines = statsFigures(report.stats.value.stats, texts).map(formatFigure)
  const hours = `**${texts.lookup.rustHours}** ${formatHours(report.rustHours?.value, texts)}`
  return pageView(report, [...lines, hours], 'figures', texts)
}

/** All counters that are not key figures, by group. A counter that Steam does not report is left out instead of shown as 0. */
export function countersView(report: StatsReport, texts: Texts): View {
  const lines = statsGroups(report.stats.value, texts, texts.counters).map((group) => formatGroup(group, texts))
  return pageView(report, lines, 'counters', texts)
}

/** A page of the statistics, with a button for the other page. */
function pageView(report: StatsReport, lines: string[], shown: StatsPage, texts: Texts): View {
  const { stats, account, rustHours } = report
  const hoursAge: AgedPart[] = rustHours ? [[texts.lookup.rustHours, rustHours.fetchedAt]] : []
  const [other, label, emoji] =
    shown === 'figures'
      ? (['counters', texts.buttons.more, '➕'] as const)
      : (['figures', texts.buttons.less, '➖'] as const)
  const head = gameHead(account, (shownName) => `📊 ${texts.stats.title({ name: shownName })}`, [], texts)
  const ages = gameFoot(account, [[texts.stats.statistics, stats.fetchedAt], ...hoursAge], texts)
  const foot = `-# ${texts.stats.officialOnly}\n${ages}`
  const otherPage = button(emoji, label, statsId(account.steamId, other, account.foundBy))
  const verdict = gameVerdict(account, texts)
  const { ownBan = NO_OWN_BAN } = account
  const room = charactersLeft([head, foot, verdict, ownBan.verdict])
  return resultView(
    toneWithOwnBan('neutral', ownBan.state),
    nonEmpty(ownBan.verdict, verdict),
    [head, fitLines(lines, room, texts.common.leftOut), foot],
    accountButtons(account, [otherPage], statsId(account.steamId, shown, account.foundBy), texts),
  )
}

const formatFigure = ({ label, rate, counts }: Figure) =>
  `**${label}** ${rate === null ? counts : `${rate} · ${counts}`}`

function formatGroup({ icon, title, lines }: CounterGroup, { stats, common: { explained } }: Texts): string {
  const formatted = lines.map(({ common, counters }) => {
    const values = counters.map(({ label, text }) => `${label} **${text}**`).join(' · ')
    return common === '' ? values : explained({ what: common, why: values })
  })
  return [`**${icon} ${title}**`, ...(formatted.length > 0 ? formatted : [stats.nothingCounted])].join('\n')
}
