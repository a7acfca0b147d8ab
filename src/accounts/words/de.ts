import type { AccountTexts } from './account-texts.ts'
import { bans } from './bans-de.ts'
import { batch } from './batch-de.ts'
import { common } from './common-de.ts'
import { compare } from './compare-de.ts'
import { csv } from './csv-de.ts'
import { errors, errorTitles } from './errors-de.ts'
import { friends, kinds } from './friends-de.ts'
import { inventory } from './inventory-de.ts'
import { halfRecord, lookup, noProfile } from './lookup-de.ts'
import { stats } from './stats-de.ts'
import { values } from './values-de.ts'
import { worthKnowing } from './worth-knowing-de.ts'

/** German, as players speak it: informal, and with the English words they use themselves. */
export const de: AccountTexts = {
  ...values,
  common,
  bans,
  lookup,
  halfRecord,
  noProfile,
  batch,
  friends,
  kinds,
  compare,
  worthKnowing,
  stats,
  inventory,
  csv,
  errorTitles,
  errors,
}
