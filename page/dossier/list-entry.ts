import { withoutTradeToken } from '../../src/text/account-input.ts'
import { type FoundBy, isMistypedSteamId } from '../../src/model/steam-id.ts'
import {
  banStatusOf,
  formatBans,
  formatWithoutProfile,
  toneOfRecord,
} from '../../src/accounts/presentation/ban-status.ts'
import { whyEntryHasNoProfile } from '../../src/accounts/presentation/batch-entries.ts'
import { howFound } from '../../src/accounts/presentation/profile-facts.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import {
  type CheckedEntry,
  factsOf,
  type FailedEntry,
  isChecked,
  isFound,
  isUnchecked,
  type ListEntry,
} from '../state/account-list.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatNameAndId } from './name-and-id.ts'

const MAX_INPUT_CHARACTERS = 64

/** An account of a list in one line: status, name, bans, and how it was found. */
export function formatEntry(entry: ListEntry, texts: PageTexts): string {
  const facts = isChecked(entry) ? formatChecked(entry, texts) : [texts.page.dossier.notChecked, showInput(entry.input)]
  return facts.join(' · ')
}

function formatChecked(entry: CheckedEntry, texts: PageTexts): string[] {
  if (!isFound(entry)) return formatFailed(entry, texts)
  const { steamId, bans, profile } = entry.account
  const { accounts } = texts
  const foundBy = howFound(entry.input, entry.account)
  return [
    accounts.results[toneOfRecord(bans, profile)],
    formatNameAndId(profile.personaname, steamId, texts),
    // For a clean record the status says that there are no bans.
    ...(banStatusOf(bans) === 'clean' ? [] : [formatBans(bans, accounts, stripInvisible)]),
    ...(foundBy ? [formatFoundBy(foundBy, texts)] : []),
  ]
}

function formatFailed(entry: FailedEntry, { accounts, page }: PageTexts): string[] {
  const { input, failure } = entry
  const { withoutProfile } = failure
  if (withoutProfile) {
    const { steamId, bans } = withoutProfile
    return [
      formatWithoutProfile(bans, whyEntryHasNoProfile(factsOf(entry)), accounts),
      input === steamId ? steamId : `${showInput(input)} (${steamId})`,
      page.dossier.bansOnRecord({ bans: formatBans(bans, accounts, stripInvisible) }),
    ]
  }
  if (isUnchecked(entry)) return [accounts.common.unknown, showInput(input)]
  const hint = isMistypedSteamId(input) ? [accounts.common.mistypedId({ digits: input.length })] : []
  return [accounts.results.notFound, showInput(input), ...hint]
}

const formatFoundBy = (foundBy: FoundBy, { accounts: { batch } }: PageTexts) =>
  'customUrl' in foundBy
    ? batch.foundBy({ name: stripInvisible(foundBy.customUrl) })
    : batch.foundByFriendCode({ code: stripInvisible(foundBy.friendCode) })

/** The input without secrets, for a text that others may read. */
const showInput = (input: string) => stripInvisible(withoutTradeToken(input), MAX_INPUT_CHARACTERS)
