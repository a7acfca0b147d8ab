import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { PagePerson, PageState } from '../../protocol.ts'
import type { Actions } from '../state/actions.ts'
import type { ViewState } from '../state/view-state.ts'
import type { Texts } from '../texts.ts'

/** What the views of the page share. */
export interface AppTools {
  state: ViewState
  page: PageState
  person: PagePerson
  texts: Texts
  actions: Actions
}

export const AppContext = createContext<AppTools | null>(null)

/** The tools of the page around a view. */
export function useApp(): AppTools {
  const tools = useContext(AppContext)
  if (!tools) throw new Error('A view is outside of its AppContext.')
  return tools
}
