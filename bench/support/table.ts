/** One figure. */
export interface Row {
  what: string
  target: string
  measured: string
  /** Whether the target is met; undefined where there is none. */
  isMet?: boolean
  /** What the npm package `steamapi` needs for the same. */
  beside?: string
}

/** What a topic found: figures, and lines that explain them. */
export interface Findings {
  rows: Row[]
  notes?: string[]
  /** Whether a target was missed that must always be met. */
  hasFailed?: boolean
}

/** The rows as a Markdown table. */
export function toTable(rows: Row[]): string {
  const verdict = ({ isMet }: Row) => (isMet === undefined ? '' : isMet ? 'met' : 'MISSED')
  const lines = [
    ['What', 'Target', 'Measured', 'Verdict', 'steamapi'],
    ['---', '---', '---', '---', '---'],
    ...rows.map((row) => [row.what, row.target, row.measured, verdict(row), row.beside ?? '']),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The middle one of several numbers. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** The value that so many percent of the numbers do not exceed. */
export function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** A whole number with its thousands apart. */
export function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}
