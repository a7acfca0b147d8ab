import type { Status } from '../../../src/model/status.ts'
import { hourlyPoints, layOutBudget } from '../../budget-curve.ts'
import { toUtcTime } from '../../format.ts'
import type { StatusTexts } from '../../texts/status-texts.ts'
import { CallsPicture } from './calls-picture.tsx'
import { MarkedText } from './marked-text.tsx'
import { useStatus } from './status-context.ts'

type Budget = NonNullable<Status['budget']>

const DAY_SECONDS = 86_400
/** A curve whose first point is later than this after midnight UTC does not show the whole day. */
const FIRST_POINT_SECONDS = 900

/** The calls of the day: in words, as a curve and as a table. */
export function Calls({ budget, hasKey }: { budget: Budget | null; hasKey: boolean }) {
  const { texts } = useStatus()
  const { calls } = texts
  return (
    <section class="calls" aria-labelledby="calls">
      <h2 id="calls">{calls.title}</h2>
      {budget ? (
        <CallsFigure budget={budget} />
      ) : (
        <p>
          <MarkedText text={hasKey ? calls.unknown : calls.noBudget} />
        </p>
      )}
    </section>
  )
}

function CallsFigure({ budget }: { budget: Budget }) {
  const { texts } = useStatus()
  const { calls } = texts
  return (
    <figure aria-labelledby="calls">
      <figcaption id="calls-description">
        {describeCalls(budget, texts).map((sentence) => (
          <p key={sentence}>
            <MarkedText text={sentence} />
          </p>
        ))}
      </figcaption>
      <CallsPicture curve={layOutBudget(budget)} limit={budget.limit} />
      <p class="legend" aria-hidden="true">
        <Sample name="used" /> {calls.legendUsed}
        {budget.forecast && (
          <>
            {' '}
            <Sample name="forecast" /> {calls.legendForecast}
          </>
        )}
      </p>
      <details>
        <summary>{calls.table}</summary>
        <CallsTable budget={budget} />
      </details>
    </figure>
  )
}

const Sample = ({ name }: { name: string }) => (
  <svg class="sample" width="28" height="10">
    <path class={name} d="M0 5h28" />
  </svg>
)

function CallsTable({ budget: { points, forecast } }: { budget: Budget }) {
  const { calls, facts } = useStatus().texts
  return (
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">{calls.time}</th>
          <th scope="col">{calls.count}</th>
        </tr>
      </thead>
      <tbody>
        {hourlyPoints(points).map(({ at, used }) => (
          <tr key={at}>
            <th scope="row">{toUtcTime(at)}</th>
            <td>{facts.number(used)}</td>
          </tr>
        ))}
        {forecast && (
          <tr>
            <th scope="row">{calls.forecastAt({ time: '24:00' })}</th>
            <td>{facts.number(forecast.usedAtEnd)}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

/** What the curve shows, in sentences. */
export function describeCalls({ used, limit, resetsAt, points, forecast }: Budget, { calls }: StatusTexts): string[] {
  const known = points[0]
  const isWholeDay = !known || known.at - (resetsAt - DAY_SECONDS) < FIRST_POINT_SECONDS
  return [
    limit === 0
      ? calls.usedWithoutLimit({ used })
      : calls.used({ used, limit, share: Math.floor((used / limit) * 100) }),
    forecast ? describeForecast(forecast, calls) : calls.noForecast,
    ...(isWholeDay ? [] : [calls.knownSince({ time: toUtcTime(known.at) })]),
  ]
}

const describeForecast = ({ usedAtEnd, spentAt }: NonNullable<Budget['forecast']>, calls: StatusTexts['calls']) =>
  spentAt === null ? calls.forecast({ used: usedAtEnd }) : calls.spent({ time: toUtcTime(spentAt) })
