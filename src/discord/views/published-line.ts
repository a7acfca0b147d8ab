import type { Published } from '../../model/published.ts'
import type { Texts } from '../texts/texts.ts'

/** Links to the privacy notice and the terms of use, for the foot of a message; empty if the operator has published neither. */
export function publishedLines({ privacyUrl, termsUrl }: Published, { published }: Texts): string[] {
  const links = [...link(published.privacy, privacyUrl), ...link(published.terms, termsUrl)]
  return links.length > 0 ? [`-# ${links.join(' · ')}`] : []
}

/** A parsed `href` has no brackets, which would end the link. */
const link = (label: string, url: string | undefined) => (url ? [`[${label}](<${new URL(url).href}>)`] : [])
