import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Controller } from '../state/controller.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import type { Address } from '../address.ts'
import type { Formats } from '../format.ts'

/** What every view needs: texts, formats, and the actions of users. */
export interface ViewTools {
  texts: PageTexts
  format: Formats
  /** Unix seconds. */
  now: () => number
  /** A time relative to now, such as `5 minutes ago`; takes Unix seconds. */
  relative: (seconds: number) => string
  actions: Controller
  /** The absolute URL of an address, for sharing. */
  linkTo: (address: Address) => string
}

export const ViewContext = createContext<ViewTools | null>(null)

/** The tools that the page provides to its views. */
export function useView(): ViewTools {
  const tools = useContext(ViewContext)
  if (!tools) throw new Error('A view is outside of its ViewContext.')
  return tools
}
