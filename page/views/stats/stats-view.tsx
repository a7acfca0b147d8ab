import { load } from '../../../i18n/compiled/load-counters.ts'
import type { LookupAnswer } from '../../../src/model/lookup-answer.ts'
import { mapValues } from '../../../src/model/objects.ts'
import type { RustStats, RustStatsAnswer } from '../../../src/model/stats.ts'
import type { Loadable } from '../../state/loadable.ts'
import { createLazyView } from '../lazy.tsx'
import { PartView } from '../part-view.tsx'
import { useView } from '../view-context.ts'
import { Charts } from './charts.tsx'
import { Figures } from './figures.tsx'

/** The counters by language. Their labels are files of their own, because they would be a sixth of the words of a first visit. */
const COUNTERS = mapValues(load, (loadLabels) =>
  createLazyView(async () => {
    const { counters } = await loadLabels()
    return ({ report }: { report: RustStats }) => <Charts report={report} labels={counters} />
  }),
)

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
  const Counters = COUNTERS[texts.language]
  return (
    <div class="stats">
      <p class="age">{texts.page.states.checked({ when: relative(report.fetchedAt) })}</p>
      <p class="hint">{texts.accounts.stats.officialOnly}</p>
      <Figures account={account} report={report} />
      <Counters report={report} />
    </div>
  )
}
