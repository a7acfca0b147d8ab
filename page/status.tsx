import { render } from 'preact'
import { COLOURS } from '../src/lib/tone.ts'
import { createRequest, json } from '../packages/client/src/request.ts'
import type { Status } from '../src/model/status.ts'
import { createFormats, type Formats } from './format.ts'
import { chooseLanguage, keepLanguage } from './chosen-language.ts'
import { judgeHealth } from './state/service-health.ts'
import { createStatusFeed } from './state/status-feed.ts'
import type { Language } from '../src/model/language.ts'
import { loadStatusTexts, type StatusTexts } from './texts/status-texts.ts'
import { overallSentence } from './views/status/overall-sentence.ts'
import { StatusApp, type StatusActions } from './views/status/status-app.tsx'

const INTERVAL_SECONDS = 10
const TIMEOUT_MS = 8_000

const now = () => Math.floor(Date.now() / 1000)
const request = createRequest({ fetch: (...request) => fetch(...request), token: () => null })
const getStatus = (signal: AbortSignal) => request({ path: '/status/state', signal }, json<Status>('at'))
const feed = createStatusFeed({ getStatus, now, createTimeout: () => AbortSignal.timeout(TIMEOUT_MS) })
const root = document.getElementById('page') ?? document.body

for (const [tone, colour] of Object.entries(COLOURS)) document.documentElement.style.setProperty(`--${tone}`, colour)

const actions: StatusActions = {
  onLanguage(language) {
    keepLanguage(language)
    void useLanguage(language)
  },
  onPause: feed.setPaused,
  onRefresh: () => void feed.refresh(),
}

let texts: StatusTexts
let format: Formats
async function useLanguage(language: Language): Promise<void> {
  texts = await loadStatusTexts(language)
  format = createFormats(language)
  document.documentElement.lang = language
  renderPage()
}

function renderPage(): void {
  const state = feed.store.get()
  const relative = (at: number) => format.relativeTime(at, now() + state.clockOffset)
  const overall = state.status && overallSentence(judgeHealth(state.status), texts)
  document.title = overall === null ? texts.title : texts.documentTitle({ overall })
  render(
    <StatusApp state={state} tools={{ texts, format, relative }} intervalSeconds={INTERVAL_SECONDS} {...actions} />,
    root,
  )
}

function refreshIfVisible(): void {
  if (document.visibilityState === 'visible') void feed.refreshUnlessPaused()
}

// Called before the words have arrived, so that both are loaded in parallel.
void feed.refresh()
await useLanguage(chooseLanguage())
feed.store.subscribe(renderPage)
setInterval(refreshIfVisible, INTERVAL_SECONDS * 1000)
document.addEventListener('visibilitychange', refreshIfVisible)
