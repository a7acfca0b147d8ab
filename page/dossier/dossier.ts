import { formatComparison } from './comparison.ts'
import type { DossierParts } from './dossier-parts.ts'
import { formatAccount, formatAges } from './account.ts'
import { formatFriends } from './friends.ts'
import { formatInventory, formatStats } from './game.ts'
import { type DossierSource, formatSource } from './source.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'

/** Formats all loaded parts of an account as plain text for a ticket, with times and sources. */
export function formatDossier(parts: DossierParts, source: DossierSource, texts: PageTexts, formats: Formats): string {
  const { account, friends, stats, inventory, comparison } = parts
  const sections = [
    ...formatAccount(parts, texts, formats),
    ...(friends ? [formatFriends(friends, texts, formats)] : []),
    ...(stats ? [formatStats(stats, texts, formats)] : []),
    ...(inventory ? [formatInventory(inventory, texts, formats)] : []),
    ...(comparison ? [formatComparison(comparison, texts, formats)] : []),
    [formatAges(account, texts, formats), ...formatSource(source, texts, formats)],
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}
