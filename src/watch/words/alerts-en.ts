import { createPlurals } from '../../lib/plural.ts'

const { noun } = createPlurals('en')
const accounts = noun({ one: 'account', other: 'accounts' })

/** Messages about changes of watched accounts. */
export const alerts = {
  note: (who: string, note: string) => `Note by ${who}: ${note}`,
  onList: (when: string) => `On this server’s watch list since ${when}`,
  /** The span in which Steam's record changed. */
  happened: (when: string) => `happened ${when}`,
  /** When the record with the change was seen. */
  seen: (when: string) => `seen ${when}`,
  digestTitle: (count: number) => `Watch list: bans of ${accounts(count)} changed`,
  /** The accounts of a digest by their gravest change. */
  digestCounts: {
    banned: (count: number) => `${accounts(count)} with a new ban`,
    restricted: (count: number) => `${accounts(count)} with a new trade restriction`,
    neutral: (count: number) => `${accounts(count)} with a ban or restriction that Steam no longer reports`,
  },
  /** Why the alerts of a digest were held back. */
  marks: {
    parked:
      'Held back until now: no channel for alerts was set, Discord refused it, or it could not be reached for a week.',
    uncertain: 'Held back until now. Some of these may have been posted before.',
    restored: 'Perhaps posted before: the database was restored from a backup.',
  },
  allInFile: 'All changes are in alerts.csv.',
  /** For a message that the service failed to make. */
  notShown:
    'This cannot be shown in full because of an error in Rapsheet. Look the accounts up to see what has changed.',
  testTitle: 'Alerts will be posted here',
  test: 'This is a test message. Changes of the bans of watched accounts will be posted in this channel.',
  testRole: (role: string) => `Alerts will mention ${role}.`,
  testFile: 'Longer lists come as a file like this one.',
  testWithoutFile: 'The bot may not attach files in this channel, which longer lists need.',
}
