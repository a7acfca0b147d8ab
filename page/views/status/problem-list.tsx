import type { Finding } from '../../state/service-findings.ts'
import { isSerious } from '../../state/service-findings.ts'
import { toUtcTime } from '../../format.ts'
import type { StatusTexts } from '../../texts/status-en.ts'
import { Notice } from '../notice.tsx'
import { MarkedText } from './marked-text.tsx'
import { useStatus } from './status-context.ts'

/** What is wrong right now, each with what to do. */
export function ProblemList({ findings }: { findings: readonly Finding[] }) {
  const { texts } = useStatus()
  if (findings.length === 0) return null
  return (
    <section aria-labelledby="problems">
      <h2 id="problems">{texts.problems}</h2>
      {findings.map((finding) => {
        const { title, text } = texts.findings[finding.code]
        return (
          <Notice key={finding.code} tone={isSerious(finding) ? 'banned' : 'restricted'} title={title}>
            <p>
              <MarkedText text={text(detailOf(finding, texts))} />
            </p>
          </Notice>
        )
      })}
    </section>
  )
}

/** The detail in the text about a finding: names, a time or a number. */
function detailOf({ names, count, at }: Finding, { facts }: StatusTexts): string {
  if (names) return names.map((name) => (name === 'all' ? facts.steam.all : name)).join(', ')
  if (at !== undefined) return toUtcTime(at)
  return facts.number(count ?? 0)
}
