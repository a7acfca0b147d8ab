import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../sim/steam/cast.ts'
import type { ScanEvent, ScanFound } from '../../src/model/account.ts'
import { exampleStatus } from '../support/example-status.ts'
import { useService } from '../support/service.ts'
import { findAxeProblems } from './support/axe.ts'
import { vacBanned } from './support/bans.ts'
import { useBrowser } from './support/browser.ts'
import { scrollsSideways } from './support/journey.ts'

const openPage = await useBrowser()
const open = await useService()
const services = {
  open,
  withApiToken: await useService({ API_TOKENS: 'page-token-0123456789-abcdef' }, open.sim),
  withAdminToken: await useService({ ADMIN_TOKEN: 'admin-token-0123456789' }, open.sim),
}

interface View {
  path: string
  /** Is there once the view is complete. */
  selector: string
  service?: keyof typeof services
  /** Replaces answers of the service. */
  prepare?: (page: Page) => Promise<unknown>
  /** What the user does once it is there. */
  act?: (page: Page) => Promise<unknown>
}

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

/** Lets the scan of this account's friends send these events, and wait until it is cancelled. */
const openScan = (page: Page, steamId: string, events: typeof BROKEN_SCAN) =>
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
    { id: steamId, body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') },
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

/** Its friends are checked without an end. */
const SCANNED = CAST.bothBans

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
  statistics: { path: `/?account=${CAST.veteran}&tab=stats`, selector: '.stats' },
  'private statistics': { path: `/?account=${CAST.statsPrivate}&tab=stats`, selector: '.notice' },
  'an inventory': { path: `/?account=${CAST.hoarder}&tab=inventory`, selector: '.items img' },
  'a comparison': { path: `/?account=${CAST.raider}&tab=compare&other=${CAST.clean}`, selector: '.friendship' },
  'an error': { path: `/?account=${CAST.gone}`, selector: '.notice' },
  'the request for a token': { path: `/?account=${CAST.clean}`, selector: 'form.token', service: 'withApiToken' },
  'the login form': { path: '/status', selector: 'form', service: 'withAdminToken' },
  'the status': {
    path: '/status',
    selector: '.calls-picture',
    prepare: (page) => page.route('**/status/state', (route) => route.fulfill({ json: exampleStatus })),
  },
}

/** Each language in both colour schemes, and both widths in each of them. */
const LOOKS = {
  'en-GB': [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ],
  'de-DE': [
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 360 },
  ],
} as const

/** On a busy machine, axe-core takes seconds for a view. */
const TIMEOUT_MS = 180_000

// One page for all views, because a new one for each takes longer than the check.
test.each(['en-GB', 'de-DE'] as const)(
  'in %s, every view is accessible in both colour schemes and fits a narrow phone',
  async (locale) => {
    const { page } = await openPage(services.open, '/healthz', { locale, reducedMotion: 'reduce' })
    const findings: string[] = []
    await openScan(page, SCANNED, BROKEN_SCAN)
    for (const [name, { path, selector, service = 'open', prepare, act }] of Object.entries(VIEWS)) {
      await page.unrouteAll()
      await prepare?.(page)
      // Otherwise two views that differ in the fragment only are one document.
      await page.goto('about:blank')
      await page.goto(`${services[service].url}${path}`)
      await page.locator(selector).first().waitFor()
      await act?.(page)
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
      for (const { colorScheme, width } of LOOKS[locale]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const found = await findAxeProblems(page)
        findings.push(...found.map((problem) => `${name}, ${colorScheme}, ${width} px: ${problem}`))
      }
      await page.setViewportSize({ width: 320, height: 640 })
      if (await scrollsSideways(page)) findings.push(`${name} scrolls sideways at 320 px`)
    }
    expect(findings).toEqual([])
  },
  TIMEOUT_MS,
)
