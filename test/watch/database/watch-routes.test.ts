import { readTermsDetail } from '../../../src/model/terms-detail.ts'
import { describe, expect, test } from 'vitest'
import type { WatchEntryObject } from '../../../src/model/watch.ts'
import { addWatch } from '../../../src/watch/entries.ts'
import { applyRecords } from '../../../src/watch/alerts.ts'
import { createCallContext } from '../../../src/lib/call-context.ts'
import type { Steam } from '../../../src/steam/steam.ts'
import type { Reply } from '../../support/ask.ts'
import { manySteamIds } from '../../support/community.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { CLEAN_RECORD, fakeContext, NOW } from '../../support/fake-context.ts'
import { fakeWatchContext } from '../../support/fake-watch-context.ts'
import { nextPage } from '../../support/next-page.ts'
import { codeOf, type ToolHttp, toolHttpForTest } from '../../support/tool-http.ts'
import { ALICE, BOB, CAROL, MODERATOR, OTHER_SERVER } from '../../support/watch-tests.ts'

const DAY = 86_400
const path = (steamId: string) => `/api/watches/${steamId}`

const watchOf = (steamId: string, parts: Partial<WatchEntryObject> = {}): WatchEntryObject => ({
  steamId,
  reason: 'raided us',
  until: null,
  addedBy: 'token:my panel',
  addedAt: NOW,
  ...parts,
})

const asked: string[] = []
/** A Steam that has clean records of all accounts, and counts what it is asked. */
const steamOf = (parts: Partial<Steam> = {}): Steam =>
  fakeContext({
    getBanRecords: async (steamIds) => {
      asked.push(...steamIds)
      return new Map(steamIds.map((steamId) => [steamId, CLEAN_RECORD]))
    },
    ...parts,
  }).steam

async function openTest(parts: Parameters<typeof toolHttpForTest>[0] = {}): Promise<ToolHttp> {
  asked.length = 0
  return toolHttpForTest({ steam: steamOf(), ...parts })
}

/** Adds an account in Discord. */
const addByHand = ({ database, time }: ToolHttp, steamId: string, actor = MODERATOR) =>
  addWatch(
    fakeWatchContext(
      database,
      { getBanRecords: async () => new Map([[steamId, CLEAN_RECORD]]) },
      {
        clock: { ...fakeWatchContext(database).clock, unixSeconds: () => time.now },
      },
    ),
    { ...actor, steamId, reason: 'by hand', until: null },
    createCallContext(new AbortController().signal),
  )

const logOf = async ({ database }: ToolHttp) =>
  (await database.read(({ audit }) => audit.list(MODERATOR.guildId, 100))).map(({ action, userId, detail }) => [
    action,
    userId,
    readTermsDetail(detail).reason,
  ])
const eventsOf = async ({ database }: ToolHttp) => {
  const types = ['watch.added', 'watch.changed', 'watch.removed'] as const
  const events = await database.read((all) =>
    all.events.page(MODERATOR.guildId, { after: 0, types, limit: 500, now: NOW }),
  )
  return events.map(({ type, author, object }) => [type, author, object])
}

