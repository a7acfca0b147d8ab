import { useRef } from 'preact/hooks'
import { isStart, START } from '../address.ts'
import { isTokenRefused, type PageState } from '../state/page-state.ts'
import type { Language } from '../../src/model/language.ts'
import type { Spelling } from '../../src/text/spelling.ts'
import { AccountView } from './account-view.tsx'
import { createLazyView } from './lazy.tsx'
import { PageLink } from './page-link.tsx'
import { PublishedLinks } from './published-links.tsx'
import { PastedLines } from './pasted-lines.tsx'
import { SearchBox } from './search-box.tsx'
import { TokenPrompt } from './token-prompt.tsx'
import { TopBar } from './top-bar.tsx'
import { useView, ViewContext, type ViewTools } from './view-context.ts'

const ListView = createLazyView(() => import('./list-view.tsx').then((loaded) => loaded.ListView))

interface AppProps {
  state: PageState
  tools: ViewTools
  hasToken: boolean
  onLanguage: (language: Language) => void
}

/** The whole page. */
export function App({ state, tools, hasToken, onLanguage }: AppProps) {
  const { frame } = tools.texts.page
  const result = useRef<HTMLElement>(null)
  const skip = (event: MouseEvent) => {
    // The fragment contains the accounts of a list, so the link must not change it.
    event.preventDefault()
    result.current?.focus()
  }
  return (
    <ViewContext.Provider value={tools}>
      <a class="skip" href="#result" onClick={skip}>
        {frame.skipToResult}
      </a>
      <TopBar language={tools.texts.language} legend={frame.language} onLanguage={onLanguage}>
        <PageLink to={START}>{frame.title}</PageLink>
      </TopBar>
      <main>
        <SearchBox isAlone={isStart(state.address)} />
        <section id="result" ref={result} tabIndex={-1} aria-label={frame.result}>
          {isTokenRefused(state) ? (
            <TokenPrompt wasGiven={hasToken} />
          ) : (
            <>
              {state.pasted?.spelling && <FileSpelling spelling={state.pasted.spelling} />}
              <Result state={state} />
            </>
          )}
        </section>
      </main>
      <footer class="bottom">
        <p>{frame.noAnswer}</p>
        <p class="actions">
          <a href="/docs">{frame.apiDocs}</a>
          <PublishedLinks words={frame.published} />
        </p>
      </footer>
    </ViewContext.Provider>
  )
}

/** How a file was read whose encoding was guessed. */
function FileSpelling({ spelling }: { spelling: Spelling }) {
  const { accounts } = useView().texts
  return <p>{accounts.common.fileSpelling({ ...spelling, words: accounts.commas(spelling.words) })}</p>
}

function Result({ state: { address, parts, list, pasted } }: { state: PageState }) {
  const { texts } = useView()
  if (address.account !== null) {
    return (
      <>
        <AccountView address={address} parts={parts} />
        {pasted && <PastedLines pasted={pasted} />}
      </>
    )
  }
  if (list && address.accounts.length > 0) return <ListView list={list} address={address} pasted={pasted} />
  return <p class="intro">{texts.page.frame.intro}</p>
}
