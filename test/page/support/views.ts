import type { Page } from 'playwright-core'
import { CAST } from '../../../packages/sim-steam/src/cast.ts'
import type { ScanEvent, ScanFound } from '../../../src/model/account.ts'
import { exampleStatus } from '../../support/example-status.ts'
import { useService } from '../../support/service.ts'
import { vacBanned } from './bans.ts'

/** The services of the views of a file. */
export async function useServices() {
  const open = await useService()
  return {
    open,
    withApiToken: await useService({ API_TOKENS: 'page-token-0123456789-abcdef' }, open.sim),
  }
}

/** A state of the page that tests look at. */
interface View {
  path: string
  /** Is there once the view is complete. */
  selector: string
  service?: keyof Awaited<ReturnType<typeof useServices>>
  /** Replaces answers of the service. */
  prepare?: (page: Page) => Promise<unknown>
  /** What the user does once it is there. */
  act?: (page: Page) => Promise<unknown>
}

/** Its friends are checked without an end. */
const SCANNED = CAST.bothBans

/** The answers of a scan whose stream ends before its result. */
const BROKEN_SCAN: (ScanEvent | ScanFound)[] = [
  {
    found: {
      friends: [
        {
          steamId: CAST.gameBanned,
          personaname: 'definitely legit',
          avatar: '',
          profileurl: '',
          friendSince: 1_700_000_000,
          banned: true,
          rustHours: 12,
          banDetails: vacBanned(3),
          unavailable: [],
        },
      ],
      withoutProfile: [{ steamId: CAST.deletedSummary, banDetails: vacBanned(900) }],
    },
  },
  { progress: { current: 12, total: 40, totalFriends: 42 } },
]

/** Lets the friend scan of one view go on without an end. */
const openScan = (page: Page) =>
  page.addInitScript(
    ({ id, body }) => {
      const realFetch = globalThis.fetch
      globalThis.fetch = async (input, init) => {
        const isScan = input === '/api/friends' && typeof init?.body === 'string' && init.body.includes(id)
        if (!isScan) return realFetch(input, init)
        const stream = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(new TextEncoder().encode(body))
            init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
          },
        })
        return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
      }
    },
    { id: SCANNED, body: BROKEN_SCAN.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') },
  )

const breakScan = (page: Page) =>
  page.route('**/api/friends', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: BROKEN_SCAN.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
    }),
  )

const makeStale = (page: Page) =>
  page.route('**/api/lookup?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), stale: true } })
  })

const LISTED = [CAST.raider, CAST.clean, CAST.private, CAST.tradeBanned, CAST.gone, CAST.deletedBans, 'nonsense']

/** Every view of the page, by name. */
const VIEWS: Record<string, View> = {
  'the start page': { path: '/', selector: '.intro' },
  'a banned account': { path: `/?account=${CAST.bothBans}`, selector: '.card' },
  'a clean account': { path: `/?account=${CAST.clean}`, selector: '.card' },
  'a private account': { path: `/?account=${CAST.private}`, selector: '.card' },
  'an outdated answer': { path: `/?account=${CAST.raider}`, selector: '.card', prepare: makeStale },
  'a list': { path: `/#${LISTED.join(',')}`, selector: '.summary .age' },
  'checked friends': { path: `/?account=${CAST.raider}&tab=friends`, selector: '.friends .timeline' },
  'a friend scan that broke off': {
    path: `/?account=${CAST.raider}&tab=friends`,
    selector: '.friends table',
    prepare: breakScan,
  },
  'a running friend scan': { path: `/?account=${SCANNED}&tab=friends`, selector: '.friends table' },
  'a cancelled friend scan': {
    path: `/?account=${SCANNED}&tab=friends`,
    selector: '.friends table',
    async act(page) {
      await page.locator('.friends progress ~ button').click()
      await page.locator('.friends progress').waitFor({ state: 'detached' })
    },
  },
  statistics: { path: `/?account=${CAST.veteran}&tab=stats`, selector: '.stats .counters' },
  'private statistics': { path: `/?account=${CAST.statsPrivate}&tab=stats`, selector: '.notice' },
  'an inventory': { path: `/?account=${CAST.hoarder}&tab=inventory`, selector: '.items img' },
  'a comparison': { path: `/?account=${CAST.raider}&tab=compare&other=${CAST.clean}`, selector: '.friendship' },
  'an error': { path: `/?account=${CAST.gone}`, selector: '.notice' },
  'the request for a token': { path: `/?account=${CAST.clean}`, selector: 'form.token', service: 'withApiToken' },
  'the status': {
    path: '/status',
    selector: '.calls-picture',
    prepare: (page) => page.route('**/status/state', (route) => route.fulfill({ json: exampleStatus })),
  },
}

/** Opens each view in a page, one after the other, and calls `visit` once it is complete. */
export async function visitViews(
  page: Page,
  services: Awaited<ReturnType<typeof useServices>>,
  visit: (name: string) => Promise<unknown>,
): Promise<void> {
  await openScan(page)
  for (const [name, { path, selector, service = 'open', prepare, act }] of Object.entries(VIEWS)) {
    await page.unrouteAll()
    await prepare?.(page)
    // Otherwise two views that differ in the fragment only are one document.
    await page.goto('about:blank')
    await page.goto(`${services[service].url}${path}`)
    await page.locator(selector).first().waitFor()
    await act?.(page)
    await visit(name)
  }
}
