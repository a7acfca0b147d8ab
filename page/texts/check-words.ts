/** Values in a text about an item of the checklist. */
export interface CheckFact {
  /** A time relative to now. */
  when: string
  count: number
}

/** The state of an item, and the next step if there is one. Names in backticks are shown as code. */
export interface CheckWords {
  what: (fact: CheckFact) => string
  next?: string
}

/** Creates the words of one outcome of a check. */
export const say = (what: string | CheckWords['what'], next?: string): CheckWords => ({
  what: typeof what === 'string' ? () => what : what,
  ...(next === undefined ? {} : { next }),
})
