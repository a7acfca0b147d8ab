import { pino } from 'pino'

/** One line of the log. */
export type LogLine = Record<string, unknown> & { level: number; msg: string }

/** A logger and the lines written to it. */
export function captureLog() {
  const lines: LogLine[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as LogLine)
  return { lines, logger: pino({ level: 'debug' }, { write }) }
}
