import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Repositories } from '../../../src/app/database.ts'
import { addBans } from '../../../src/bans/add-bans.ts'
import type { ListFile } from '../../../src/bans/formats/read-list-file.ts'
import { createListFileReader } from '../../../src/bans/formats/list-file-reader.ts'
import { type Ban, BanError } from '../../../src/model/ban.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import type { Reply } from '../../support/ask.ts'
import { beginImport } from '../../support/begin-import.ts'
import { ALICE, BOB, CAROL, manySteamIds } from '../../support/community.ts'
import { deferred } from '../../support/deferred.ts'
import { encodeAs } from '../../support/encode.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { toolGrant } from '../../support/fake-tools.ts'
import { NOW } from '../../support/fake-context.ts'
import { limitsOf } from '../../support/http.ts'
import { nextPage } from '../../support/next-page.ts'
import { codeOf, type ToolHttp, toolHttpForTest } from '../../support/tool-http.ts'
import { MODERATOR, OTHER_SERVER } from '../../support/watch-tests.ts'

const LIMITS = { maxPerGuild: 50_000, maxTotal: 500_000 }
const DAY = 86_400
const path = (steamId: string) => `/api/bans/${steamId}`

/** What the interface shows of a ban that the tool has added. */
const banOf = (steamId: string, parts: Partial<Ban> = {}): Ban => ({
  steamId,
  name: '',
  reason: '',
  note: '',
  until: null,
  addedBy: 'token:my panel',
  addedAt: NOW,
  importNumber: null,
  ...parts,
})

const sorted = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted((a, b) => a - b)

/** Bans an account in Discord. */
const banByHand = ({ database }: ToolHttp, steamId: string, reason: string, actor = MODERATOR, now = NOW) =>
  database.transaction((repositories) =>
    addBans(
      repositories,
      { ...actor, accounts: [{ steamId, name: 'Name' }], terms: { reason, note: '', until: null }, replaces: true },
      { now, limits: LIMITS },
    ),
  )

const logOf = ({ database }: ToolHttp) => database.read(({ audit }) => audit.list(MODERATOR.guildId, 100))
const eventsOf = async ({ database }: ToolHttp) => {
  const types = ['ban.added', 'ban.changed', 'ban.removed'] as const
  const events = await database.read((all) =>
    all.events.page(MODERATOR.guildId, { after: 0, types, limit: 500, now: NOW }),
  )
  return events.map(({ type, author, object }) => [type, author, (object as Ban | null)?.steamId])
}

const CHANGES: [method: string, path: string, body?: object][] = [
  ['PUT', path(BOB), { reason: 'x' }],
  ['DELETE', path(ALICE)],
  ['PUT', `/api/watches/${BOB}`, { reason: 'x' }],
  ['DELETE', `/api/watches/${ALICE}`],
]

test.each(CHANGES)('%s %s that was answered with a 503 in the meantime is not made', async (method, entry, body) => {
  const clock = createFakeClock()
  const tool = await toolHttpForTest({}, undefined, { clock })
  for (const list of ['bans', 'watches']) await tool.send('PUT', `/api/${list}/${ALICE}`, { body: { reason: 'x' } })
  const stateOf = async () =>
    Promise.all(['bans', 'watches', 'events'].map(async (list) => (await tool.send('GET', `/api/${list}`)).body))
  const before = await stateOf()
  const { database } = tool
  const [hasBegun, goesOn] = [deferred<void>(), deferred<void>()]
  const transaction = <T>(work: (repositories: Repositories) => Promise<T>) =>
    database.transaction(async (repositories) => {
      hasBegun.resolve()
      await goesOn.promise
      return work(repositories)
    })
  Object.assign(tool.context, { database: { ...database, transaction } })
  const reply = tool.send(method, entry, body ? { body } : {})
  await hasBegun.promise
  await clock.advance(10_000)
  expect(codeOf(await reply)).toEqual([503, 'database_unavailable'])
  goesOn.resolve()
  // Transactions take turns, so the one of the change has ended after this one.
  await database.transaction(async () => {})
  Object.assign(tool.context, { database })
  expect(await stateOf()).toEqual(before)
})

