import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import { formatVerdict } from '../../src/presentation/account-verdict.ts'
import { formatFriendship, LETTERS, whySharedUnknown } from '../../src/presentation/comparison.ts'
import { plainDisplayName, stripInvisible } from '../../src/presentation/visible-text.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { type ComparisonPart, formatMissing } from './dossier-parts.ts'

/** Both accounts, whether they are friends, and how many friends they share. */
export function formatComparison(part: ComparisonPart, texts: PageTexts, formats: Formats): string[] {
  const { accounts } = texts
  const title = texts.page.dossier.compared
  if ('code' in part) return formatMissing(title, part, texts)
  const sides = part.answer.accounts.map((account, index) => {
    const name = plainDisplayName(account.profile.personaname, accounts)
    const stale = account.stale ? ` ${accounts.lookup.stale(formats.dateTime(account.fetchedAt))}` : ''
    const verdict = formatVerdict(account, accounts, stripInvisible)
    return `${LETTERS[index]}: ${name} (${account.steamId}). ${verdict}${stale}`
  })
  return [
    title,
    ...sides,
    formatFriendship(part.answer.friendship, accounts, formats.date),
    formatShared(part.answer, accounts),
    accounts.compare.noAnswer,
  ]
}

function formatShared({ shared, accounts }: ComparisonAnswer, texts: PageTexts['accounts']): string {
  const { compare } = texts
  if (shared) return `${shared.length > 0 ? compare.shared(shared.length) : compare.noneShared}.`
  const lists = accounts.map(({ friendList }) => friendList.state)
  return `${compare.sharedUnknown}: ${whySharedUnknown(lists, texts).join(', ')}.`
}
