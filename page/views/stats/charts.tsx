import type { CounterLabels } from '../../../src/accounts/words/account-texts.ts'
import type { RustStats } from '../../../src/model/stats.ts'
import { toStatsCharts } from '../../stats-charts.ts'
import { useView } from '../view-context.ts'
import { BarList } from './bar-list.tsx'
import { CounterGroups, Counters } from './counter-groups.tsx'

/** The counters that are not key figures: hits and resources as bars, and the others by group. */
export function Charts({ report, labels }: { report: RustStats; labels: CounterLabels }) {
  const { accounts, page } = useView().texts
  const { hits, resources, rest } = toStatsCharts(report, accounts, labels)
  return (
    <>
      <section>
        <h3>{page.stats.hits}</h3>
        {hits.length === 0 && <p>{accounts.stats.nothingCounted}</p>}
        {hits.map(({ title, bars }) => (
          <div key={title}>
            <h4>{title}</h4>
            <BarList values={bars} />
          </div>
        ))}
      </section>
      <section>
        <h3>{accounts.stats.groups.resources}</h3>
        {resources.bars.length + resources.lines.length === 0 && <p>{accounts.stats.nothingCounted}</p>}
        {resources.bars.length > 0 && <BarList values={resources.bars} />}
        {resources.lines.length > 0 && <Counters lines={resources.lines} />}
      </section>
      <CounterGroups groups={rest} />
    </>
  )
}
