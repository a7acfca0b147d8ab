import type { Account } from '../../src/model/account.ts'
import { toProfileUrl } from '../../src/model/steam-id.ts'
import { formatVerdict } from '../../src/accounts/presentation/account-verdict.ts'
import { formatFoundBy } from '../../src/accounts/presentation/profile-facts.ts'
import { agedParts, formatPartAges } from '../../src/accounts/presentation/part-ages.ts'
import { plainDisplayName, stripInvisible } from '../../src/lib/visible-text.ts'
import { formatWorthKnowing } from '../../src/accounts/presentation/format-worth-knowing.ts'
import { banFacts, profileFacts, type AccountFact } from './account-facts.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { toWorthKnowing } from '../to-worth-knowing.ts'
import type { DossierParts } from './dossier-parts.ts'

/** Sections about the account: its identity, its ban status, its facts, and its notable facts. */
export function formatAccount(parts: DossierParts, texts: PageTexts, formats: Formats): string[][] {
  const { account } = parts
  const { dossier } = texts.page
  const worthKnowing = formatFactsWorthKnowing(parts, texts, formats)
  return [
    formatHead(parts, texts),
    formatStatus(parts, texts, formats),
    [texts.page.columns.bans, ...banFacts(account, texts, formats).map(formatFact)],
    [dossier.facts, ...profileFacts(account, texts, formats).map(formatFact)],
    ...(worthKnowing.length > 0 ? [[texts.accounts.worthKnowing.title, ...worthKnowing]] : []),
  ]
}

/** When the parts of an account were fetched. */
export const formatAges = (account: Account, { accounts, page }: PageTexts, formats: Formats) =>
  formatFact({
    label: page.dossier.ages,
    value: formatPartAges(agedParts(account, accounts), accounts, formats.dateTime).join(' · '),
  })

function formatHead({ account, foundBy }: DossierParts, { accounts, page }: PageTexts): string[] {
  const { steamId, profile } = account
  return [
    page.dossier.heading({ name: plainDisplayName(profile.personaname, accounts) }),
    `SteamID64: ${steamId}`,
    `${accounts.lookup.steamProfile}: ${toProfileUrl(steamId)}`,
    ...(foundBy ? [formatFoundBy(foundBy, accounts, stripInvisible)] : []),
  ]
}

function formatStatus({ account }: DossierParts, { accounts }: PageTexts, formats: Formats): string[] {
  return [
    formatVerdict(account, accounts, stripInvisible),
    ...(account.stale ? [accounts.lookup.stale({ when: formats.dateTime(account.fetchedAt) })] : []),
  ]
}

function formatFactsWorthKnowing({ account }: DossierParts, { accounts }: PageTexts, formats: Formats): string[] {
  return toWorthKnowing(account.worthKnowing).map((fact) => `- ${formatWorthKnowing(fact, accounts, formats.dateTime)}`)
}

const formatFact = ({ label, value }: AccountFact) => `${label}: ${value}`
