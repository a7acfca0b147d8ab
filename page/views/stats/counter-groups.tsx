import type { CounterGroup } from '../../../src/accounts/presentation/stats-figures.ts'
import { useView } from '../view-context.ts'

/** Counters with their values, by group. */
export function CounterGroups({ groups }: { groups: readonly CounterGroup[] }) {
  const { stats } = useView().texts.accounts
  return (
    <>
      {groups.map(({ group, icon, title, lines }) => (
        <section key={group}>
          <h3>
            <span aria-hidden="true">{icon}</span> {title}
          </h3>
          {lines.length === 0 ? <p>{stats.nothingCounted}</p> : <Counters lines={lines} />}
        </section>
      ))}
    </>
  )
}

/** Counters with their values. */
export function Counters({ lines }: Pick<CounterGroup, 'lines'>) {
  const { explained } = useView().texts.accounts.common
  return (
    <dl class="counters">
      {lines.flatMap(({ common, counters }) =>
        counters.map(({ label, text }) => (
          <div key={`${common}${label}`}>
            <dt>{common === '' ? label : explained({ what: common, why: label })}</dt>
            <dd>{text}</dd>
          </div>
        )),
      )}
    </dl>
  )
}
