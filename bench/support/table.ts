/** One measurement. */
export interface Row {
  what: string
  target: string
  measured: string
  /** Whether the target is met; undefined without a target. */
  isMet?: boolean
}

/** The measurements of a topic, and notes on them. */
export interface Findings {
  rows: Row[]
  notes?: string[]
  /** Whether a mandatory target was missed. */
  hasFailed?: boolean
}

/** Formats the rows as a Markdown table. */
export function toTable(rows: Row[]): string {
  const verdict = ({ isMet }: Row) => (isMet === undefined ? '' : isMet ? 'met' : 'MISSED')
  const lines = [
    ['What', 'Target', 'Measured', 'Verdict'],
    ['---', '---', '---', '---'],
    ...rows.map((row) => [row.what, row.target, row.measured, verdict(row)]),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The median of the numbers. */
export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

/** The percentile of the numbers. */
export function percentile(numbers: number[], percent: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** Formats a rounded number with thousands separators. */
export function whole(number: number): string {
  return Math.round(number).toLocaleString('en-US')
}
