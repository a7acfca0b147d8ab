import type { Formats } from '../format.ts'
import type { PageTexts } from '../texts/page-texts.ts'

/** The source of a copied text: the server, the address of the page, and when the text was copied, Unix seconds. */
export interface DossierSource {
  origin: string
  address: string
  copiedAt: number
}

/** When and from where a text was copied. */
export function formatSource(
  { origin, address, copiedAt }: DossierSource,
  { page }: PageTexts,
  formats: Formats,
): string[] {
  const { dossier } = page
  return [dossier.copied({ when: formats.dateTime(copiedAt) }), dossier.source({ origin }), dossier.page({ address })]
}
