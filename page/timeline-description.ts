import { createFormats } from './format.ts'
import type { FriendTimeline } from './friend-timeline.ts'
import type { PageTexts } from './texts/page-texts.ts'

/** The timeline in sentences, for readers who do not see the picture: the span, counts by year, and the account's own ban. */
export function describeTimeline(
  { points, own, undated }: FriendTimeline,
  { accounts, page, language }: PageTexts,
): string[] {
  const { timeline } = page
  // The axis is in UTC.
  const { date } = createFormats(language, 'UTC')
  const [first, last] = [points.at(0), points.at(-1)]
  return [
    ...(first && last
      ? [
          date(first.date) === date(last.date)
            ? timeline.descriptionOneDay({ dated: points.length, date: date(first.date) })
            : timeline.description({ dated: points.length, from: date(first.date), to: date(last.date) }),
          timeline.byYear({ counts: accounts.commas(countsByYear(points, page)) }),
        ]
      : [timeline.none]),
    ...(undated > 0 ? [timeline.undated({ count: undated })] : []),
    ...(own ? [timeline.own({ date: date(own.date) })] : []),
    ...(first || own ? [timeline.accuracy] : []),
  ]
}

function countsByYear(points: FriendTimeline['points'], { timeline }: PageTexts['page']): string[] {
  const counts = new Map<number, number>()
  for (const { date } of points) {
    const year = new Date(date * 1_000).getUTCFullYear()
    counts.set(year, (counts.get(year) ?? 0) + 1)
  }
  return [...counts].map(([year, count]) => timeline.inYear({ year: String(year), count }))
}
