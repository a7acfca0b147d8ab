/** The account as a text for a ticket. Names, dates and times are formatted by the caller. */
export const dossier = {
  heading: (name: string) => `Report: ${name}`,
  bans: 'Bans',
  facts: 'Facts',
  /** The date of a ban by its age in full days. */
  about: (date: string) => `about ${date}`,
  ages: 'Age of the data',
  copied: (when: string) => `Copied on ${when}`,
  source: (origin: string) => `Source: Steam Web API, asked by Rapsheet at ${origin}`,
  page: (address: string) => `Page: ${address}`,
  scanned: (when: string) => `Friends checked on ${when}`,
  /** Says why a part of the account is missing. */
  missing: (reason: string) => `Not available: ${reason}.`,
  compared: 'Comparison',
}
