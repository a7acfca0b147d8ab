/** What a text about an item of the checklist may name. */
export interface CheckFact {
  /** A time relative to now. */
  when: string
  count: number
}

/** What is the case, and what to do next where there is something to do. Names in backticks are shown as code. */
export interface CheckWords {
  what: (fact: CheckFact) => string
  next?: string
}

/** Words of one outcome of a check. */
export const say = (what: string | CheckWords['what'], next?: string): CheckWords => ({
  what: typeof what === 'string' ? () => what : what,
  ...(next === undefined ? {} : { next }),
})
