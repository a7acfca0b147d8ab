import type { Language } from '../src/model/language.ts'

const MONTHS_OF_YEAR = 12
/** The possible numbers of months between two ticks. The smallest number that gives few enough ticks is used. */
const STEPS_MONTHS = [1, 2, 3, 6, 12, 24, 36, 60]
const LONGEST_STEP_MONTHS = 120
const MAX_STEPS = 8

/** A mark on an axis: its place from 0 to 1, and its month or year. */
export interface Tick {
  x: number
  label: string
}

/** An axis of whole months or years. */
export interface TimeAxis {
  ticks: Tick[]
  /** The place of a time in Unix seconds, from 0 to 1. */
  place: (seconds: number) => number
}

/** Creates an axis in UTC that contains `earliest` and `latest`, Unix seconds, and that begins and ends at a tick. */
export function createTimeAxis(earliest: number, latest: number, language: Language): TimeAxis {
  const [first, last] = [monthOf(earliest), monthOf(latest)]
  const step = STEPS_MONTHS.find((months) => (last - first) / months < MAX_STEPS) ?? LONGEST_STEP_MONTHS
  const start = Math.floor(first / step) * step
  const count = Math.floor(last / step) + 1 - start / step
  const ends = [startOfMonth(start), startOfMonth(start + count * step)] as const
  const place = (seconds: number) => (seconds - ends[0]) / (ends[1] - ends[0])
  const format = labelFormat(step, language)
  const ticks = Array.from({ length: count + 1 }, (_, index) => {
    const at = startOfMonth(start + index * step)
    return { x: place(at), label: format.format(at * 1_000) }
  })
  return { ticks, place }
}

const labelFormat = (step: number, language: Language) =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    ...(step < MONTHS_OF_YEAR ? { month: 'short' } : {}),
    timeZone: 'UTC',
  })

/** Months since the year 0. */
function monthOf(seconds: number): number {
  const date = new Date(seconds * 1_000)
  return date.getUTCFullYear() * MONTHS_OF_YEAR + date.getUTCMonth()
}

const startOfMonth = (month: number) => Date.UTC(Math.floor(month / MONTHS_OF_YEAR), month % MONTHS_OF_YEAR) / 1_000
