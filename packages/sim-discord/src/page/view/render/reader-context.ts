import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Reader } from '../../../render/markdown.ts'
import type { Texts } from '../texts.ts'

/** An entry of a menu that the client fills. */
export interface Choosable {
  id: string
  name: string
  kind: 'user' | 'role' | 'channel'
  /** The type of a channel. */
  channelType?: number
}

/** What a message needs from the client that shows it. */
export interface MessageReader extends Reader {
  locale: string
  /** An IANA time zone for times of day. */
  timeZone: string
  texts: Texts
  /** A used command as the client writes it, such as `/watch add`. */
  showCommand: (name: string) => string
  choosable: readonly Choosable[]
  /** The address of a picture or file that this page may load; `isDownload` for a link that saves it. */
  mediaUrl: (url: string, isDownload?: boolean) => string
  /** Whether the component has been used and the bot has not answered yet. */
  isWaiting: (messageId: string, customId: string) => boolean
  /** Clicks a button, or chooses `values` of a menu. */
  useComponent: (messageId: string, customId: string, values?: readonly string[]) => void
}

export const ReaderContext = createContext<MessageReader | null>(null)

/** The client around a message. */
export function useReader(): MessageReader {
  const reader = useContext(ReaderContext)
  if (!reader) throw new Error('A message is outside of its ReaderContext.')
  return reader
}
