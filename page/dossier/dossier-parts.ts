import type { FoundBy } from '../../src/model/steam-id.ts'
import type { ScanFound, ScanResult } from '../../src/model/account.ts'
import type { ComparisonAnswer } from '../../src/model/comparison.ts'
import type { InventoryAnswer } from '../../src/model/inventory.ts'
import type { LookupAnswer } from '../../src/model/lookup-answer.ts'
import type { RustStatsAnswer } from '../../src/model/stats.ts'
import { wordsOf } from '../texts/error-words.ts'
import type { PageTexts } from '../texts/page-texts.ts'

/** A part without an answer: loading, or failed with an error code, which may come from a newer server. */
export type MissingPart = { isLoading: true } | { code: string }

/** A friend scan that has finished; `total` is the number of friends that it covered. */
interface ScannedPart {
  result: ScanResult
  total: number
}

/**
 * A friend scan that was cancelled, that failed, or that is still running. `at` is when the scan ended or, while it is running, when its
 * last event arrived, Unix seconds. `progress` is null before the friend list was loaded.
 */
export interface UnfinishedPart {
  isRunning: boolean
  found: ScanFound['found']
  progress: { current: number; total: number } | null
  at: number
}

export type FriendsPart = ScannedPart | UnfinishedPart | MissingPart
export type StatsPart = { stats: RustStatsAnswer } | MissingPart
export type InventoryPart = { inventory: InventoryAnswer } | MissingPart
export type ComparisonPart = { answer: ComparisonAnswer } | MissingPart

/** The loaded parts of an account; a part that was not requested is absent. */
export interface DossierParts {
  account: LookupAnswer
  foundBy: FoundBy | null
  friends?: FriendsPart
  stats?: StatsPart
  inventory?: InventoryPart
  comparison?: ComparisonPart
}

/** Whether a part has no answer. */
export const isMissing = (part: object): part is MissingPart => 'isLoading' in part || 'code' in part

/** The section of a missing part: its title, and why the part is missing. */
export const formatMissing = (title: string, part: MissingPart, texts: PageTexts): string[] => [
  title,
  'code' in part ? formatFailure(part.code, texts) : texts.page.dossier.notLoaded,
]

const formatFailure = (code: string, { errors, page }: PageTexts) =>
  page.dossier.missing({ reason: wordsOf(code, errors).title })