describe('one entry', () => {
  test('is created, changed and removed by a tool, which the log names', async () => {
    const watched: string[] = []
    const tool = await openTest({ watched: { add: (ids) => void watched.push(...ids) } })
    expect(codeOf(await tool.send('GET', path(ALICE)))).toEqual([404, 'not_watched'])
    const created = await tool.send('PUT', path(ALICE), { body: { reason: ' raided\nus ' } })
    expect([created.status, created.body]).toEqual([201, watchOf(ALICE)])
    expect([asked, watched]).toEqual([[ALICE], [ALICE]])
    const read = await tool.send('GET', path(ALICE))
    expect([read.status, read.body, read.headers['etag']]).toEqual([200, watchOf(ALICE), created.headers['etag']])
    const { baselineAt } = (await tool.database.read(({ watches }) => watches.get(MODERATOR.guildId, ALICE))) ?? {}
    expect(baselineAt).toBe(NOW)

    tool.time.now += 60
    const changed = await tool.send('PUT', path(ALICE), { body: { reason: 'case 17', until: NOW + DAY } })
    const after = watchOf(ALICE, { reason: 'case 17', until: NOW + DAY })
    expect([changed.status, changed.body]).toEqual([200, after])
    expect(await tool.database.read(({ watches }) => watches.get(MODERATOR.guildId, ALICE))).toMatchObject({
      ...after,
      baselineAt: NOW,
    })
    const again = await tool.send('PUT', path(ALICE), { body: { reason: 'case 17', until: NOW + DAY } })
    expect([again.status, again.headers['etag']]).toEqual([200, changed.headers['etag']])
    expect(asked).toEqual([ALICE])
    expect((await tool.send('DELETE', path(ALICE))).status).toBe(204)
    expect(codeOf(await tool.send('DELETE', path(ALICE)))).toEqual([404, 'not_watched'])
    expect(await logOf(tool)).toEqual([
      ['removed', 'token:my panel', 'case 17'],
      ['changed', 'token:my panel', 'case 17'],
      ['added', 'token:my panel', 'raided us'],
    ])
    expect(await eventsOf(tool)).toEqual([
      ['watch.added', 'token:my panel', watchOf(ALICE)],
      ['watch.changed', 'token:my panel', after],
      ['watch.removed', 'token:my panel', after],
    ])
  })

  test('is added without a check while the share of the server is used up', async () => {
    const shares: string[] = []
    const tool = await openTest({ mayToolsAskSteam: (guildId) => shares.push(guildId) === 0 })
    expect((await tool.send('PUT', path(ALICE), { body: { reason: 'x' } })).status).toBe(201)
    expect([asked, shares]).toEqual([[], [MODERATOR.guildId]])
    const watch = await tool.database.read(({ watches }) => watches.get(MODERATOR.guildId, ALICE))
    expect(watch?.baselineAt).toBeNull()
  })

  test('is added without a check while Steam does not answer', async () => {
    const clock = { ...createFakeClock(), unixSeconds: () => NOW }
    let signal: AbortSignal | undefined
    const hanging = steamOf({
      getBanRecords: (_, callContext) => {
        signal = callContext.signal
        return new Promise(() => {})
      },
    })
    const tool = await openTest({ steam: hanging, clock })
    const reply = tool.send('PUT', path(ALICE), { body: { reason: 'x' } })
    await expect.poll(() => signal).toBeDefined()
    await clock.advance(5_000)
    expect([(await reply).status, signal?.aborted]).toEqual([201, true])
    const watch = await tool.database.read(({ watches }) => watches.get(MODERATOR.guildId, ALICE))
    expect([watch?.reason, watch?.baselineAt]).toEqual(['x', null])
    expect(clock.pending()).toBe(0)
  })

  test('of an account that Steam does not know is not added', async () => {
    const unknown = steamOf({
      getBanRecords: async () => new Map(),
      getSummary: async () => ({ value: null, fetchedAt: NOW, expiresAt: NOW + 60 }),
    })
    const tool = await openTest({ steam: unknown })
    expect(codeOf(await tool.send('PUT', path(ALICE), { body: { reason: 'x' } }))).toEqual([404, 'account_not_found'])
    expect(await eventsOf(tool)).toEqual([])
  })

  test('cannot be given what an entry cannot have, nor exceed the list', async () => {
    const tool = await openTest({ limits: { maxPerGuild: 1, maxTotal: 100 } })
    const bad: [body: unknown, message: string][] = [
      [{}, 'The field reason is missing.'],
      [{ reason: ' ' }, 'reason: must not be empty.'],
      [{ reason: 'x'.repeat(201) }, 'reason: must have at most 200 characters; this one has 201.'],
      [
        { reason: 'x', until: NOW },
        `until: must be null or a time in the future, in Unix seconds; this one is ${NOW}, and now it is ${NOW}.`,
      ],
    ]
    for (const [body, message] of bad) {
      const reply = await tool.send('PUT', path(ALICE), { body })
      expect([reply.status, Object(reply.body).error]).toEqual([400, message])
    }
    expect((await tool.send('PUT', path(ALICE), { body: { reason: 'x' } })).status).toBe(201)
    expect(codeOf(await tool.send('PUT', path(BOB), { body: { reason: 'x' } }))).toEqual([409, 'list_full'])
    expect(asked).toEqual([ALICE])
    expect((await tool.send('PUT', path(BOB), { body: { reason: 'x' }, token: 'other' })).status).toBe(201)
  })
})

