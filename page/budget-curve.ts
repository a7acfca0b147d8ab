import type { Status } from '../src/model/status.ts'

const DAY_SECONDS = 86_400
const TICK_HOURS = [0, 6, 12, 18, 24]
/** Height of the picture, relative to its highest line. */
const HEADROOM = 1.1
const MAX_GRID_LINES = 4
/** Minimum distance between a grid line and the limit, a share of the height; a closer line would cross the label of the limit. */
const GRID_DISTANCE = 0.12

type Budget = NonNullable<Status['budget']>

/** A point in the picture; `x` and `y` are from 0 to 1, `y` upwards. */
export interface CurvePoint {
  x: number
  y: number
}

/** The calls of a UTC day as lines in a picture. */
export interface BudgetCurve {
  used: CurvePoint[]
  /** The expected curve from now to midnight, which stays at the limit once it reaches the limit; null when too little is known. */
  forecast: CurvePoint[] | null
  /** The `y` of the limit; null without a limit. */
  limit: number | null
  hours: { x: number; label: string }[]
  grid: { y: number; calls: number }[]
}

/** Lays out the calls of the day. */
export function layOutBudget(budget: Budget): BudgetCurve {
  const { points, forecast, limit, resetsAt } = budget
  const dayStart = resetsAt - DAY_SECONDS
  const forecastPoints = forecast && forecastLine(budget, forecast)
  const highest = Math.max(1, limit, ...[...points, ...(forecastPoints ?? [])].map(({ used }) => used))
  const top = highest * HEADROOM
  const place = ({ at, used }: Budget['points'][number]) => ({ x: share(at - dayStart), y: used / top })
  const limitY = limit === 0 ? null : limit / top
  return {
    used: points.map(place),
    forecast: forecastPoints && forecastPoints.map(place),
    limit: limitY,
    hours: TICK_HOURS.map((hour) => ({ x: hour / 24, label: `${String(hour).padStart(2, '0')}:00` })),
    grid: gridLines(highest)
      .map((calls) => ({ y: calls / top, calls }))
      .filter(({ y }) => limitY === null || Math.abs(limitY - y) > GRID_DISTANCE),
  }
}

/** The points of a day that a table shows: the first point of each hour, and the newest point. */
export function hourlyPoints(points: Budget['points']): Budget['points'] {
  const hourOf = ({ at }: Budget['points'][number]) => Math.floor(at / 3_600)
  return points.filter((point, index) => {
    const previous = points[index - 1]
    return index === points.length - 1 || !previous || hourOf(previous) !== hourOf(point)
  })
}

function forecastLine({ points, limit, resetsAt }: Budget, { usedAtEnd, spentAt }: NonNullable<Budget['forecast']>) {
  const now = points.at(-1)
  if (!now) return null
  if (spentAt === null) return [now, { at: resetsAt, used: usedAtEnd }]
  const spent = Math.max(limit, now.used)
  return [now, { at: spentAt, used: spent }, { at: resetsAt, used: spent }]
}

/** Round numbers of calls up to `highest`, in steps of 1, 2 or 5 times a power of ten. */
function gridLines(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(highest / MAX_GRID_LINES))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((each) => highest / each <= MAX_GRID_LINES) ?? highest,
  )
  return Array.from({ length: Math.floor(highest / step) }, (_, index) => (index + 1) * step)
}

const share = (seconds: number) => Math.min(1, Math.max(0, seconds / DAY_SECONDS))
