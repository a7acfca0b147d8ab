import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { WireComponent } from '../../packages/sim-discord/src/index.ts'
import { textsFor } from '../support/texts.ts'
import type { View } from '../../src/discord/view.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { answerOf } from '../../packages/sim-discord/test/page/fake-page.ts'
import { startFakeDemoPage } from './support/demo-page.ts'
import { listNotes } from '../support/server-notes.ts'
import { ALL_FRIENDS } from '../../src/accounts/discord/views/friend-filter.ts'
import { batchView } from '../../src/accounts/discord/views/batch-view.ts'
import { friendsView } from '../../src/accounts/discord/views/friends-view.ts'
import { historyView } from '../../src/watch/discord/history-view.ts'
import { toOwnBanNotes } from '../../src/bans/discord/account-notes.ts'
import { scanningView, stoppedView } from '../../src/accounts/discord/views/scan-view.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import type { Bans, FriendEntry } from '../../src/model/account.ts'
import { cached, NOW, summaryOf } from '../support/fake-context.ts'
import { policyOf } from '../support/policies.ts'

/** A view of a result, and the words of its verdict that must be in sight with its buttons. */
interface LongResult {
  name: string
  view: View
  verdict: string
}

const NAME = 'Wolfgang WWWWWWWWWW the XXXXXXXX'
const FOUND_BY = { customUrl: 'wolfgang_wwwwwwwwww_the_xxxxxxxx' }
const idOf = (index: number) => String(76_561_198_100_000_000n + BigInt(index))
const WHO = { steamId: idOf(0), name: NAME, foundBy: FOUND_BY }

/** Every kind of ban. */
const BANS: Bans = {
  VACBanned: true,
  NumberOfVACBans: 12,
  NumberOfGameBans: 34,
  DaysSinceLastBan: 1_234,
  CommunityBanned: true,
  EconomyBan: 'probation',
}
const RECORD = { summary: cached(summaryOf(idOf(0))), bans: cached(BANS) }
const RULES = {
  maxVacBans: 0,
  maxGameBans: 0,
  banForgottenAfterDays: 36_500,
  denyCommunityBan: true,
  denyTradeBan: true,
  denyTradeProbation: true,
  minAccountAgeDays: 36_500,
  minRustHours: 99_999,
  denyPrivateProfile: true,
  denyHiddenHours: true,
  denyUnconfigured: true,
}
const JUDGING = { policy: policyOf(RULES), now: NOW }
const list = <T>(length: number, toEntry: (index: number) => T) => Array.from({ length }, (_, index) => toEntry(index))

const friend = (index: number): FriendEntry => ({
  steamId: idOf(index),
  personaname: NAME,
  avatar: '',
  profileurl: '',
  friendSince: 1_400_000_000,
  banned: true,
  banDetails: BANS,
  rustHours: 12_345.6,
  unavailable: [],
})
const FRIENDS = list(60, friend)
const SCAN = {
  ...WHO,
  friends: FRIENDS,
  withoutProfile: list(10, (index) => ({
    steamId: idOf(100 + index),
    banDetails: { ...BANS, NumberOfVACBans: 0, VACBanned: false },
  })),
  unchecked: list(10, (index) => ({ steamId: idOf(200 + index), friendSince: 0, personaname: NAME })),
  unavailable: 10,
  total: 100,
  totalFriends: 400,
  fetchedAt: NOW,
  record: RECORD,
  banned: { id: 'x'.repeat(16), count: 70 },
}
const FILTER = { ...ALL_FRIENDS, offset: 100 }
const STATE = {
  ...WHO,
  scanId: '9'.repeat(19),
  found: FRIENDS,
  failed: 10,
  current: 80,
  total: 100,
  totalFriends: 400,
  fetchedAt: NOW,
  record: RECORD,
  filter: FILTER,
}

function scans(texts: Texts): LongResult[] {
  const banned = texts.friends.bannedOfChecked({ count: 60 })
  const [verdict = ''] = texts.friends.result({ banned: 70, checked: 70, percent: '' }).split(' (')
  const pages = [0, 6, 7].map((page) => ({
    name: `friends, page ${page + 1}`,
    view: friendsView(SCAN, { ...FILTER, page }, texts, listNotes(texts, JUDGING)),
    verdict,
  }))
  return [
    {
      name: 'a running scan',
      view: scanningView(STATE, texts, listNotes(texts)),
      verdict: texts.friends.bannedSoFar({ count: 60 }),
    },
    {
      name: 'a stopped scan',
      view: stoppedView(texts.friends.cancelled, STATE, texts, listNotes(texts)),
      verdict: banned,
    },
    ...pages,
  ]
}

