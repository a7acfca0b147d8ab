import type { Entry } from './prompt-conversation.ts'
import { drawMessage } from './prompt-drawing.ts'
import type { Screen } from './prompt-screen.ts'

/** The newest messages as they change, and below them a few words to whoever types. */
export interface Window {
  /** Makes a message the lowest. */
  raise: (entry: Entry) => void
  /** Whether a message is drawn anew when it changes. */
  isLive: (entry: Entry) => boolean
  /** Draws everything as it is now. */
  refresh: (words: string[]) => void
}

interface Drawn {
  entry: Entry
  /** Rows it takes on the screen; 0 before it was drawn. */
  rows: number
  version: string
}

/** Opens it at the lower end of a screen. */
export function createWindow(screen: Screen, hasColours: boolean): Window {
  let live: Drawn[] = []
  /** Messages that stay on the screen as they were, for want of room. */
  const left = new Map<Entry, Drawn>()

  const draw = ({ entry }: Drawn): string[] => {
    const text = entry.text()
    return text === '' ? [] : [...drawMessage(entry.title(), text, { columns: screen.columns(), hasColours }), '']
  }

  return {
    raise(entry) {
      left.delete(entry)
      const drawn = live.find((each) => each.entry === entry) ?? { entry, rows: 0, version: '' }
      live = [...live.filter((each) => each !== drawn), drawn]
    },
    isLive: (entry) => live.some((each) => each.entry === entry),
    refresh(words) {
      const pictures = live.map(draw)
      const leaving = countLeaving(live, pictures, screen.room() - words.length)
      for (const drawn of live.slice(0, leaving)) left.set(drawn.entry, drawn)
      const kept = sum(live.slice(0, leaving).map(({ rows }) => rows))
      const shown = pictures.slice(leaving)
      live = live.slice(leaving).map(({ entry }, index) => ({
        entry,
        rows: shown[index]?.length ?? 0,
        version: versionOf(entry),
      }))
      const changed = [...left.values()].filter(({ entry, version }) => version !== versionOf(entry))
      const hints = changed.map(({ entry: { number } }) => `#${number} has changed: type #${number} to see it.`)
      screen.draw([...shown.flat(), ...hints, ...words], kept)
    },
  }
}

/** How many of the upper messages must be left as they were drawn, so that the others can be drawn anew. */
function countLeaving(live: Drawn[], pictures: string[][], room: number): number {
  const heights = pictures.map((lines) => lines.length)
  const first = live.findIndex(({ rows }, index) => rows === 0 || sum(heights.slice(index)) <= room)
  // The lowest is drawn in any case.
  return first === -1 ? Math.max(0, live.length - 1) : first
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Differs whenever the bot has changed a message; ages, which change with the clock, do not count. */
function versionOf(entry: Entry): string {
  const message = entry.message()
  return message === undefined ? entry.text() : String(message.wire()['edited_timestamp'])
}
