import { render } from 'preact'
import { createLookups } from '../packages/client/src/lookups.ts'
import { createRequest } from '../packages/client/src/request.ts'
import { readAddress, toUrl } from './address.ts'
import { createFormats, type Formats } from './format.ts'
import { createController } from './state/controller.ts'
import type { PageHistory } from './state/navigation.ts'
import { chooseLanguage, keepLanguage } from './chosen-language.ts'
import { createTokenKeeper } from './token-keeper.ts'
import { COLOURS } from '../src/lib/tone.ts'
import { loadPageTexts, type PageTexts } from './texts/page-texts.ts'
import { App } from './views/app.tsx'
import { titleOf } from './views/title-of.ts'

/** Interval of updating relative times. */
const REFRESH_MS = 15_000

const history: PageHistory = {
  read: () => readAddress(location, window.history.state),
  // The history entry keeps all accounts of a list; the URL contains only the first 50.
  push: (address) => window.history.pushState(address.accounts, '', toUrl(address)),
  replace: (address) => window.history.replaceState(address.accounts, '', toUrl(address)),
}

const now = () => Date.now()
const token = createTokenKeeper(() => sessionStorage)
// Answers about people must not stay in the browser's cache.
const fetchAnswer: typeof fetch = (url, init) => fetch(url, { ...init, cache: 'no-store' })
// Without retries, because the page shows each failure and users decide.
const client = createLookups(createRequest({ fetch: fetchAnswer, token: token.get }))
const controller = createController({ client, history, token, now })
const root = document.getElementById('page') ?? document.body

for (const [tone, colour] of Object.entries(COLOURS)) document.documentElement.style.setProperty(`--${tone}`, colour)

let texts: PageTexts
let format: Formats
let wanted: PageTexts['language']
async function useLanguage(language: PageTexts['language']): Promise<void> {
  wanted = language
  const loaded = await loadPageTexts(language)
  // Another language may have been chosen while this language was loaded.
  if (wanted !== language) return
  texts = loaded
  format = createFormats(language)
  document.documentElement.lang = language
  renderPage()
}

function renderPage(): void {
  const seconds = () => Math.floor(now() / 1000)
  const relative = (at: number) => format.relativeTime(at, seconds())
  const linkTo = (address: Parameters<typeof toUrl>[0]) => new URL(toUrl(address), location.origin).href
  const changeLanguage = (language: PageTexts['language']) => {
    keepLanguage(language)
    useLanguage(language).catch(() => {
      // The file could not be loaded, so the page keeps its language.
    })
  }
  const tools = { texts, format, now: seconds, relative, actions: controller, linkTo }
  const state = controller.store.get()
  document.title = titleOf(state, texts)
  render(<App state={state} tools={tools} hasToken={token.get() !== null} onLanguage={changeLanguage} />, root)
}

// Called before the words have arrived, so that both are loaded in parallel.
controller.showCurrent()
await useLanguage(chooseLanguage())
controller.store.subscribe(renderPage)
addEventListener('popstate', controller.showCurrent)
setInterval(renderPage, REFRESH_MS)
