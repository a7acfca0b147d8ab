import type { LookupAnswer } from '../../../src/model/lookup-answer.ts'
import type { RustStatsAnswer } from '../../../src/model/stats.ts'
import type { Loadable } from '../../state/loadable.ts'
import { toStatsCharts } from '../../stats-charts.ts'
import { PartView } from '../part-view.tsx'
import { useView } from '../view-context.ts'
import { BarList } from './bar-list.tsx'
import { CounterGroups, Counters } from './counter-groups.tsx'
import { Figures } from './figures.tsx'

interface StatsViewProps {
  account: LookupAnswer
  stats: Loadable<RustStatsAnswer>
}

/** The statistics of an account in Rust. */
export function StatsView({ account, stats }: StatsViewProps) {
  return (
    <PartView name="stats" part={stats} subject={account.steamId}>
      {(report) => <KnownStats account={account} report={report} />}
    </PartView>
  )
}

function KnownStats({ account, report }: { account: LookupAnswer; report: RustStatsAnswer }) {
  const { texts, relative } = useView()
  const { accounts, page } = texts
  const { hits, resources, rest } = toStatsCharts(report, accounts)
  return (
    <div class="stats">
      <p class="age">{page.states.checked({ when: relative(report.fetchedAt) })}</p>
      <p class="hint">{accounts.stats.officialOnly}</p>
      <Figures account={account} report={report} />
      <section>
        <h3>{page.stats.hits}</h3>
        {hits.length === 0 && <p>{page.stats.nothingCounted}</p>}
        {hits.map(({ title, bars }) => (
          <div key={title}>
            <h4>{title}</h4>
            <BarList values={bars} />
          </div>
        ))}
      </section>
      <section>
        <h3>{accounts.stats.groups.resources}</h3>
        {resources.bars.length + resources.lines.length === 0 && <p>{page.stats.nothingCounted}</p>}
        {resources.bars.length > 0 && <BarList values={resources.bars} />}
        {resources.lines.length > 0 && <Counters lines={resources.lines} />}
      </section>
      <CounterGroups groups={rest} />
    </div>
  )
}
