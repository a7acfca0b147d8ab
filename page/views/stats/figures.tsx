import type { LookupAnswer } from '../../../src/model/lookup-answer.ts'
import type { RustStats } from '../../../src/model/stats.ts'
import { hoursOf } from '../../../src/accounts/presentation/hours.ts'
import { statsFigures, type Figure } from '../../../src/accounts/presentation/stats-figures.ts'
import type { AccountTexts } from '../../../src/accounts/words/account-texts.ts'
import { ICONS } from '../../../src/lib/tone.ts'
import { useView } from '../view-context.ts'

type ShownFigure = Pick<Figure, 'label' | 'rate' | 'counts'>

/** K/D, accuracy, headshot rate and hours, in large digits. */
export function Figures({ account, report }: { account: LookupAnswer; report: RustStats }) {
  const { accounts } = useView().texts
  const figures: ShownFigure[] = [...statsFigures(report.stats, accounts), hoursFigure(account, accounts)]
  return (
    <section>
      <h3 class="hidden">{accounts.buttons.less}</h3>
      <dl class="figures">
        {figures.map(({ label, rate, counts }) => (
          <div key={label}>
            <dt>{label}</dt>
            {rate !== null && <dd class="rate">{rate}</dd>}
            <dd>{counts}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function hoursFigure(account: LookupAnswer, { lookup, common, hidden, hours: format }: AccountTexts): ShownFigure {
  const label = lookup.rustHours
  const hours = hoursOf(account)
  if (hours === undefined) return { label, rate: null, counts: `${ICONS.incomplete} ${common.unknown}` }
  if (hours === null) return { label, rate: null, counts: `${ICONS.private} ${hidden.hours}` }
  if (hours.total === 0) return { label, rate: null, counts: lookup.noRust }
  return {
    label,
    rate: format({ value: hours.total }),
    counts: lookup.twoWeeks({ hours: format({ value: hours.twoWeeks }) }),
  }
}
