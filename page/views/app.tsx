import { useRef } from 'preact/hooks'
import { isStart, START } from '../address.ts'
import { isTokenRefused, type PageState } from '../state/page-state.ts'
import { LANGUAGES, type Language } from '../texts/page-texts.ts'
import { AccountView } from './account-view.tsx'
import { createLazyView } from './lazy.tsx'
import { PageLink } from './page-link.tsx'
import { PastedLines } from './pasted-lines.tsx'
import { SearchBox } from './search-box.tsx'
import { TokenPrompt } from './token-prompt.tsx'
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
    // The fragment has the accounts of a list, so the link must not change it.
    event.preventDefault()
    result.current?.focus()
  }
  return (
    <ViewContext.Provider value={tools}>
      <a class="skip" href="#result" onClick={skip}>
        {frame.skipToResult}
      </a>
      <header class="top">
        <h1>
          <PageLink to={START}>{frame.title}</PageLink>
        </h1>
        <fieldset class="languages">
          <legend>{frame.language}</legend>
          {(Object.keys(LANGUAGES) as Language[]).map((language) => (
            <button
              key={language}
              type="button"
              lang={language}
              aria-pressed={language === tools.texts.language}
              onClick={() => onLanguage(language)}
            >
              {LANGUAGES[language]}
            </button>
          ))}
        </fieldset>
      </header>
      <main id="result" ref={result} tabIndex={-1}>
        <SearchBox isAlone={isStart(state.address)} />
        {isTokenRefused(state) ? <TokenPrompt wasGiven={hasToken} /> : <Result state={state} />}
      </main>
      <footer class="bottom">
        <p>{frame.noAnswer}</p>
        <p>
          <a href="/docs">{frame.apiDocs}</a>
        </p>
      </footer>
    </ViewContext.Provider>
  )
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
