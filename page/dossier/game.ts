import { formatInventorySize } from '../../src/accounts/presentation/inventory.ts'
import { statsFigures } from '../../src/accounts/presentation/stats-figures.ts'
import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatMissing, type InventoryPart, isMissing, type StatsPart } from './dossier-parts.ts'

/** The key figures of the statistics, and their age. */
export function formatStats(part: StatsPart, texts: PageTexts, formats: Formats): string[] {
  const { accounts } = texts
  const title = texts.accounts.buttons.stats
  if (isMissing(part)) return formatMissing(title, part, texts)
  const figures = statsFigures(part.stats.stats, accounts).map(
    ({ label, rate, counts }) => `${label}: ${rate === null ? counts : `${rate} · ${counts}`}`,
  )
  return [title, ...figures, accounts.stats.officialOnly, formatAge(part.stats.fetchedAt, texts, formats)]
}

/** The size of the inventory, and the age of the answer. */
export function formatInventory(part: InventoryPart, texts: PageTexts, formats: Formats): string[] {
  const title = texts.accounts.buttons.inventory
  if (isMissing(part)) return formatMissing(title, part, texts)
  const { inventory } = part
  const size = formatInventorySize(inventory, texts.accounts, (count) => count)
  return [title, size, formatAge(inventory.fetchedAt, texts, formats)]
}

const formatAge = (fetchedAt: number, { page }: PageTexts, formats: Formats) =>
  page.states.checked({ when: formats.dateTime(fetchedAt) })
