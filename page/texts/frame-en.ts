import { createPlurals } from '../../src/lib/plural.ts'

const { number, counted } = createPlurals('en')

/** Texts around the answers. */
export const frame = {
  title: 'Rapsheet',
  intro: 'Look up public ban records, hours, friends and statistics of Rust players, as Steam reports them.',
  /** The title of the window; `what` is an account or a count. */
  documentTitle: (what: string) => `${what} · Rapsheet`,
  skipToResult: 'Skip to the result',
  language: 'Language',
  apiDocs: 'API documentation',
  published: { privacy: 'Privacy', terms: 'Terms of use' },
  result: 'Result',
  /** Says that the figures on the page are no verdict. */
  noAnswer: 'A ban record is a fact, not a verdict. Check before you act.',
}

/** The field for accounts. */
export const box = {
  label: 'Account, link, or list',
  hint: 'A SteamID64, a profile link, a STEAM_ or [U:1:…] ID, a friend code, a custom URL, or any text with them, such as the output of the status command. One entry or many. In-game names cannot be looked up.',
  lookUp: 'Look up',
  chooseFile: 'Choose a file',
  dropHere: 'Drop a file here',
  leftOut: (count: number, limit: number) =>
    `${counted(count, { one: 'account', other: 'accounts' })} beyond the first ${number(limit)} left out.`,
  /** Says that the address contains only the first accounts of a long list. */
  notInAddress: (limit: number) => `The address keeps the first ${number(limit)} accounts only.`,
}

/** What the page is doing, and the age of an answer. Times are formatted by the caller. */
export const states = {
  loading: 'Loading …',
  loadingAccount: (name: string) => `Looking up ${name} …`,
  loadingAccounts: (done: number, total: number) =>
    `Looking up ${counted(total, { one: 'account', other: 'accounts' })}: ${number(done)} done`,
  checked: (when: string) => `Checked ${when}`,
  /** Used when a script of the page cannot be loaded: the browser is offline, or the server was updated. */
  viewNotLoaded: {
    title: 'This part of the page did not load',
    text: 'Check your connection, then reload the page. The server may have a newer version of it.',
  },
  /** Used in place of a time if the server did not say when to try again. */
  later: 'in a moment',
  requestId: (id: string) => `Request id: ${id}`,
}

/** The request for an API token. */
export const token = {
  title: 'This server asks for a token',
  explanation:
    'Only people with a token may look up accounts here. Ask the operator for one. This tab keeps the token until you close it, and sends it to this server only.',
  label: 'Token',
  submit: 'Use this token',
  refused: 'The server did not accept this token. Check that it is complete, or ask the operator for another one.',
}