test('the list has every entry once, newest first, also of those that were added in the same second', async () => {
  const tool = await openTest({ eventsCursor: async ({ events }) => `after ${await events.newestId()}` })
  const ids = manySteamIds(12)
  for (const [index, steamId] of ids.entries()) {
    tool.time.now = NOW + Math.floor(index / 5)
    await tool.send('PUT', path(steamId), { body: { reason: 'x' } })
  }
  const seen: WatchEntryObject[] = []
  const cursors: (string | undefined)[] = []
  let target: string | undefined = '/api/watches?limit=5'
  while (target !== undefined) {
    const reply: Reply = await tool.send('GET', target)
    const page = reply.body as { watches: WatchEntryObject[]; eventsCursor?: string }
    seen.push(...page.watches)
    cursors.push(page.eventsCursor)
    if (cursors.length === 1) await tool.send('DELETE', path(ids[0] ?? ''))
    target = nextPage(reply)
  }
  expect(seen.map(({ steamId }) => steamId)).toEqual(ids.slice(1).toReversed())
  expect(cursors).toEqual([expect.stringMatching(/^after \d+$/), undefined, undefined])
  const forged = Buffer.from(`watches ${MODERATOR.guildId} 1 2`).toString('base64url')
  expect(codeOf(await tool.send('GET', `/api/watches?after=${forged}`))).toEqual([400, 'invalid_cursor'])
})

describe('the history', () => {
  const see = ({ database }: ToolHttp, record: object, at: number) =>
    database.transaction((repositories) =>
      applyRecords(repositories, {
        records: new Map([[ALICE, { ...CLEAN_RECORD, ...record }]]),
        at,
        sweepId: null,
        areBaselines: false,
      }),
    )

  test('has the changes with the intervals of their dates, also of an account that only others watch', async () => {
    const tool = await openTest()
    await addByHand(tool, ALICE, OTHER_SERVER)
    await see(tool, { NumberOfVACBans: 1, DaysSinceLastBan: 0 }, NOW + DAY)
    const { status, body, headers } = await tool.send('GET', `/api/history/${ALICE}`)
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache'])
    expect(body).toEqual({
      steamId: ALICE,
      isWatchedHere: false,
      status: 'banned',
      record: { ...CLEAN_RECORD, NumberOfVACBans: 1, DaysSinceLastBan: 0 },
      lastBan: { after: expect.any(Number), before: NOW + DAY },
      checkedAt: NOW + DAY,
      earlier: null,
      since: NOW,
      observations: [
        expect.objectContaining({
          firstSeenAt: NOW + DAY,
          changes: [
            { kind: 'vac', from: 0, to: 1, isLifted: false, when: { after: expect.any(Number), before: NOW + DAY } },
          ],
        }),
        { firstSeenAt: NOW, lastSeenAt: NOW, record: CLEAN_RECORD, lastBan: null, changes: [] },
      ],
    })
    const { body: theirs } = await tool.send('GET', `/api/history/${ALICE}`, { token: 'other' })
    expect(theirs).toMatchObject({ isWatchedHere: true })
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${OTHER_SERVER.guildId}|by hand`))
  })

  test('of an account that was never checked says that nothing is known', async () => {
    const tool = await openTest()
    expect((await tool.send('GET', `/api/history/${CAROL}`)).body).toMatchObject({
      status: 'unknown',
      record: null,
      checkedAt: null,
      since: null,
      observations: [],
    })
  })
})
