import { createPlurals } from '../../src/lib/plural.ts'

const { number } = createPlurals('en')

/** The text for a ticket about an account or a list. Names, dates and times are formatted by the caller. */
export const dossier = {
  heading: (name: string) => `Report: ${name}`,
  bans: 'Bans',
  facts: 'Facts',
  /** The date of a ban, which is approximate because Steam gives the age of a ban in full days. */
  about: (date: string) => `about ${date}`,
  ages: 'Age of the data',
  copied: (when: string) => `Copied on ${when}`,
  source: (origin: string) => `Source: Steam Web API, asked by Rapsheet at ${origin}`,
  page: (address: string) => `Page: ${address}`,
  scanned: (when: string) => `Friends checked on ${when}`,
  /** Says why a part of the account is missing. */
  missing: (reason: string) => `Not available: ${reason}.`,
  notLoaded: 'Not loaded yet.',
  /** The progress of a friend scan that has not ended. */
  stillRunning: (current: number, total: number, banned: number) =>
    `Still running: ${number(current)} of ${number(total)} checked, ${number(banned)} banned so far.`,
  /** The status of an account in a list, before the account has been looked up. */
  notChecked: 'not checked yet',
  /** For an account without a profile: even a record without bans does not make it clean. */
  bansOnRecord: (bans: string) => `bans on record: ${bans}`,
  oldestRecord: (when: string) => `Oldest ban record of the list checked on ${when}`,
  compared: 'Comparison',
}
