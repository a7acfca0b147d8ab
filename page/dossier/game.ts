import { formatInventorySize } from '../../src/presentation/inventory.ts'
import { statsFigures } from '../../src/presentation/stats-figures.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatMissing, type InventoryPart, type StatsPart } from './dossier-parts.ts'

/** The key figures of the statistics. */
export function formatStats(part: StatsPart, texts: PageTexts): string[] {
  const { accounts } = texts
  const title = texts.page.tabs.stats
  if ('code' in part) return formatMissing(title, part, texts)
  const figures = statsFigures(part.stats.stats, accounts).map(
    ({ label, rate, counts }) => `${label}: ${rate === null ? counts : `${rate} · ${counts}`}`,
  )
  return [title, ...figures, accounts.stats.officialOnly]
}

/** How large the inventory is. */
export function formatInventory(part: InventoryPart, texts: PageTexts): string[] {
  const title = texts.page.tabs.inventory
  if ('code' in part) return formatMissing(title, part, texts)
  return [title, formatInventorySize(part.inventory, texts.accounts, (count) => count)]
}
