/** The words of the links. */
export interface PublishedWords {
  privacy: string
  terms: string
}

/**
 * Links to the privacy notice and the terms of use, if the operator has published them. The service puts their addresses into the head of
 * the page.
 */
export function PublishedLinks({ words: { privacy, terms } }: { words: PublishedWords }) {
  const links = [
    { label: privacy, url: publishedUrl('privacy-policy') },
    { label: terms, url: publishedUrl('terms-of-service') },
  ]
  return links.map(({ label, url }) => url !== undefined && <a href={url}>{label}</a>)
}

const publishedUrl = (rel: string) => document.querySelector<HTMLLinkElement>(`head > link[rel="${rel}"]`)?.href
