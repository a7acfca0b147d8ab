import type { Fault } from '../../packages/sim-steam/src/dial.ts'
import type { Platform } from './platform.ts'

/** How a fifth of Steam's answers fails: refused, broken, or with unusable records. */
export const SPOILED_ANSWERS: Partial<Record<Fault, number>> = {
  '429': 0.03,
  '500': 0.03,
  reset: 0.02,
  'null-200': 0.02,
  'missing-records': 0.025,
  'null-records': 0.025,
  'wrong-ids': 0.02,
  'partial-records': 0.015,
  'null-fields': 0.015,
}

/** Answers of status 200 whose records are missing, null, of other accounts, or incomplete; half of all answers. */
export const SPOILED_RECORDS: Partial<Record<Fault, number>> = {
  'missing-records': 0.1,
  'null-records': 0.1,
  'wrong-ids': 0.1,
  'partial-records': 0.1,
  'null-fields': 0.1,
}

/** Spoils Steam's ban records; `{}` ends it. */
export function spoilBans(platform: Platform, faults: Partial<Record<Fault, number>>): Promise<void> {
  return platform.dial({ faults }, 'bans')
}
