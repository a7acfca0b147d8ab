import type { SimMessage } from '../../packages/sim-discord/src/index.ts'
import type { Entry } from './entries.ts'
import { drawMessage } from './drawing.ts'
import type { Screen } from './screen.ts'

/** The newest messages, redrawn as they change, with notices for the user below. */
export type Window = ReturnType<typeof createWindow>

interface Drawn {
  entry: Entry
  /** The number of rows on the screen; 0 before it was drawn. */
  rows: number
  version: string
}

/** Creates a window in the lower part of a screen. */
export function createWindow(screen: Screen, hasColours: boolean) {
  /** All messages, least recently raised first. */
  let raised: Entry[] = []
  let live: Drawn[] = []
  /** A fingerprint of what was drawn last, without titles and relative times. */
  let drawnContent = ''
  /** Messages that are no longer redrawn because they do not fit, with the last version that the user knows of. */
  const left = new Map<Entry, string>()

  const draw = ({ entry }: Drawn): string[] => {
    const text = entry.text()
    return text === '' ? [] : [...drawMessage(entry.title(), text, { columns: screen.columns(), hasColours }), '']
  }

  return {
    /** Moves a message to the bottom. */
    raise(entry: Entry): void {
      raised = [...raised.filter((each) => each !== entry), entry]
      left.delete(entry)
      const drawn = live.find((each) => each.entry === entry) ?? { entry, rows: 0, version: '' }
      live = [...live.filter((each) => each !== drawn), drawn]
    },
    /** The most recently raised message of this kind; throws if there is none. */
    newest(kind: string, isOfKind: (message: SimMessage) => boolean): Entry {
      const entry = raised.findLast((each) => {
        const message = each.message()
        return message !== undefined && isOfKind(message)
      })
      if (entry === undefined) throw new Error(`There is no ${kind} yet.`)
      return entry
    },
    /** Whether changes of a message are redrawn. */
    isLive: (entry: Entry): boolean => live.some((each) => each.entry === entry),
    /** Ends the hints that messages have changed, until they change again. */
    forgetChanges(): void {
      for (const entry of left.keys()) left.set(entry, versionOf(entry))
    },
    /** Redraws everything. */
    refresh(notices: string[]): void {
      const pictures = live.map(draw)
      const leaving = countLeaving(live, pictures, screen.room() - notices.length)
      for (const { entry, version } of live.slice(0, leaving)) left.set(entry, version)
      const kept = sum(live.slice(0, leaving).map(({ rows }) => rows))
      const shown = pictures.slice(leaving)
      live = live.slice(leaving).map(({ entry }, index) => ({
        entry,
        rows: shown[index]?.length ?? 0,
        version: versionOf(entry),
      }))
      const changed = [...left].filter(([entry, version]) => version !== versionOf(entry))
      const hints = changed.map(([{ number }]) => `#${number} has changed; show it with: #${number}`)
      const lines = [...shown.flat(), ...hints, ...notices]
      const content = JSON.stringify([live.map(({ entry, version }) => [entry.number, version]), hints, notices])
      // Lines that have scrolled off the screen cannot be replaced, so every drawing would be a copy.
      if (content === drawnContent && lines.length > screen.room()) return
      screen.draw(lines, kept)
      drawnContent = content
    },
  }
}

/** The number of upper messages that must stay as drawn, so that the others fit on the screen. */
function countLeaving(live: Drawn[], pictures: string[][], room: number): number {
  const heights = pictures.map((lines) => lines.length)
  // An entry without text, such as a closed form, does not keep the entries above it on the screen.
  const isNew = ({ rows }: Drawn, index: number) => rows === 0 && heights[index] !== 0
  const first = live.findIndex((each, index) => isNew(each, index) || sum(heights.slice(index)) <= room)
  // The lowest message is always drawn.
  return first === -1 ? Math.max(0, live.length - 1) : first
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** A fingerprint of a message's content, independent of relative times. */
function versionOf(entry: Entry): string {
  const message = entry.message()
  if (message === undefined) return entry.text()
  const { edited_timestamp, flags } = message.wire()
  return `${String(edited_timestamp)} ${String(flags)}`
}
