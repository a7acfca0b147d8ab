import { expect, test } from 'vitest'
import type { JoinEntry, RefusalEntry } from '../../../src/model/join.ts'
import { noteRefusals } from '../../../src/policy/refusals.ts'
import type { Reply } from '../../support/ask.ts'
import { ALICE, BOB, CAROL, manySteamIds } from '../../support/community.ts'
import { NOW } from '../../support/fake-context.ts'
import { joinOf, refusalOf, storePolicy } from '../../support/policy-records.ts'
import { nextPage } from '../../support/next-page.ts'
import { codeOf, type ToolHttp, toolHttpForTest } from '../../support/tool-http.ts'
import { MODERATOR, OTHER_SERVER } from '../../support/watch-tests.ts'

const DAY = 86_400
const { guildId } = MODERATOR
const theirs = { guildId: OTHER_SERVER.guildId }

/** Opens the routes with a policy at two servers. */
async function openTest(parts: Parameters<typeof toolHttpForTest>[0] = {}): Promise<ToolHttp> {
  const tool = await toolHttpForTest(parts)
  await tool.database.transaction(async (repositories) => {
    for (const id of [guildId, theirs.guildId]) await storePolicy(repositories, id)
  })
  return tool
}

/** All entries of a list, page by page, and the cursors of its pages. */
async function readAll(tool: ToolHttp, kind: 'joins' | 'refusals', limit: number) {
  const pages: { joins?: JoinEntry[]; refusals?: RefusalEntry[]; eventsCursor?: string }[] = []
  let target: string | undefined = `/api/${kind}?limit=${limit}`
  while (target !== undefined) {
    const page: Reply = await tool.send('GET', target)
    expect(page.status).toBe(200)
    pages.push(page.body as (typeof pages)[number])
    target = nextPage(page)
  }
  const joins = pages.flatMap((page) => page.joins ?? [])
  const refusals = pages.flatMap((page) => page.refusals ?? [])
  return { joins, refusals, cursors: pages.map(({ eventsCursor }) => eventsCursor) }
}

test('joins of the last 48 hours are listed once, newest first, without the facts about the accounts', async () => {
  const tool = await openTest({ eventsCursor: async ({ events }) => `after ${await events.newestId()}` })
  const ids = manySteamIds(7)
  await tool.database.transaction(async ({ joins }) => {
    await joins.add([joinOf({ guildId, steamId: ALICE, at: NOW - 2 * DAY - 1 })])
    await joins.add(ids.map((steamId, index) => joinOf({ guildId, steamId, at: NOW - 2 * DAY + index })))
    await joins.add([joinOf({ ...theirs, steamId: BOB, at: NOW })])
  })
  const { joins: entries, cursors } = await readAll(tool, 'joins', 3)
  expect(entries.map(({ steamId }) => steamId)).toEqual(ids.toReversed())
  expect(cursors).toEqual([expect.stringMatching(/^after \d+$/), undefined, undefined])
  const { tokenName, verdict, mode, reasons } = joinOf()
  expect(entries[0]).toEqual({ steamId: ids[6], at: NOW - 2 * DAY + 6, gameServer: tokenName, verdict, mode, reasons })
  const target = nextPage(await tool.send('GET', '/api/joins?limit=3')) ?? ''
  expect(codeOf(await tool.send('GET', target, { token: 'other' }))).toEqual([400, 'invalid_cursor'])
  expect(codeOf(await tool.send('GET', target.replace('joins', 'refusals')))).toEqual([400, 'invalid_cursor'])
})

test('refusals of the last 7 days are listed once for each account and day, and notices beside them', async () => {
  const tool = await openTest()
  await tool.database.transaction(async (repositories) => {
    await noteRefusals(repositories, [
      refusalOf({ guildId, steamId: CAROL, at: NOW - 8 * DAY }),
      refusalOf({ guildId, steamId: ALICE, at: NOW - DAY, mode: 'observe' }),
      refusalOf({ guildId, steamId: ALICE, at: NOW, mode: 'enforce' }),
      refusalOf({ guildId, steamId: ALICE, at: NOW + 60, mode: 'enforce' }),
      refusalOf({ guildId, steamId: BOB, at: NOW, mode: 'notify' }),
      refusalOf({ ...theirs, steamId: CAROL, at: NOW }),
    ])
  })
  const { refusals: entries } = await readAll(tool, 'refusals', 2)
  const shown = entries.map(({ steamId, mode, firstAt, lastAt, count }) => ({ steamId, mode, firstAt, lastAt, count }))
  expect(shown).toHaveLength(3)
  expect(shown).toEqual(
    expect.arrayContaining([
      { steamId: ALICE, mode: 'observe', firstAt: NOW - DAY, lastAt: NOW - DAY, count: 1 },
      { steamId: ALICE, mode: 'enforce', firstAt: NOW, lastAt: NOW + 60, count: 2 },
      { steamId: BOB, mode: 'notify', firstAt: NOW, lastAt: NOW, count: 1 },
    ]),
  )
  expect(entries[0]?.reasons).toEqual(refusalOf().reasons)
  expect((await tool.send('GET', '/api/refusals', { token: 'other' })).body).toMatchObject({
    refusals: [expect.objectContaining({ steamId: CAROL })],
  })
})
