import type { Status } from '../../../src/model/status.ts'
import { judgeHealth } from '../../state/service-health.ts'
import type { StatusState } from '../../state/status-feed.ts'
import type { Language } from '../../../src/model/language.ts'
import { PublishedLinks } from '../published-links.tsx'
import { TopBar } from '../top-bar.tsx'
import { Calls } from './calls.tsx'
import { Checklist } from './checklist.tsx'
import { ErrorTable } from './error-table.tsx'
import { LoadFacts } from './load-facts.tsx'
import { MarkedText } from './marked-text.tsx'
import { Overall } from './overall.tsx'
import { ProblemList } from './problem-list.tsx'
import { ProcessFacts, ReplicaFacts } from './process-facts.tsx'
import { RefreshBar, StaleNotice } from './refresh-bar.tsx'
import { StatusContext, type StatusTools } from './status-context.ts'
import { AlertFacts, SweepFacts } from './watch-facts.tsx'

export interface StatusActions {
  onLanguage: (language: Language) => void
  onPause: (isPaused: boolean) => void
  onRefresh: () => void
}

interface StatusAppProps extends StatusActions {
  state: StatusState
  tools: StatusTools
  intervalSeconds: number
}

/** The whole status page. */
export function StatusApp({ state, tools, intervalSeconds, onLanguage, onPause, onRefresh }: StatusAppProps) {
  const { texts } = tools
  const { status, failure } = state
  return (
    <StatusContext.Provider value={tools}>
      <TopBar language={texts.language} legend={texts.languages} onLanguage={onLanguage}>
        {texts.title}
      </TopBar>
      <main>
        <RefreshBar state={state} intervalSeconds={intervalSeconds} onPause={onPause} onRefresh={onRefresh} />
        <StaleNotice state={state} />
        {status ? <Service status={status} /> : failure === null && <p>{texts.loading}</p>}
      </main>
      <footer class="bottom">
        <p>
          <MarkedText text={texts.readOnly} />
        </p>
        <p class="actions">
          <a href="/">{texts.toLookups}</a>
          <PublishedLinks words={texts.published} />
        </p>
      </footer>
    </StatusContext.Provider>
  )
}

function Service({ status }: { status: Status }) {
  const health = judgeHealth(status)
  return (
    <>
      <Overall health={health} />
      <ProblemList findings={health.findings} />
      <Checklist checks={health.checks} now={status.at} />
      <Calls budget={status.budget} hasKey={status.circuits.platform !== 'not_configured'} />
      <Figures status={status} />
      <ErrorTable errors={status.errors} />
    </>
  )
}

function Figures({ status }: { status: Status }) {
  return (
    <div class="service-facts">
      <LoadFacts queue={status.queue} process={status.process} />
      <SweepFacts sweeps={status.sweeps} process={status.process} />
      <AlertFacts alerts={status.alerts} process={status.process} />
      <ReplicaFacts replicas={status.replicas} />
      <ProcessFacts process={status.process} />
    </div>
  )
}
