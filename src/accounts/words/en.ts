import { bans } from './bans-en.ts'
import { batch } from './batch-en.ts'
import { common } from './common-en.ts'
import { compare } from './compare-en.ts'
import { csv } from './csv-en.ts'
import { errors, errorTitles } from './errors-en.ts'
import { friends, kinds } from './friends-en.ts'
import { inventory } from './inventory-en.ts'
import { halfRecord, lookup, noProfile } from './lookup-en.ts'
import { stats } from './stats-en.ts'
import { values } from './values-en.ts'
import { worthKnowing } from './worth-knowing-en.ts'

/** English: the list of all texts about accounts, without markup. */
export const en = {
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
