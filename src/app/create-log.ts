import { fstatSync } from 'node:fs'
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import type { Settings } from './settings/read-settings.ts'

/** Log lines are dropped while this many bytes wait for a slow or full standard output. */
const MAX_UNWRITTEN_BYTES = 4 * 1024 * 1024
/** The priority in the journal of each level of pino, as in sd-daemon(3). */
const PRIORITIES: Record<string, number> = { 60: 2, 50: 3, 40: 4, 30: 6, 20: 7, 10: 7 }

interface LogOptions {
  level: Settings['log']['level']
  format: 'text' | 'json'
  hideSecrets: (text: string) => string
  /** Whether the output is the journal of systemd: each line then begins with its priority, which the journal removes. */
  isJournal: boolean
  hasColours: boolean
  output: DestinationStream
}

/** Creates the log: each line is a JSON object, or a text for people; its time is in ISO 8601, UTC. */
export async function createLog(options: LogOptions): Promise<Logger> {
  const { level, format, hideSecrets, isJournal, hasColours, output } = options
  const render = format === 'text' ? await createTextRenderer(hasColours) : (line: string) => line
  const streamWrite = (written: string) => {
    const line = render(hideSecrets(written))
    return isJournal ? withPriority(/"level":(\d+)/.exec(written)?.[1] ?? '', line) : line
  }
  return pino({ level, timestamp: stdTimeFunctions.isoTime, hooks: { streamWrite } }, output)
}

async function createTextRenderer(colorize: boolean): Promise<(line: string) => string> {
  // Loaded only for text, because it takes memory.
  const { prettyFactory } = (await import('pino-pretty')).default
  return prettyFactory({ colorize, singleLine: true, translateTime: false, ignore: 'pid,hostname' })
}

/** Marks every line, because the journal makes an entry of each line of a stack trace. */
const withPriority = (level: string, text: string) => text.replaceAll(/^(?=.)/gm, `<${PRIORITIES[level] ?? 6}>`)

/** Creates the log of this process, on standard output. */
export function openLog({ level, format }: Settings['log'], hideSecrets: LogOptions['hideSecrets'], journal = '') {
  const isTerminal = process.stdout.isTTY
  return createLog({
    level,
    format: format ?? (isTerminal ? 'text' : 'json'),
    hideSecrets,
    isJournal: isStandardOutput(journal),
    hasColours: isTerminal && process.stdout.hasColors(),
    output: openOutput(isTerminal),
  })
}

/** Whether `stream`, the device and inode in `JOURNAL_STREAM`, is standard output; it is inherited also by processes whose output goes elsewhere. */
function isStandardOutput(stream: string): boolean {
  const { dev, ino } = fstatSync(1)
  return stream === `${dev}:${ino}`
}

/** Opens standard output for the log. When it cannot be written, lines are lost but nothing fails. */
function openOutput(sync: boolean) {
  const output = pino.destination({ sync, maxLength: MAX_UNWRITTEN_BYTES })
  let isBroken = false
  output.on('error', () => (isBroken = true))
  output.on('write', () => (isBroken = false))
  // pino flushes at the exit, and would retry endlessly on a full disk.
  const flush = output.flushSync.bind(output)
  output.flushSync = () => {
    if (!isBroken) flush()
  }
  return output
}
