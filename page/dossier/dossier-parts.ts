import type { ScanFound, ScanResult } from '../../src/model/account.ts'
import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import type { InventoryAnswer } from '../../src/model/inventory.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import type { RustStatsAnswer } from '../../src/model/stats.ts'
import type { FoundBy } from '../../src/presentation/found-by.ts'
import type { PageTexts } from '../texts/page-texts.ts'

/** A part that could not be loaded: the error code; a newer server may send others. */
export interface MissingPart {
  code: keyof PageTexts['errors']
}

/** A whole friend scan, of `total` friends. */
interface ScannedPart {
  result: ScanResult
  total: number
}

/** A friend scan that was cancelled or broke at `at`, Unix seconds; `progress` is null before the friend list was loaded. */
export interface StoppedPart {
  found: ScanFound['found']
  progress: { current: number; total: number } | null
  at: number
}

export type FriendsPart = ScannedPart | StoppedPart | MissingPart
export type StatsPart = { stats: RustStatsAnswer } | MissingPart
export type InventoryPart = { inventory: InventoryAnswer } | MissingPart
export type ComparisonPart = { answer: ComparisonAnswer } | MissingPart

/** What is loaded about an account; a part that was not asked for is left out. */
export interface DossierParts {
  account: LookupAnswer
  foundBy: FoundBy | null
  friends?: FriendsPart
  stats?: StatsPart
  inventory?: InventoryPart
  comparison?: ComparisonPart
}

/** Where the text comes from: the server, the address of the page, and when it was copied, Unix seconds. */
export interface DossierSource {
  origin: string
  address: string
  copiedAt: number
}

/** A section that says why its part is missing. */
export const formatMissing = (title: string, { code }: MissingPart, { errors, page }: PageTexts): string[] => [
  title,
  page.dossier.missing((Object.hasOwn(errors, code) ? errors[code] : errors.unknown).title),
]
