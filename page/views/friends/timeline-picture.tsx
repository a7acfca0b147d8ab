import { plainDisplayName } from '../../../src/lib/visible-text.ts'
import { createFormats } from '../../format.ts'
import type { FriendTimeline } from '../../friend-timeline.ts'
import { hasProfile } from '../../../src/accounts/presentation/friend-filter.ts'
import { useView } from '../view-context.ts'
import { labelWidthOf } from './tick-labels.ts'

const RADIUS = 4.5
const ROW_HEIGHT = 11
/** When there are many rows, they move together to fit into this height. */
const MAX_PLOT_HEIGHT = 220
const MIN_PLOT_HEIGHT = 48
/** Room for the label of the account's own ban. */
const HEAD_HEIGHT = 32
const LABEL_HEIGHT = 26

/**
 * Points on an axis of time. Places along the axis are percentages and heights are pixels, so that text has the same size on every
 * screen.
 */
export function TimelinePicture({ layout: { points, rows, ticks, own } }: { layout: FriendTimeline }) {
  const { texts } = useView()
  const { timeline } = texts.page
  // The axis is in UTC.
  const { date } = createFormats(texts.language, 'UTC')
  const rowHeight = Math.min(ROW_HEIGHT, MAX_PLOT_HEIGHT / rows)
  const axis = (own ? HEAD_HEIGHT : 0) + Math.max(MIN_PLOT_HEIGHT, rows * rowHeight + RADIUS)
  return (
    <svg
      class="timeline-picture"
      role="img"
      aria-labelledby="timeline-title"
      aria-describedby="timeline-description"
      height={axis + LABEL_HEIGHT}
    >
      <line class="axis" x1="0%" x2="100%" y1={axis} y2={axis} />
      {ticks.map(({ x, label }, index) => (
        <g key={label} class={`from-${labelWidthOf(index, ticks.length)}`}>
          <line class="axis" x1={percent(x)} x2={percent(x)} y1={axis} y2={axis + 6} />
          <text x={percent(x)} y={axis + 21} text-anchor="middle">
            {label}
          </text>
        </g>
      ))}
      {own && (
        <OwnBan x={own.x} bottom={axis} label={timeline.ownLegend} title={timeline.own({ date: date(own.date) })} />
      )}
      {points.map(({ friend, date: bannedAt, x, row }) => (
        <circle
          key={friend.steamId}
          class="friend-ban"
          cx={percent(x)}
          cy={axis - RADIUS - 2 - row * rowHeight}
          r={RADIUS}
        >
          <title>
            {timeline.point({
              name: hasProfile(friend) ? plainDisplayName(friend.personaname, texts.accounts) : friend.steamId,
              date: date(bannedAt),
            })}
          </title>
        </circle>
      ))}
    </svg>
  )
}

interface OwnBanProps {
  /** The place on the axis, from 0 to 1. */
  x: number
  /** The vertical place of the axis, pixels from the top. */
  bottom: number
  label: string
  title: string
}

/**
 * Marks the account's own ban with a line, a diamond and a label, so that it differs from the points of friends by more than its colour.
 */
function OwnBan({ x, bottom, label, title }: OwnBanProps) {
  return (
    <g class="own-ban">
      <title>{title}</title>
      <line x1={percent(x)} x2={percent(x)} y1={24} y2={bottom} />
      {/* The nested picture puts the origin at the place on the axis. */}
      <svg x={percent(x)} overflow="visible">
        <path d="M0 18l6 6-6 6-6-6z" />
      </svg>
      <text x={percent(x)} y={12} text-anchor={anchorAt(x)}>
        {label}
      </text>
    </g>
  )
}

/** Keeps a label inside the picture. */
function anchorAt(x: number) {
  if (x < 0.35) return 'start'
  return x > 0.65 ? 'end' : 'middle'
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`
