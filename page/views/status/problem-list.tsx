import type { Finding } from '../../state/service-findings.ts'
import { isSerious } from '../../state/service-findings.ts'
import { fillIn } from '../../../src/lib/message.ts'
import { toUtcTime } from '../../format.ts'
import type { StatusTexts } from '../../texts/status-texts.ts'
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
              <MarkedText text={fillIn(text, toDetail(finding, texts))} />
            </p>
          </Notice>
        )
      })}
    </section>
  )
}

/** The details that the text about a finding can contain: names, a time and a number. */
const toDetail = ({ names = [], count = 0, at }: Finding, { facts, list }: StatusTexts) => ({
  names: list(names.map((name) => (name === 'all' ? facts.allMethods : name))),
  time: at === undefined ? '' : toUtcTime(at),
  count,
})
