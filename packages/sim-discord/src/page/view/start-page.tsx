import { render } from 'preact'
import type { PageEvent } from '../protocol.ts'
import { App, type PageParts } from './app/app.tsx'
import { createActions } from './state/actions.ts'
import { createRequests } from './state/requests.ts'
import { createStore } from './state/store.ts'
import { applyEvent, startState, type ViewState } from './state/view-state.ts'

/** Interval at which relative times are written anew. */
const REFRESH_MS = 1_000

/** Shows the page in the document, and keeps it up to date. */
export function startPage({ title, ...parts }: PageParts & { title: string }): void {
  const query = new URLSearchParams(location.search)
  const theme = query.get('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset['theme'] = theme

  const root = document.getElementById('page') ?? document.body
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const store = createStore<ViewState>(startState(query.get('user') ?? '', query.get('channel') ?? ''))
  const actions = createActions(
    store,
    createRequests((...request) => fetch(...request)),
  )
  const renderPage = () => {
    const state = store.get()
    const person = state.page?.people.find(({ id }) => id === state.userId)
    const channel = state.page?.channels.find(({ id }) => id === state.channelId)
    document.documentElement.lang = person?.locale ?? 'en'
    document.title = channel ? `#${channel.name} · ${title}` : title
    render(<App {...parts} state={state} actions={actions} now={Date.now()} timeZone={timeZone} />, root)
  }
  store.subscribe(renderPage)
  store.subscribe(() => keepAddress(store.get()))
  renderPage()
  setInterval(renderPage, REFRESH_MS)

  const events = new EventSource('/events')
  events.addEventListener('message', ({ data }) => {
    // The server sends events of the protocol.
    store.set((state) => applyEvent(state, JSON.parse(String(data)) as PageEvent))
  })
  events.addEventListener('error', () => store.set((state) => ({ ...state, isConnected: false })))
}

/** Keeps who and where in the address, by name, for links and a reload. */
function keepAddress({ page, userId, channelId }: ViewState): void {
  if (page === null) return
  const url = new URL(location.href)
  url.searchParams.set('user', page.people.find(({ id }) => id === userId)?.name ?? userId)
  url.searchParams.set('channel', page.channels.find(({ id }) => id === channelId)?.name ?? channelId)
  if (url.href !== location.href) history.replaceState(null, '', url)
}
