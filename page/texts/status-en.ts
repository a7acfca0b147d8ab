import { createPlurals } from '../../src/lib/plural.ts'
import { checks } from './status-checks-en.ts'
import { facts } from './status-facts-en.ts'
import { findings } from './status-findings-en.ts'
import type { Language } from '../../src/model/language.ts'

const { number, noun, plural } = createPlurals('en')
const calls = noun({ one: 'call', other: 'calls' })
const things = noun({ one: 'thing', other: 'things' })

const words = {
  title: 'Status of Rapsheet',
  documentTitle: (overall: string) => `${overall} · Rapsheet`,
  languages: 'Language',
  loading: 'Loading …',
  readOnly: 'This page changes nothing. Settings are in `.env` and take effect after a restart.',
  toLookups: 'Look up accounts',
  published: { privacy: 'Privacy', terms: 'Terms of use' },
  logOut: 'Log out',
  logOutFailed: 'You are still logged in: the service did not answer. Try again.',
  overall: {
    well: () => 'All is well',
    attention: (count: number) => `${things(count)} ${plural(count, { one: 'needs', other: 'need' })} attention`,
    unknown: (count: number) =>
      `Nothing is known to be wrong, but ${things(count)} ${plural(count, { one: 'is', other: 'are' })} unknown`,
    down: () => 'New lookups cannot be answered',
    alsoUnknown: (count: number) => `${things(count)} unknown`,
    /** Used when only the backup is unknown, as after an installation. */
    noBackup: 'Nothing is known to be wrong. No backup is known yet: make one, as described below',
    alsoNoBackup: 'no backup known yet',
  },
  refresh: {
    at: (time: string) => `Refreshed at ${time}`,
    every: (seconds: number) => `every ${number(seconds)} s while this page is visible`,
    paused: 'paused',
    pause: 'Pause',
    resume: 'Go on',
    now: 'Refresh',
    /** Shown above values that could not be refreshed. */
    old: (when: string, time: string) => `These values are old: from ${time}, ${when}`,
    never: 'The state could not be read',
    reasons: {
      offline: () => 'The service cannot be reached. It may be restarting, or your connection is down.',
      no_answer: () => 'The service does not answer.',
      logged_out: () => 'Your session has ended.',
      closed: () => 'The service does not open this page for you any longer.',
      other: (code: string) => `The service answered with an error: ${code}.`,
    },
    logIn: 'Log in again',
  },
  problems: 'Right now',
  checklist: 'Set-up',
  settled: 'Done or not needed',
  states: {
    done: 'done',
    missing: 'missing',
    warning: 'needs attention',
    unknown: 'unknown',
    off: 'not used',
  },
  more: 'More:',
  section: 'section',
  andMore: (count: number) => `and ${number(count)} more`,
  calls: {
    title: 'Calls to Steam today',
    noBudget: 'No calls are counted without `STEAM_API_KEY`.',
    unknown: 'How many calls were made is unknown.',
    used: (used: number, limit: number, share: number) =>
      `${number(used)} of ${number(limit)} calls used (${number(share)} %).`,
    usedWithoutLimit: (used: number) => `${calls(used)} used; there is no limit (\`STEAM_CALLS_PER_DAY\` is 0).`,
    forecast: (used: number) => `At the rate of the last hour it will be ${number(used)} at midnight UTC.`,
    spent: (time: string) => `At the rate of the last hour the limit is reached at ${time} UTC.`,
    noForecast: 'Too little is known for a forecast: that takes 20 minutes.',
    knownSince: (time: string) => `The curve begins at ${time} UTC, when this process started.`,
    legendUsed: 'used',
    legendForecast: 'forecast',
    limit: (limit: number) => `limit ${number(limit)}`,
    axis: 'Time of day, UTC',
    table: 'As a table',
    time: 'Time (UTC)',
    count: 'Calls',
    forecastAt: (time: string) => `${time} (forecast)`,
  },
  errors: {
    title: 'Last errors and warnings of this process',
    none: 'No errors or warnings since the start.',
    caption: 'Newest first. The log has more under each request ID.',
    time: 'Time',
    level: { warn: 'warning', error: 'error' },
    code: 'Code',
    where: 'Where',
    requestId: 'Request ID',
    noRequest: 'none: a task of the service',
  },
  checks,
  findings,
  facts,
}
/** Every text of the status page, in one language. Names in backticks are shown as code. */
export type StatusTexts = typeof words & { language: Language }

/** English texts of the status page. */
export const statusEn: StatusTexts = { language: 'en', ...words }
