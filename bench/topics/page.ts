import type { Browser } from 'playwright-core'
import { visitCard, visitList, visitPaste, visitStart } from '../page/journeys.ts'
import { launchChromium } from '../../packages/sim-discord/test/page/browser/launch-chromium.ts'
import { deal, wholeAccounts } from '../support/accounts.ts'
import { lookup } from '../support/ask.ts'
import { median, whole, type Findings, type Row } from '../support/table.ts'
import type { Server, Testbed } from '../support/testbed.ts'
import type { TopicOptions } from '../support/topics.ts'
import { messageOf } from '../../src/lib/thrown.ts'

const LATENCY_MS = 100
const ROUNDS = 9
const LIST = 500
const MAX_BYTES = 40_000
const MAX_CARD_MS = 300

/** Measures the page in Chromium with the processor and network of a slow phone; only a note without Chromium. */
export async function measurePage(testbed: Testbed, { runs = ROUNDS }: TopicOptions): Promise<Findings> {
  let browser: Browser
  try {
    browser = await launchChromium()
  } catch (error) {
    return { rows: [], notes: [`page: not measured. ${messageOf(error)}`] }
  }
  try {
    const ours = await testbed.rapsheet(await testbed.platform(LATENCY_MS))
    const accounts = wholeAccounts(5_000).map(({ steamId }) => steamId)
    const list = accounts.splice(0, LIST)
    const next = deal(accounts)
    const round = () => visitAll(browser, ours, list, next)
    // The first request of a file compresses it.
    await round()
    const rounds: Round[] = []
    while (rounds.length < runs) rounds.push(await round())
    return { rows: toRows(rounds) }
  } finally {
    await browser.close()
  }
}

type Round = Awaited<ReturnType<typeof visitAll>>

async function visitAll(browser: Browser, ours: Server, list: string[], next: () => string) {
  const { url } = ours
  const start = await visitStart(browser, url, next())
  const card = await visitCard(browser, url, next())
  const german = await visitCard(browser, url, next(), 'de-DE')
  const remembered = next()
  await lookup(ours, remembered)
  return {
    start,
    card,
    german,
    remembered: await visitCard(browser, url, remembered),
    list: await visitList(browser, url, list),
    paste: await visitPaste(browser, url),
  }
}

function toRows(rounds: Round[]): Row[] {
  const all = (pick: (round: Round) => number) => rounds.map(pick)
  const size = (what: string, pick: (round: Round) => { requests: number; bytes: number }): Row => {
    const bytes = all((round) => pick(round).bytes)
    return {
      what: `page, first visit, ${what}: bytes received, with headers, without pictures`,
      target: '≤ 40 KB',
      measured: `${kilobytes(bytes)}; ${spread(all((round) => pick(round).requests))} requests`,
      isMet: Math.max(...bytes) <= MAX_BYTES,
    }
  }
  const afterAnswer = (what: string, pick: (round: Round) => number): Row => ({
    what: `page on a slow phone, ${what}: from the answer to the painted card`,
    target: 'median ≤ 300 ms',
    measured: `${spread(all(pick))} ms`,
    isMet: median(all(pick)) <= MAX_CARD_MS,
  })
  const record = (what: string, measured: string): Row => ({
    what: `page on a slow phone, ${what}`,
    target: '',
    measured,
  })
  return [
    size('start page', ({ start }) => start),
    size('card', ({ card }) => card.first),
    size('card in German', ({ german }) => german.first),
    afterAnswer('first visit', ({ card }) => card.first.fromAnswerMs),
    afterAnswer('first visit, account in the cache of the service', ({ remembered }) => remembered.first.fromAnswerMs),
    afterAnswer('repeated visit', ({ card }) => card.repeated.fromAnswerMs),
    afterAnswer('account entered on the start page', ({ start }) => start.cardFromAnswerMs),
    record('first visit: from the navigation to the start page', `${spread(all(({ start }) => start.paintedMs))} ms`),
    record(
      'first visit: from the navigation to the card',
      `${spread(all(({ card }) => card.first.fromNavigationMs))} ms`,
    ),
    record(
      'repeated visit: from the navigation to the card',
      `${spread(all(({ card }) => card.repeated.fromNavigationMs))} ms, ${spread(all(({ card }) => card.repeated.requests))} requests`,
    ),
    record(
      `list of ${LIST}: from the last answer to the painted table`,
      `${spread(all(({ list }) => list.fromAnswerMs))} ms, ${spread(all(({ list }) => list.rows))} rows`,
    ),
    record(
      'heap after the list',
      `${spread(
        all(({ list }) => list.heapBytes / 1_000_000),
        1,
      )} MB`,
    ),
    record(
      '50,000 lines pasted: longest task',
      `${spread(all(({ paste }) => paste.longestMs))} ms; in all ${spread(all(({ paste }) => paste.blockedMs))} ms blocked until the table is painted after ${spread(all(({ paste }) => paste.paintedMs))} ms`,
    ),
  ]
}

/** The median and the highest of the numbers. */
function spread(numbers: number[], digits = 0): string {
  const format = (number: number) => (digits === 0 ? whole(number) : number.toFixed(digits))
  return `${format(median(numbers))} (worst ${format(Math.max(...numbers))})`
}

const kilobytes = (bytes: number[]) =>
  `${spread(
    bytes.map((each) => each / 1_000),
    1,
  )} KB`
