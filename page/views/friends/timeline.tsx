import type { ScanResult } from '../../../src/model/account.ts'
import type { LookupAnswer } from '../../../src/model/lookup-answer.ts'
import { checkedFriends } from '../../../src/accounts/presentation/friend-filter.ts'
import { layOutTimeline } from '../../friend-timeline.ts'
import { describeTimeline } from '../../timeline-description.ts'
import { useView } from '../view-context.ts'
import { TimelinePicture } from './timeline-picture.tsx'

/** Points in one row are this far apart, a share of the axis: on a phone they overlap by less than half. */
const POINT_WIDTH = 0.025

interface TimelineProps {
  result: ScanResult
  account: LookupAnswer
}

/** When friends were last banned, as a picture and in words; in words alone if no ban has a date. */
export function Timeline({ result, account }: TimelineProps) {
  const { texts } = useView()
  const own = { bans: account.bans, fetchedAt: account.partsFetchedAt.bans }
  const layout = layOutTimeline(checkedFriends(result), result.fetchedAt, own, {
    pointWidth: POINT_WIDTH,
    language: texts.language,
  })
  const { title, friendLegend } = texts.page.timeline
  const description = describeTimeline(layout, texts).join(' ')
  if (layout.points.length === 0)
    return (
      <section class="timeline" aria-labelledby="timeline-title">
        <h3 id="timeline-title">{title}</h3>
        <p>{description}</p>
      </section>
    )
  return (
    <figure class="timeline" aria-labelledby="timeline-title">
      <h3 id="timeline-title">{title}</h3>
      <TimelinePicture layout={layout} />
      <p class="timeline-legend" aria-hidden="true">
        <svg width="12" height="12">
          <circle class="friend-ban" cx="6" cy="6" r="5" />
        </svg>{' '}
        {friendLegend}
      </p>
      <figcaption id="timeline-description">{description}</figcaption>
    </figure>
  )
}