function batches(texts: Texts): LongResult[] {
  const found = (index: number) => ({
    input: FOUND_BY.customUrl,
    steamId: idOf(index),
    resolvedFrom: FOUND_BY.customUrl,
    name: NAME,
    timecreated: null,
    isPrivate: false,
    isConfigured: true,
    bans: BANS,
    fetchedAt: NOW,
  })
  const lines = { count: 400, lines: list(400, () => 'a line that is no account of Steam') }
  const batch = {
    checked: [
      ...list(40, found),
      ...list(5, (index) => ({ input: idOf(300 + index), code: 'platform_unavailable', bans: null })),
    ],
    waiting: list(450, (index) => idOf(1_000 + index)),
    repeated: lines,
    notRecognized: lines,
  }
  const verdict = texts.batch.bannedCount({ banned: 40, checked: 40 })
  return [0, 4].map((page) => ({
    name: `batch, page ${page + 1}`,
    view: batchView(batch, { page, id: 'x'.repeat(16) }, texts, listNotes(texts, JUDGING)),
    verdict,
  }))
}

const SPAN = { after: NOW - 9_000_000, before: NOW - 5_000_000 }
const KNOWN_BANS = { status: 'banned' as const, record: BANS, lastBan: SPAN, checkedAt: NOW, hasNoRecord: false }
function histories(texts: Texts): LongResult[] {
  const change = { kind: 'vac' as const, isLifted: false, when: SPAN, from: 11, to: 12 }
  const observation = (id: number) => ({
    id,
    steamId: idOf(0),
    firstSeenAt: NOW - 100_000,
    lastSeenAt: NOW,
    record: BANS,
    lastBan: SPAN,
    changes: [change],
  })
  const ownBan = toOwnBanNotes(idOf(0), { state: 'none' }, texts)
  const [history, account] = [
    { steamId: idOf(0), bans: KNOWN_BANS, since: NOW - 900_000, isWatchedHere: false, items: [], ownBan, now: NOW },
    { ...WHO, isPrivate: false },
  ]
  return [0, 1, 2, 3, 4, 5, 10].map((count) => ({
    name: `history of ${count}`,
    view: historyView({ ...history, record: null, observations: list(count, observation) }, account, 0, texts),
    verdict: texts.bans.vac({ count: 12 }),
  }))
}

/** The results that are higher than a screen, and histories of all heights, so that some of them just fit on a phone; all have texts as long as those of real accounts can be. */
const longResults = (texts: Texts): LongResult[] => [...scans(texts), ...batches(texts), ...histories(texts)]

const openPage = await useBrowser()

/** The components as Discord gives them to a client: all have ids, and pictures and files have addresses. */
function toWire({ components }: View): WireComponent[] {
  let id = 0
  const address = (key: string, value: unknown) =>
    key === 'url' && typeof value === 'string' ? value.replace('attachment://', 'http://127.0.0.1/') : value
  const complete = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(complete)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([key, field]) => [key, complete(address(key, field))])
    return { ...Object.fromEntries(fields), ...('type' in value && { id: (id += 1) }) }
  }
  return complete(components) as WireComponent[]
}

test.each([
  ['English', 'en-US', 1_400, 900],
  ['English', 'en-US', 390, 844],
  ['German', 'de', 1_400, 900],
  ['German', 'de', 390, 844],
])(
  'the verdict of every result in %s (%s) is in sight with its buttons at %d × %d',
  async (_, locale, width, height) => {
    const service = await startFakeDemoPage()
    const { page } = await openPage(service, '/', { viewport: { width, height } })
    await page.getByRole('log', { name: '#moderation' }).waitFor()
    const log = await page.getByRole('log', { name: '#moderation' }).boundingBox()
    const isInSight = async (part: Locator) => {
      const box = await part.boundingBox()
      return box !== null && log !== null && box.y >= log.y && box.y + box.height <= log.y + log.height
    }
    for (const { name, view, verdict } of longResults(textsFor(locale))) {
      const { wire, ...rest } = answerOf(toWire(view))
      service.send({ type: 'message', message: { wire, ...rest } })
      const message = page.locator(`[data-message="${wire.id}"]`)
      const buttons = message.locator('.button')
      await buttons.first().waitFor()
      const parts = [message.getByText(verdict).last(), buttons.first(), buttons.last()]
      const areInSight = async () => (await Promise.all(parts.map(isInSight))).every(Boolean)
      // The client scrolls to a new message after it has drawn it.
      await expect.poll(areInSight, { message: name }).toBe(true)
      service.send({ type: 'delete', messageId: wire.id })
      await message.waitFor({ state: 'detached' })
    }
  },
)
