import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Formats } from '../../format.ts'
import type { StatusTexts } from '../../texts/status-texts.ts'

/** What every view of the status page needs: words, and how to write times. */
export interface StatusTools {
  texts: StatusTexts
  format: Formats
  /** A time of the service relative to now; takes Unix seconds. */
  relative: (seconds: number) => string
}

export const StatusContext = createContext<StatusTools | null>(null)

/** The tools that the status page provides to its views. */
export function useStatus(): StatusTools {
  const tools = useContext(StatusContext)
  if (!tools) throw new Error('A view is outside of its StatusContext.')
  return tools
}
