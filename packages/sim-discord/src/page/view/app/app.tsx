import type { FunctionComponent } from 'preact'
import { useState } from 'preact/hooks'
import type { PageState } from '../../protocol.ts'
import { HashIcon, MenuIcon, PanelIcon } from '../render/icons.tsx'
import { ReaderContext } from '../render/reader-context.ts'
import type { Actions } from '../state/actions.ts'
import type { ViewState } from '../state/view-state.ts'
import { textsOf } from '../texts.ts'
import { AppContext } from './app-context.ts'
import { ChannelView } from './channel-view.tsx'
import { Composer } from './composer.tsx'
import { createReader } from './create-reader.ts'
import { ModalDialog } from './modal-dialog.tsx'
import { Sidebar } from './sidebar.tsx'

/** What a program adds to the page. */
export interface PageParts {
  /** The name of a channel that is also shown beside the others. */
  beside?: string
  /** A panel with its name, below that channel. */
  panel?: { name: string; View: FunctionComponent }
}

interface AppProps extends PageParts {
  state: ViewState
  actions: Actions
  /** In Unix milliseconds. */
  now: number
  timeZone: string
}

/** The whole page. */
export function App({ state, actions, now, timeZone, ...parts }: AppProps) {
  const { page } = state
  const person = page?.people.find(({ id }) => id === state.userId)
  if (page === null || person === undefined) return <p class="start">{textsOf('en-US').loading}</p>
  const texts = textsOf(person.locale)
  const reader = createReader({ state, page, person, texts, actions, now, timeZone })
  const modal = state.modals.find(({ userId }) => userId === person.id)
  return (
    <AppContext.Provider value={{ state, page, person, texts, actions }}>
      <ReaderContext.Provider value={reader}>
        <Frame {...parts} page={page} channelId={state.channelId} isConnected={state.isConnected} />
        {modal && <ModalDialog key={modal.interactionId} opened={modal} />}
      </ReaderContext.Provider>
    </AppContext.Provider>
  )
}

type Drawer = 'channels' | 'panel'

interface FrameProps extends PageParts {
  page: PageState
  channelId: string
  isConnected: boolean
}

function Frame({ page, channelId, isConnected, beside, panel }: FrameProps) {
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const toggle = (each: Drawer) => () => setDrawer(drawer === each ? null : each)
  const channel = page.channels.find(({ id }) => id === channelId)
  const second = page.channels.find(({ id, name }) => name === beside && id !== channelId)
  const texts = textsOf('en-US')
  return (
    <div
      class={`frame${drawer === null ? '' : ` showing-${drawer}`}`}
      onKeyDown={({ key, defaultPrevented }) => {
        if (key === 'Escape' && !defaultPrevented) setDrawer(null)
      }}
    >
      <Sidebar onChosen={() => setDrawer(null)} />
      <main>
        <header class="channel-header">
          <button
            type="button"
            class="icon-button only-narrow"
            aria-label={texts.channels}
            aria-expanded={drawer === 'channels'}
            onClick={toggle('channels')}
          >
            <MenuIcon />
          </button>
          <HashIcon />
          <h1>{channel?.name}</h1>
          {panel && (
            <button
              type="button"
              class="icon-button only-medium"
              aria-label={panel.name}
              aria-expanded={drawer === 'panel'}
              onClick={toggle('panel')}
            >
              <PanelIcon />
            </button>
          )}
        </header>
        {!isConnected && (
          <p class="banner" role="alert">
            {texts.connectionLost}
          </p>
        )}
        <ChannelView key={`${channelId} main`} channelId={channelId} />
        <Composer key={channelId} />
      </main>
      {(second || panel) && (
        <aside class="beside" aria-label="Beside the channel">
          {second && (
            <section class="second-channel" aria-label={`#${second.name}`}>
              <header class="channel-header">
                <HashIcon />
                <h2>{second.name}</h2>
              </header>
              <ChannelView key={`${second.id} beside`} channelId={second.id} />
            </section>
          )}
          {panel && (
            <section class="panel" aria-label={panel.name} lang="en">
              <panel.View />
            </section>
          )}
        </aside>
      )}
    </div>
  )
}
