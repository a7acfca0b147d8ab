import { howFound } from '../../src/accounts/presentation/profile-facts.ts'
import type { Formats } from '../format.ts'
import type { AccountParts } from '../state/page-state.ts'
import type { PageTexts } from '../texts/page-texts.ts'
import { formatDossier } from './dossier.ts'
import type { DossierSource } from './source.ts'
import { toDossierParts } from './to-dossier-parts.ts'

/** Writes the loaded parts of an account as a text for a ticket. `typed` is the account as the user entered it. */
export function writeDossier(
  parts: AccountParts,
  typed: string,
  source: DossierSource,
  texts: PageTexts,
  formats: Formats,
): string {
  const { account } = parts
  const foundBy = account.state === 'ready' ? howFound(typed, account.value) : null
  const loaded = toDossierParts(parts, foundBy)
  return loaded ? formatDossier(loaded, source, texts, formats) : ''
}
