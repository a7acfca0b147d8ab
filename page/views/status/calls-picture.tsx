import type { BudgetCurve, CurvePoint } from '../../budget-curve.ts'
import { useStatus } from './status-context.ts'

const HEIGHT = 200
const LABEL_HEIGHT = 26
/** Units of the plot, which is stretched to the width of the picture. */
const SCALE = 1_000

/**
 * The calls of a day as lines. Places along the axis are percentages and heights are pixels, so that text has the same size on
 * every screen.
 */
export function CallsPicture({ curve, limit }: { curve: BudgetCurve; limit: number }) {
  const { calls, facts } = useStatus().texts
  const now = curve.used.at(-1)
  return (
    <svg
      class="calls-picture"
      role="img"
      aria-labelledby="calls"
      aria-describedby="calls-description"
      height={HEIGHT + LABEL_HEIGHT}
    >
      {curve.grid.map(({ y, calls: count }) => (
        <Level key={count} class="grid" y={y} label={facts.number(count)} />
      ))}
      <svg
        y={0}
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${SCALE} ${SCALE}`}
        preserveAspectRatio="none"
        overflow="visible"
      >
        <path class="area" d={toArea(curve.used)} />
        <path class="used" d={toPath(curve.used)} />
        {curve.forecast && <path class="forecast" d={toPath(curve.forecast)} />}
      </svg>
      {curve.limit !== null && <Level class="limit" y={curve.limit} label={calls.limit({ limit })} />}
      {now && <circle class="now" cx={percent(now.x)} cy={toTop(now.y)} r={4.5} />}
      <line class="axis" x1="0%" x2="100%" y1={HEIGHT} y2={HEIGHT} />
      {curve.hours.map(({ x, label }) => (
        <text key={label} x={percent(x)} y={HEIGHT + 18} text-anchor={anchorAt(x)}>
          {label}
        </text>
      ))}
    </svg>
  )
}

/** A horizontal line with a label above it. */
function Level({ class: className, y, label }: { class: string; y: number; label: string }) {
  const top = toTop(y)
  return (
    <g class={className}>
      <line x1="0%" x2="100%" y1={top} y2={top} />
      <text x={0} y={top - 4}>
        {label}
      </text>
    </g>
  )
}

const toTop = (y: number) => Math.round((1 - y) * HEIGHT)
const percent = (share: number) => `${(share * 100).toFixed(2)}%`
const toPlace = ({ x, y }: CurvePoint) => `${(x * SCALE).toFixed(1)} ${((1 - y) * SCALE).toFixed(1)}`
const toPath = (points: readonly CurvePoint[]) => (points.length === 0 ? '' : `M${points.map(toPlace).join('L')}`)

/** The area between a line and the axis. */
function toArea(points: readonly CurvePoint[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return ''
  return `${toPath([{ x: first.x, y: 0 }, ...points, { x: last.x, y: 0 }])}Z`
}

/** Keeps the labels at both ends inside the picture. */
function anchorAt(x: number) {
  if (x === 0) return 'start'
  return x === 1 ? 'end' : 'middle'
}
