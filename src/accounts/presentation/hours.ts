import type { Account } from '../../model/account.ts'
import type { AccountTexts } from '../words/account-texts.ts'

/** Hours in Rust: in total, and in the last two weeks. */
export interface Hours {
  total: number
  twoWeeks: number
}

/** The hours of an account: null when they are private, undefined when they could not be checked. */
export function hoursOf({ rustHours, rustHoursTwoWeeks, unavailable }: Account): Hours | null | undefined {
  if (unavailable.includes('rustHours')) return undefined
  return rustHours === null ? null : { total: rustHours, twoWeeks: rustHoursTwoWeeks ?? 0 }
}

export function formatKnownHours({ total, twoWeeks }: Hours, texts: AccountTexts): string {
  if (total === 0) return texts.lookup.noRust
  const all = texts.hours({ value: total })
  return twoWeeks === 0 ? all : `${all} (${texts.lookup.twoWeeks({ hours: texts.hours({ value: twoWeeks }) })})`
}
