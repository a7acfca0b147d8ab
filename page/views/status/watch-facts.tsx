import type { Status } from '../../../src/model/status.ts'
import { Facts } from '../facts.tsx'
import { MarkedText } from './marked-text.tsx'
import { Moment } from './moment.tsx'
import { useStatus } from './status-context.ts'

type Sweeps = NonNullable<Status['sweeps']>
type Alerts = NonNullable<Status['alerts']>

/** How the watch lists are checked. */
export function SweepFacts({ sweeps, process }: Pick<Status, 'sweeps' | 'process'>) {
  const { facts } = useStatus().texts
  return (
    <section>
      <h3>{facts.sweeps.title}</h3>
      {sweeps ? <KnownSweeps sweeps={sweeps} /> : <NotStored state={process.database.state} />}
    </section>
  )
}

function KnownSweeps({ sweeps }: { sweeps: Sweeps }) {
  const { texts, relative } = useStatus()
  const { sweeps: words, number, never } = texts.facts
  const { latest, lastFinishedAt, nextAt, oldestCheckedAt } = sweeps
  const describeLatest = ({ startedAt, finishedAt, done, accounts }: NonNullable<Sweeps['latest']>) =>
    finishedAt === null
      ? words.running({ done, total: accounts, when: relative(startedAt) })
      : words.finished({ total: accounts, when: relative(finishedAt) })
  return (
    <Facts
      facts={[
        [words.latest, latest ? describeLatest(latest) : never],
        latest && [words.calls, number(latest.calls)],
        [words.lastFinished, lastFinishedAt === null ? never : <Moment at={lastFinishedAt} />],
        nextAt === null ? null : [words.next, <Moment at={nextAt} />],
        [words.watched, number(sweeps.watched)],
        [words.overdue, number(sweeps.overdue)],
        [words.unanswered, number(sweeps.unanswered)],
        [words.oldest, oldestCheckedAt === null ? never : <Moment at={oldestCheckedAt} />],
      ]}
    />
  )
}

/** The messages that are still to be sent to Discord. */
export function AlertFacts({ alerts, process }: Pick<Status, 'alerts' | 'process'>) {
  const { facts } = useStatus().texts
  return (
    <section>
      <h3>{facts.alerts.title}</h3>
      {alerts ? <KnownAlerts alerts={alerts} /> : <NotStored state={process.database.state} />}
    </section>
  )
}

function KnownAlerts({ alerts: { waiting, oldestAt, refusals, joins } }: { alerts: Alerts }) {
  const { alerts: words, number, none } = useStatus().texts.facts
  return (
    <>
      <Facts
        facts={[
          [words.waiting, number(waiting)],
          [words.oldest, oldestAt === null ? none : <Moment at={oldestAt} />],
          [words.refusals, number(refusals)],
          [words.joins, number(joins)],
        ]}
      />
    </>
  )
}

/** Why the figures of the database are missing: unknown is not zero. */
function NotStored({ state }: { state: Status['process']['database']['state'] }) {
  const { facts } = useStatus().texts
  return (
    <p>
      <MarkedText text={state === 'off' ? facts.databaseOff : facts.databaseFailing} />
    </p>
  )
}
