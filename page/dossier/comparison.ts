import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import { formatVerdict } from '../../src/accounts/presentation/account-verdict.ts'
import {
  formatFriendship,
  LETTERS,
  titleOfShared,
  whySharedUnknown,
} from '../../src/accounts/presentation/comparison.ts'
import { stripInvisible } from '../../src/lib/visible-text.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatAges } from './account.ts'
import { type ComparisonPart, formatMissing, isMissing } from './dossier-parts.ts'
import { formatNameAndId } from './name-and-id.ts'

/** Maximum number of common friends that are named. */
const MAX_NAMED = 50

/** Both accounts with their ages, whether they are friends, and their common friends. */
export function formatComparison(part: ComparisonPart, texts: PageTexts, formats: Formats): string[] {
  const { accounts } = texts
  const title = texts.page.dossier.compared
  if (isMissing(part)) return formatMissing(title, part, texts)
  const sides = part.answer.accounts.flatMap((account, index) => {
    const name = formatNameAndId(account.profile.personaname, account.steamId, texts)
    const stale = account.stale ? ` ${accounts.lookup.stale({ when: formats.dateTime(account.fetchedAt) })}` : ''
    const verdict = formatVerdict(account, accounts, stripInvisible)
    return [`${LETTERS[index]}: ${name}. ${verdict}${stale}`, formatAges(account, texts, formats)]
  })
  return [
    title,
    ...sides,
    formatFriendship(part.answer.friendship, accounts, formats.date),
    ...formatShared(part.answer, texts),
    accounts.compare.noAnswer,
  ]
}

function formatShared({ shared, sharedIncomplete, accounts }: ComparisonAnswer, texts: PageTexts): string[] {
  const { compare, common, commas } = texts.accounts
  const title = titleOfShared(shared?.length ?? null, sharedIncomplete, texts.accounts)
  const isUnknown = !shared || sharedIncomplete
  const lists = accounts.map(({ friendList }) => friendList)
  const why = commas(whySharedUnknown(lists, texts.accounts))
  const explain = (what: string) => (isUnknown ? common.explained({ what, why }) : what)
  if (!shared || shared.length === 0) return [common.sentence({ text: explain(title) })]
  const named = shared.slice(0, MAX_NAMED)
  return [
    `${explain(`${title} (${compare.notChecked})`)}:`,
    ...named.map(({ personaname, steamId }) => `- ${formatNameAndId(personaname, steamId, texts)}`),
    ...(shared.length > MAX_NAMED ? [common.leftOut({ count: shared.length - MAX_NAMED })] : []),
  ]
}