test.each([
  ['bans', 'not_banned'],
  ['watches', 'not_watched'],
] as const)(
  'an entry of %s is changed by one of several tools that have read it, and neither seen nor changed by another server',
  async (list, absence) => {
    const tool = await toolHttpForTest()
    const entry = `/api/${list}/${ALICE}`
    const put = (reason: string, headers: Record<string, string> = {}, token = 'all') =>
      tool.send('PUT', entry, { body: { reason }, headers, token })
    const ifMatch = { 'if-match': String((await put('one')).headers['etag']) }
    const replies = await Promise.all(['two', 'three', 'four', 'five'].map((reason) => put(reason, ifMatch)))
    expect(sorted(replies)).toEqual([200, 412, 412, 412])
    const winner = replies.find(({ status }) => status === 200)?.body
    expect(codeOf(await tool.send('DELETE', entry, { headers: ifMatch }))).toEqual([412, 'precondition_failed'])
    expect(codeOf(await put('six', { 'if-none-match': '*' }))).toEqual([412, 'precondition_failed'])
    for (const [method, body] of [
      ['PUT', { reason: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const absent = await tool.send(method, `/api/${list}/${BOB}`, { body, headers: { 'if-match': '*' } })
      expect(codeOf(absent)).toEqual([412, 'precondition_failed'])
    }
    expect(codeOf(await tool.send('GET', entry, { token: 'other' }))).toEqual([404, absence])
    expect(codeOf(await tool.send('DELETE', entry, { token: 'other' }))).toEqual([404, absence])
    expect((await put('theirs', {}, 'other')).status).toBe(201)
    expect((await tool.send('GET', entry)).body).toEqual(winner)
  },
)

describe('one ban', () => {
  test('is created, read, changed and lifted by a tool, which the log names', async () => {
    const tool = await toolHttpForTest({ rememberedName: async () => 'Alice ⁧the 1st' })
    expect(codeOf(await tool.send('GET', path(ALICE)))).toEqual([404, 'not_banned'])
    const created = await tool.send('PUT', path(ALICE), { body: { reason: ' aimbot  ', note: 'case 17' } })
    const ban = banOf(ALICE, { name: 'Alice the 1st', reason: 'aimbot', note: 'case 17' })
    expect([created.status, created.body]).toEqual([201, ban])
    const read = await tool.send('GET', path(ALICE))
    expect([read.status, read.body, read.headers['etag']]).toEqual([200, ban, created.headers['etag']])
    expect(tool.context.bans.find(MODERATOR.guildId, ALICE)).toEqual({ reason: 'aimbot', until: null })

    tool.time.now += 60
    const changed = await tool.send('PUT', path(ALICE), { body: { reason: 'aimbot', until: NOW + DAY } })
    expect([changed.status, changed.body]).toEqual([200, { ...ban, note: '', until: NOW + DAY, addedAt: NOW + 60 }])
    expect((await tool.send('DELETE', path(ALICE))).status).toBe(204)
    expect(codeOf(await tool.send('GET', path(ALICE)))).toEqual([404, 'not_banned'])
    expect(codeOf(await tool.send('DELETE', path(ALICE)))).toEqual([404, 'not_banned'])
    expect((await logOf(tool)).map(({ action, userId, steamId }) => [action, userId, steamId])).toEqual([
      ['ban_removed', 'token:my panel', ALICE],
      ['ban_changed', 'token:my panel', ALICE],
      ['ban_added', 'token:my panel', ALICE],
    ])
    expect(await eventsOf(tool)).toEqual([
      ['ban.added', 'token:my panel', ALICE],
      ['ban.changed', 'token:my panel', ALICE],
      ['ban.removed', 'token:my panel', ALICE],
    ])
  })

  test('that is as asked already stays as it is: nothing is written, and the ETag is the same', async () => {
    const tool = await toolHttpForTest()
    await banByHand(tool, ALICE, 'aimbot')
    const before = await tool.send('GET', path(ALICE))
    const [events, log] = [await eventsOf(tool), await logOf(tool)]
    tool.time.now += 60
    const again = await tool.send('PUT', path(ALICE), { body: { reason: 'aimbot ', note: '', until: null } })
    expect([again.status, again.body, again.headers['etag']]).toEqual([200, before.body, before.headers['etag']])
    expect([await eventsOf(tool), await logOf(tool)]).toEqual([events, log])
    expect(again.body).toMatchObject({ addedBy: MODERATOR.userId, name: 'Name' })
  })

  test('cannot be given what a ban cannot have', async () => {
    const tool = await toolHttpForTest()
    const seconds = 'until: must be null or a time in Unix seconds, a whole number of at most 4294967295; this one is'
    const bad: [body: unknown, message: string][] = [
      [{ steamId: BOB }, 'The body has an unknown field "steamId"; send only reason, note, until.'],
      [{ reason: 1 }, 'reason: must be a string; this one is 1.'],
      [{ reason: 'x'.repeat(81) }, 'reason: must have at most 80 characters; this one has 81.'],
      [{ note: 'x'.repeat(501) }, 'note: must have at most 500 characters; this one has 501.'],
      [
        { until: NOW },
        `until: must be null or a time in the future, in Unix seconds; this one is ${NOW}, and now it is ${NOW}.`,
      ],
      [{ until: -1 }, `${seconds} -1.`],
      [{ until: 1.5 }, `${seconds} 1.5.`],
      [{ until: 5_000_000_000 }, `${seconds} 5000000000.`],
      [{ until: '30d' }, `${seconds} "30d".`],
      [{ until: {} }, `${seconds} an object.`],
      [[], 'The body must be a JSON object with any of reason, note, until; this one is an array.'],
    ]
    for (const [body, message] of bad) {
      const reply = await tool.send('PUT', path(ALICE), { body })
      expect([reply.status, Object(reply.body).error]).toEqual([400, message])
    }
    const empty = await tool.send('PUT', path(ALICE), { body: '', headers: { 'content-type': 'application/json' } })
    expect([codeOf(empty), Object(empty.body).error]).toEqual([
      [400, 'not_json'],
      'The body is empty; it must be a JSON object with any of reason, note, until.',
    ])
    for (const id of ['1', '00000000000000001', `${ALICE}0`, 'alice', `%37${ALICE.slice(1)}`])
      expect([id, ...codeOf(await tool.send('PUT', path(id), { body: {} }))]).toEqual([id, 400, 'invalid_parameter'])
    expect(await eventsOf(tool)).toEqual([])
  })

  test('is refused for an account that an exception lets in, and when a list is full', async () => {
    const tool = await toolHttpForTest({ banLimits: { maxPerGuild: 2, maxTotal: 1_000 } })
    const { clock } = tool.context
    const policies = { ofGuild: () => undefined, reload: async () => {} }
    const watchedFacts = async () => []
    await addException(
      { database: tool.database, clock, bans: tool.context.bans, policies, banLimits: LIMITS, watchedFacts },
      { ...MODERATOR, steamId: ALICE, reason: 'a friend', until: null },
    )
    expect(codeOf(await tool.send('PUT', path(ALICE), { body: {} }))).toEqual([409, 'account_exempted'])
    expect((await tool.send('PUT', path(ALICE), { body: {}, token: 'other' })).status).toBe(201)
    for (const steamId of [BOB, CAROL]) expect((await tool.send('PUT', path(steamId), { body: {} })).status).toBe(201)
    const [further = ''] = manySteamIds(1)
    expect(codeOf(await tool.send('PUT', path(further), { body: {} }))).toEqual([409, 'list_full'])
    expect((await tool.send('PUT', path(BOB), { body: { reason: 'changed' } })).status).toBe(200)
  })

  test('that has ended is none', async () => {
    const tool = await toolHttpForTest()
    await tool.send('PUT', path(ALICE), { body: { until: NOW + 60 } })
    tool.time.now = NOW + 60
    expect(codeOf(await tool.send('GET', path(ALICE)))).toEqual([404, 'not_banned'])
    const again = await tool.send('PUT', path(ALICE), { body: {}, headers: { 'if-none-match': '*' } })
    expect(again.status).toBe(201)
  })
})

describe('the list', () => {
  /** Reads all pages, and calls `between` after each of them. */
  async function readPages(
    tool: ToolHttp,
    query: string,
    between: (page: number) => Promise<unknown> = async () => {},
  ) {
    const pages: { bans: Ban[]; eventsCursor?: string }[] = []
    let target: string | undefined = `/api/bans?${query}`
    while (target !== undefined) {
      const page: Reply = await tool.send('GET', target)
      expect(page.status).toBe(200)
      pages.push(page.body as { bans: Ban[] })
      await between(pages.length)
      target = nextPage(page)
    }
    return pages
  }

  test('has every active ban once, newest first, while others are added and lifted', async () => {
    const tool = await toolHttpForTest()
    const ids = manySteamIds(25)
    for (const steamId of ids) await banByHand(tool, steamId, 'x')
    await banByHand(tool, ALICE, 'theirs', OTHER_SERVER)
    const pages = await readPages(tool, 'limit=10', async (page) => {
      if (page !== 1) return
      await tool.send('DELETE', path(ids[0] ?? ''))
      await tool.send('PUT', path(BOB), { body: {} })
      await tool.send('PUT', path(ids[24] ?? ''), { body: { reason: 'changed' } })
    })
    expect(pages.map(({ bans }) => bans.length)).toEqual([10, 10, 4])
    expect(pages.flatMap(({ bans }) => bans.map(({ steamId }) => steamId))).toEqual(ids.slice(1).toReversed())
  })

  test('names in its first page from where events follow, as they were before it was read', async () => {
    const order: string[] = []
    const tool = await toolHttpForTest({
      eventsCursor: async ({ events }, guildId) => {
        order.push(guildId)
        return `after ${await events.newestId()}`
      },
    })
    for (const steamId of [ALICE, BOB, CAROL]) await banByHand(tool, steamId, 'x')
    const newest = await tool.database.read(({ events }) => events.newestId())
    const [first, second] = await readPages(tool, 'limit=2')
    expect([first?.eventsCursor, second?.eventsCursor]).toEqual([`after ${newest}`, undefined])
    expect(order).toEqual([MODERATOR.guildId])
  })

  test('changes by a tool do not count as use of the bot, whose data is deleted some time after it has left', async () => {
    const tool = await toolHttpForTest()
    await banByHand(tool, BOB, 'x')
    const used = () =>
      tool.database.read(async ({ guilds }) => (await guilds.get(MODERATOR.guildId))?.lastInteractionAt)
    const before = await used()
    expect(before).toBe(tool.time.now)
    tool.time.now += 1_000
    await tool.send('PUT', `/api/bans/${ALICE}`, { body: { reason: 'x' } })
    await tool.send('DELETE', `/api/bans/${BOB}`)
    await tool.send('POST', '/api/bans/import', { body: CAROL })
    await tool.send('GET', '/api/bans/export?format=json')
    await tool.send('PUT', `/api/watches/${ALICE}`, { body: { reason: 'x' } })
    await tool.send('DELETE', `/api/watches/${ALICE}`)
    expect(await used()).toBe(before)
  })

  test('a token that a process still knows creates nothing when the data of its server has been deleted', async () => {
    const tool = await toolHttpForTest()
    await tool.database.transaction(({ guilds }) => guilds.remove(MODERATOR.guildId))
    for (const [method, target, body] of [
      ['PUT', `/api/bans/${ALICE}`, { reason: 'x' }],
      ['PUT', `/api/watches/${ALICE}`, { reason: 'x' }],
      ['POST', '/api/bans/import', CAROL],
    ] as const) {
      const refused = await tool.send(method, target, { body })
      expect([target, codeOf(refused), refused.headers['www-authenticate']]).toEqual([
        target,
        [401, 'unauthorized'],
        'Bearer error="invalid_token"',
      ])
    }
    expect(await tool.database.read(({ guilds }) => guilds.get(MODERATOR.guildId))).toBeUndefined()
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
  })

  test('a misspelt or unknown parameter is refused, and a misspelt dryRun imports nothing', async () => {
    const tool = await toolHttpForTest()
    const imported = await tool.send('POST', '/api/bans/import?dryrun=true', { body: ALICE })
    expect([codeOf(imported), Object(imported.body).error]).toEqual([
      [400, 'invalid_parameter'],
      'The query has an unknown parameter "dryrun"; send only dryRun, unreadEnds.',
    ])
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
    const others = [
      ['GET', '/api/bans?page=2'],
      ['PUT', `/api/bans/${ALICE}?force=true`],
      ['DELETE', `/api/bans/${ALICE}?steamId=${BOB}`],
      ['GET', '/api/events?type=ban.added'],
    ] as const
    for (const [method, path] of others)
      expect([path, codeOf(await tool.send(method, path, method === 'PUT' ? { body: {} } : {}))]).toEqual([
        path,
        [400, 'invalid_parameter'],
      ])
  })

  test('refuses the cursor of another server, of nonsense, and of an id that cannot be', async () => {
    const tool = await toolHttpForTest()
    for (const steamId of [ALICE, BOB]) await banByHand(tool, steamId, 'x')
    const target = nextPage(await tool.send('GET', '/api/bans?limit=1')) ?? ''
    expect((await tool.send('GET', target)).status).toBe(200)
    expect(codeOf(await tool.send('GET', target, { token: 'other' }))).toEqual([400, 'invalid_cursor'])
    const forged = (position: string) => Buffer.from(`bans ${MODERATOR.guildId} ${position}`).toString('base64url')
    for (const cursor of ['x', forged('99999999999'), forged('-1'), forged('1 2'), forged("1'--")])
      expect([cursor, ...codeOf(await tool.send('GET', `/api/bans?after=${cursor}`))]).toEqual([
        cursor,
        400,
        'invalid_cursor',
      ])
    expect((await tool.send('GET', `/api/bans?after=${forged('2147483647')}`)).status).toBe(200)
  })
})

describe('an import', () => {
  const LIST = [
    `banid ${ALICE} "Alice" "aimbot" -1`,
    `banid ${BOB} "Bob" "walls" ${NOW + DAY}`,
    `banid ${BOB} "Bob" "again" -1`,
    `banid ${CAROL} "Carol" "old" ${NOW - DAY}`,
    'banid nobody "x" "y" -1',
  ].join('\n')
  const EFFECT = {
    format: 'bans_cfg',
    encoding: 'utf-8',
    fresh: 2,
    present: 0,
    differing: 0,
    exempted: 0,
    unreadEnds: 0,
    unreadEndLines: [],
    unclear: 0,
    unclearLines: [],
    lifted: 0,
    staff: 0,
    expired: 1,
    repeated: 1,
    notUnderstood: 1,
    notUnderstoodLines: [{ line: 5, text: 'banid nobody "x" "y" -1', why: 'no_account' }],
  }

  test('first says what it would do, and then does it; a second one adds nothing', async () => {
    const tool = await toolHttpForTest()
    const send = (query: string) => tool.send('POST', `/api/bans/import${query}`, { body: LIST })
    expect((await send('?dryRun=true')).body).toEqual({ dryRun: true, number: null, ...EFFECT })
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
    expect((await send('')).body).toEqual({ dryRun: false, number: 1, ...EFFECT })
    expect((await tool.send('GET', path(BOB))).body).toEqual(
      banOf(BOB, { name: 'Bob', reason: 'walls', until: NOW + DAY, importNumber: 1 }),
    )
    expect(tool.context.bans.find(MODERATOR.guildId, ALICE)).toEqual({ reason: 'aimbot', until: null })
    expect((await send('?dryRun=false')).body).toEqual({ dryRun: false, number: null, ...EFFECT, fresh: 0, present: 2 })
    expect((await logOf(tool)).map(({ action, userId, detail }) => [action, userId, detail])).toEqual([
      ['bans_imported', 'token:my panel', '1 2'],
    ])
  })

  test('reads the examples of docs/tools/http.md', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../../docs/tools/http.md'), 'utf8')
    const [, rest = ''] = page.split('### Import and export')
    const examples = [...rest.matchAll(/```(text|json)\n([^]+?)```/g)].slice(0, 2)
    const tool = await toolHttpForTest()
    const read = []
    for (const [, kind, body = ''] of examples) {
      const type = { 'content-type': kind === 'json' ? 'application/json' : 'text/plain' }
      const reply = await tool.send('POST', '/api/bans/import?dryRun=true', { body, headers: type })
      const { format, fresh, notUnderstood, expired } = reply.body as Record<string, unknown>
      read.push([kind, format, fresh, notUnderstood, expired])
    }
    expect(read).toEqual([
      ['text', 'bans_cfg', 2, 0, 0],
      ['json', 'central_json', 1, 0, 0],
    ])
  })

  test('that announces JSON and is none, or breaks off, is refused', async () => {
    const tool = await toolHttpForTest()
    const json = JSON.stringify([{ steamId: ALICE }, { steamId: BOB }])
    const headers = { 'content-type': 'application/json' }
    for (const body of [
      '',
      ALICE,
      `steamId\n${ALICE}`,
      `${json} ${CAROL}`,
      `${json}]`,
      json.slice(0, json.indexOf('}') + 1),
    ]) {
      const reply = await tool.send('POST', '/api/bans/import', { body, headers })
      expect([body, ...codeOf(reply), Object(reply.body).error]).toEqual([
        body,
        400,
        'not_json',
        'The body is not a whole JSON object or array; send another list with Content-Type: text/plain or text/csv.',
      ])
    }
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
  })

  test('in which no ban could be read is refused, also as a preview', async () => {
    const tool = await toolHttpForTest()
    const rounded = [1, 2, 3, 4, 5].map((digit) => `7656119800007${digit}000`).join('\n')
    const refused: [body: string, message: string][] = [
      [
        '# a list\n\n192.0.2.1',
        'The body names no account: it is empty, or has nothing but comments and IP addresses.',
      ],
      [
        '\nbanid nobody "x" "y" -1',
        '0 of 1 lines or entries could be read; the first one is line 2: "banid nobody \\"x\\" \\"y\\" -1".',
      ],
      [
        rounded,
        'A spreadsheet program has probably rounded the ids, because all of them end in 0; export the list again with that column as text.',
      ],
    ]
    for (const [body, message] of refused)
      for (const query of ['', '?dryRun=true', '?unreadEnds=permanent']) {
        const reply = await tool.send('POST', `/api/bans/import${query}`, { body })
        expect([...codeOf(reply), Object(reply.body).error]).toEqual([400, 'invalid_parameter', message])
      }
    const empty = JSON.stringify((await tool.send('GET', '/api/bans/export?format=json')).body)
    for (const [body, result] of [
      [empty, { notUnderstood: 0 }],
      [`banid ${ALICE} "A" "x" ${NOW - 1}`, { expired: 1 }],
      [`banid ${BOB} "" "" soon`, { unreadEnds: 1 }],
      [`I met ${CAROL} yesterday`, { unclear: 1 }],
      [`unban ${BOB}`, { lifted: 1 }],
    ] as const) {
      const reply = await tool.send('POST', '/api/bans/import', { body })
      expect([reply.status, reply.body]).toMatchObject([200, { fresh: 0, number: null, ...result }])
    }
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
  })

  test('of a list in an encoding of Windows says which one was guessed, by the language of the Discord server', async () => {
    const { send } = await toolHttpForTest(
      {},
      { tr: toolGrant({ locale: 'tr' }), cs: toolGrant({ locale: 'cs', tokenId: 2, guildId: OTHER_SERVER.guildId }) },
    )
    const list = encodeAs(`banid ${ALICE} "kapı" "ısı" -1`, 'windows-1254')
    const encodings = await Promise.all(
      ['tr', 'cs'].map(async (token) => {
        const { body } = await send('POST', '/api/bans/import?dryRun=true', { body: list, token })
        return (body as { encoding: string }).encoding
      }),
    )
    expect(encodings).toEqual(['windows-1254', 'windows-1250'])
    expect((await send('POST', '/api/bans/import', { body: ALICE, token: 'tr' })).body).toMatchObject({
      encoding: 'utf-8',
    })
  })

  test('takes bans whose end cannot be read only when asked, and never accounts that may not be banned', async () => {
    const tool = await toolHttpForTest()
    const lines = [`banid ${ALICE} "" "x" -1`, `banid ${BOB} "" "x" 31.02.2027`, `I met ${CAROL} yesterday`]
    const others = [...manySteamIds(4).map((steamId) => `unban ${steamId}`), `ownerid ${manySteamIds(5)[4]} "O" ""`]
    const body = [...lines, ...others].join('\n')
    const named = {
      unreadEnds: 1,
      unreadEndLines: [{ line: 2, steamId: BOB, end: '31.02.2027', text: `banid ${BOB} "" "x" 31.02.2027` }],
      unclear: 1,
      unclearLines: [{ line: 3, steamId: CAROL }],
      lifted: 4,
      staff: 1,
    }
    const send = async (query: string) => (await tool.send('POST', `/api/bans/import?${query}`, { body })).body
    expect(await send('dryRun=true')).toMatchObject({ fresh: 1, ...named })
    expect(await send('dryRun=true&unreadEnds=permanent')).toMatchObject({ fresh: 2, ...named })
    expect(await send('unreadEnds=skip')).toMatchObject({ fresh: 1, ...named })
    expect(await send('unreadEnds=permanent')).toMatchObject({ fresh: 1, present: 1, ...named })
    const find = (steamId: string) => tool.context.bans.find(MODERATOR.guildId, steamId)
    const permanent = { reason: 'x', until: null }
    expect([ALICE, BOB, CAROL].map(find)).toEqual([permanent, permanent, null])
    expect(await send('unreadEnds=forever')).toMatchObject({
      code: 'invalid_parameter',
      error: expect.stringContaining('must be skip or permanent'),
    })
  })

  test('that does not fit adds nothing', async () => {
    const tool = await toolHttpForTest({ banLimits: { maxPerGuild: 1, maxTotal: 1_000 } })
    expect(codeOf(await tool.send('POST', '/api/bans/import', { body: LIST }))).toEqual([409, 'list_full'])
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
  })

  test('of a server waits for no other one of that server: one of them is refused', async () => {
    const tool = await toolHttpForTest()
    const ids = manySteamIds(2_000)
    const send = (token: string) => tool.send('POST', '/api/bans/import', { body: ids.join('\n'), token })
    const replies = await Promise.all([send('all'), send('all'), send('all'), send('other')])
    expect(sorted(replies)).toEqual([200, 200, 409, 409])
    for (const reply of replies.filter(({ status }) => status === 409))
      expect(codeOf(reply)).toEqual([409, 'import_running'])
    expect(replies[3]?.status).toBe(200)
    expect(replies.find(({ status }) => status === 409)?.headers['retry-after']).toBe('5')
    expect((await send('all')).body).toMatchObject({ present: 2_000 })
  })

  test('are received 32 at a time, so that their bodies take little memory, and few servers with slow ones keep nobody out', async () => {
    const names = Array.from({ length: 33 }, (_, index) => `tool${index}`)
    const grants = names.map((name, index) => [
      name,
      toolGrant({ guildId: `9000000000000000${10 + index}`, tokenId: index }),
    ])
    const tool = await toolHttpForTest({}, Object.fromEntries(grants))
    const slow = await Promise.all(names.slice(0, 31).map((name) => beginImport(tool, name)))
    const send = () => tool.send('POST', '/api/bans/import', { body: ALICE, token: 'tool32' })
    expect((await send()).status).toBe(200)
    await beginImport(tool, 'tool31')
    const refused = await send()
    expect([...codeOf(refused), refused.headers['retry-after']]).toEqual([503, 'overloaded', '5'])
    expect(tool.http.refusals).toEqual(['imports'])
    slow[0]?.destroy()
    await expect.poll(async () => (await send()).status).toBe(200)
  })

  test('with a large list waits for its turn, which keeps no small list and no other request waiting', async () => {
    const reader = createListFileReader()
    const release = deferred<void>()
    const read = async (file: ListFile, signal: AbortSignal) => {
      if (file.bytes.length > 50_000) await release.promise
      return reader.read(file, signal)
    }
    const names = ['a', 'b', 'c', 'd']
    const grants = names.map((name, index) => [
      name,
      toolGrant({ guildId: `90000000000000000${index}`, tokenId: index }),
    ])
    const tool = await toolHttpForTest({ listReader: { ...reader, read } }, Object.fromEntries(grants))
    const send = (token: string, comment: number) =>
      tool.send('POST', '/api/bans/import', { body: `# ${'x'.repeat(comment)}\n${ALICE}`, token })
    const large = [send('a', 60_000), send('b', 60_000)]
    const waiting = send('c', 20_000)
    expect((await send('d', 10_000)).status).toBe(200)
    expect(await Promise.race([waiting.then(() => 'read'), send('d', 1).then(() => 'waits')])).toBe('waits')
    release.resolve()
    expect((await Promise.all([...large, waiting])).map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('of a list that cannot be read in time says so, and changes nothing', async () => {
    const listReader = {
      ...createListFileReader(),
      read: async () => {
        throw new BanError({ code: 'list_not_read' })
      },
    }
    const tool = await toolHttpForTest({ listReader })
    const reply = await tool.send('POST', '/api/bans/import', { body: LIST })
    expect(codeOf(reply)).toEqual([408, 'request_timeout'])
    expect((reply.body as { error: string }).error).toContain('The list could not be read in time')
    expect((await tool.send('GET', '/api/bans')).body).toMatchObject({ bans: [] })
  })

  test('of up to 5 MiB is read, and a larger one is refused', async () => {
    const tool = await toolHttpForTest()
    const line = `# ${'x'.repeat(98)}\n`
    const size = 5 * 1024 * 1024
    const body = line.repeat(Math.ceil(size / line.length)).slice(0, size - ALICE.length - 1) + `\n${ALICE}`
    const reply = await tool.send('POST', '/api/bans/import?dryRun=true', { body })
    expect([reply.status, (reply.body as { fresh: number }).fresh]).toEqual([200, 1])
    const larger = await tool.send('POST', '/api/bans/import?dryRun=true', { body: `${body}x` })
    expect([...codeOf(larger), (larger.body as { error: string }).error]).toEqual([
      413,
      'body_too_large',
      'The body is larger than 5 MiB.',
    ])
  })
})

/** Counts the reads that requests have begun. */
function countReads({ context, database }: ToolHttp): { begun: number } {
  const reads = { begun: 0 }
  const read: typeof database.read = (...given) => {
    reads.begun++
    return database.read(...given)
  }
  Object.assign(context, { database: { ...database, read } })
  return reads
}

test('many requests delay those of another Discord server by no more than one of them', async () => {
  const tool = await toolHttpForTest()
  const reads = countReads(tool)
  const goesOn = deferred<void>()
  const longRead = tool.database.read(() => goesOn.promise, MODERATOR.guildId)
  const answered: string[] = []
  const request = async (token: string, list = '/api/bans') => {
    const { status } = await tool.send('GET', list, { token })
    answered.push(`${token} ${status}`)
  }
  const many = Array.from({ length: 20 }, (_, index) => request('all', index % 2 === 0 ? '/api/bans' : '/api/events'))
  await expect.poll(() => reads.begun).toBe(20)
  const other = request('other')
  await expect.poll(() => reads.begun).toBe(21)
  goesOn.resolve()
  await Promise.all([longRead, ...many, other])
  expect(answered.toSorted()).toEqual([...many.map(() => 'all 200'), 'other 200'])
  expect(answered.indexOf('other 200')).toBeLessThan(5)
})

test('a page of a list with more than 100 entries is counted as two requests', async () => {
  const tool = await toolHttpForTest({}, undefined, { limits: limitsOf(100) })
  const leftAfter = async (limit: number) =>
    (await tool.send('GET', `/api/bans?limit=${limit}`)).headers['ratelimit']?.toString().match(/r=(\d+)/)?.[1]
  expect([await leftAfter(100), await leftAfter(101), await leftAfter(200), await leftAfter(1)]).toEqual([
    '99',
    '97',
    '95',
    '94',
  ])
})

describe('an export', () => {
  test('is the only one of its Discord server; others are not delayed', async () => {
    const tool = await toolHttpForTest()
    for (const token of ['all', 'other']) await tool.send('PUT', path(ALICE), { body: {}, token })
    const reads = countReads(tool)
    const goesOn = deferred<void>()
    const longRead = tool.database.read(() => goesOn.promise, MODERATOR.guildId)
    const download = (token = 'all') => tool.send('GET', '/api/bans/export?format=json', { token })
    const first = download()
    await expect.poll(() => reads.begun).toBe(1)
    const second = await download()
    expect([...codeOf(second), second.headers['retry-after']]).toEqual([429, 'rate_limited', '5'])
    const other = download('other')
    await expect.poll(() => reads.begun).toBeGreaterThanOrEqual(2)
    goesOn.resolve()
    await longRead
    expect((await Promise.all([first, other])).map(({ status }) => status)).toEqual([200, 200])
    expect((await download()).status).toBe(200)
  })

  test('is counted as a request for each 1,000 bans, and is refused when fewer are left', async () => {
    const tool = await toolHttpForTest({}, undefined, { limits: limitsOf(5) })
    const body = manySteamIds(2_001).join('\n')
    await tool.send('POST', '/api/bans/import', { body })
    const download = () => tool.send('GET', '/api/bans/export?format=cfg')
    const first = await download()
    expect([first.status, first.headers['ratelimit']]).toEqual([200, expect.stringMatching(/^"requests";r=1;/)])
    expect(codeOf(await download())).toEqual([429, 'rate_limited'])
    expect((await logOf(tool)).map(({ action }) => action)).toEqual(['bans_exported', 'bans_imported'])
  })

  test('is read again as it was, and is in the log', async () => {
    const tool = await toolHttpForTest()
    const ids = manySteamIds(1_200)
    await tool.send('POST', '/api/bans/import', { body: ids.map((id) => `banid ${id} "N" "a, \\"b\\"" -1`).join('\n') })
    const { status, headers, body } = await tool.send('GET', '/api/bans/export?format=json')
    expect([status, headers['content-disposition']]).toEqual([200, 'attachment; filename="bans.json"'])
    const again = await tool.send('POST', '/api/bans/import', { body: JSON.stringify(body), token: 'other' })
    expect(again.body).toMatchObject({ fresh: 1_200, notUnderstood: 0, expired: 0 })
    const { body: one } = await tool.send('GET', path(ids[700] ?? ''), { token: 'other' })
    expect(one).toMatchObject({ name: 'N', reason: 'a, "b"', until: null })
    const entry = { action: 'bans_exported', userId: 'token:my panel', detail: '1200 json' }
    expect((await logOf(tool))[0]).toMatchObject(entry)
  })

  test('that HEAD asks about is none, and is not in the log', async () => {
    const tool = await toolHttpForTest()
    await tool.send('PUT', path(ALICE), { body: {} })
    const before = await logOf(tool)
    const { status, headers, body } = await tool.send('HEAD', '/api/bans/export?format=cfg')
    expect([status, headers['content-disposition'], body]).toEqual([200, 'attachment; filename="bans.cfg"', ''])
    expect(await logOf(tool)).toEqual(before)
  })

  test('is a 503, and no file, while the database is away', async () => {
    const tool = await toolHttpForTest()
    await tool.database.close()
    const { status, headers, body } = await tool.send('GET', '/api/bans/export?format=json')
    expect([status, headers['content-disposition'], headers['retry-after']]).toEqual([503, undefined, '5'])
    expect(body).toMatchObject({ code: 'database_unavailable' })
  })

  test('of an empty list is an empty file that is not in the log; another format is refused', async () => {
    const tool = await toolHttpForTest()
    expect((await tool.send('GET', '/api/bans/export?format=json')).body).toMatchObject({ bans: [] })
    expect((await tool.send('GET', '/api/bans/export?format=cfg')).body).toBe('')
    expect(await logOf(tool)).toEqual([])
    expect(codeOf(await tool.send('GET', '/api/bans/export?format=xml'))).toEqual([400, 'invalid_parameter'])
    expect(codeOf(await tool.send('GET', '/api/bans/export'))).toEqual([400, 'missing_parameter'])
  })
})
