import { createCommandContext, createErrors } from '../../src/app/bot/discord.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import { findTexts } from '../../src/app/bot/texts.ts'
import type { Interaction } from 'discord.js'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import type { Failure } from '../../packages/sim-discord/src/index.ts'
import { batchCommand } from '../../commands/batch.ts'
import { friendsCommand } from '../../commands/friends.ts'
import type { Invocation } from '../../src/discord/command.ts'
import { createDispatch, type InteractionSummary } from '../../src/discord/dispatch.ts'
import { CommandError } from '../../src/discord/command-error.ts'
import { untilAborted } from '../../src/lib/abort.ts'
import type { CallContext } from '../../src/lib/call-context.ts'
import { createPending } from '../../src/discord/pending.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { RapsheetError } from '../../src/model/error.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import {
  botWith,
  clickedAction,
  typedCommand,
  viewOf,
  type TestBot,
  type TestCommand,
} from '../support/fake-discord-bot.ts'
import { CLEAN, cached, friendListOf, hoursOf } from '../support/fake-context.ts'
import { fakeWatchContext, noDatabase } from '../support/fake-watch-context.ts'
import { accountsFrom } from '../support/sweeps.ts'
import { warningsDuring } from '../support/process-events.ts'
import { followUpTo } from '../support/command-tests.ts'
import { useFakeTimers } from '../support/fake-timers.ts'

const SECRET = '76561198000010431'

/** Waits until the call is aborted, and rejects with the reason. */
const stay = (callContext: CallContext) => untilAborted(callContext, new Promise<never>(() => {}))
const stayWith = ({ callContext }: Invocation) => stay(callContext)

/** The view and the log line of a task that fails with this error. */
async function failWith(error: unknown, task: Parameters<typeof typedCommand>[2] = {}) {
  const fail = async () => {
    throw error
  }
  const bot = await botWith({ slash: [typedCommand('go', fail, task)] })
  const reply = bot.discord.user().type('/go')
  const text = await reply.until('┃')
  expect(reply.isEphemeral()).toBe(true)
  const line = await lineOf(bot)
  return { text, line, reply }
}

/** The only log line of the only interaction. */
async function lineOf(bot: TestBot, count = 1) {
  await expect.poll(bot.lines, { interval: 5 }).toHaveLength(count)
  expect(bot.log.filter(({ level }) => level > 30).length).toBeLessThanOrEqual(count)
  return bot.lines().at(-1)
}

describe('an unexpected error', () => {
  test('is shown as an internal error, with the request id of its log line', async () => {
    const { text, line, reply } = await failWith(new TypeError('undefined is no function'), { retryId: 'v1:go' })
    expect(text).toContain(`Internal error\n┃ Something failed in the bot.`)
    expect(text).toContain(`\`${reply.interactionId}\``)
    expect(text).toContain('Try again')
    expect(text).not.toMatch(/TypeError|undefined|\bat /)
    expect(line).toMatchObject({
      level: 50,
      requestId: reply.interactionId,
      command: 'go',
      outcome: 'internal',
      err: { type: 'TypeError', message: 'undefined is no function', stack: expect.stringContaining('errors.test.ts') },
    })
  })
})

describe('an expected error', () => {
  test.each([
    [new RapsheetError('account_not_found', 'none'), /Not found\n┃ Steam has no account the \*subject\*/, 30],
    [new RapsheetError('friends_private', 'no'), /Friend list private\n.*could not be checked/, 30],
    [
      new RapsheetError('platform_unavailable', 'down', { upstreamStatus: 503 }),
      /❔ the \*subject\*: Steam does not answer, bans unknown\n.*says nothing about bans\. Try again in/,
      40,
    ],
    [
      new RapsheetError('platform_blocked', 'blocked', { retryAfter: 300 }),
      /Steam blocks this bot, bans unknown\n.*in 5 minutes/,
      40,
    ],
    [new RapsheetError('overloaded', 'busy', { retryAfter: 7_200 }), /Too many lookups\n.*Try again in 2 hours/, 40],
    [new RapsheetError('not_configured', 'no key'), /Steam key missing/, 40],
    [new RapsheetError('key_refused', 'bad key'), /Steam key rejected/, 40],
    [new CommandError('rate_limited', { retryAfterMs: 30_000 }), /Slow down\n.*Try again in \d\d seconds/, 30],
    [new CommandError('scan_running'), /One scan at a time/, 30],
  ])('has its own text and log level: %s', async (error, text, level) => {
    const failed = await failWith(error, { subject: 'the *subject*', backTo: SECRET })
    expect(failed.text).toMatch(text)
    expect(failed.text).toContain('↩️ Account')
    expect(failed.line).toMatchObject({ level, outcome: error.code })
    expect(failed.line).not.toHaveProperty('err')
  })

  test('of Steam is logged with its cause', async () => {
    const cause = new Error('connect ECONNREFUSED')
    const { line } = await failWith(new RapsheetError('platform_unavailable', 'Steam did not answer', { cause }))
    expect(line).toMatchObject({ reason: 'Steam did not answer', cause: 'connect ECONNREFUSED' })
  })
})

test('an error as follow-up leaves the clicked message unchanged', async () => {
  const bot = await botWith({
    slash: [typedCommand('go', ({ reply }) => reply.show(viewOf('stays', 'v1:follow-up')))],
    actions: [
      clickedAction('follow-up', () => Promise.reject(new CommandError('scan_running')), { errorAsFollowUp: true }),
    ],
  })
  const reply = bot.discord.user().type('/go')
  await reply.until('stays')
  const click = reply.click('v1:follow-up')
  expect(await followUpTo(click)).toContain('One scan at a time')
  expect(reply.text()).toContain('stays')
})

/** An outage of Discord is logged with its reason, and without a stack. */
function expectOutage(line: object | undefined): void {
  expect(line).toMatchObject({ reason: expect.stringMatching(/\S/) })
  expect(line).not.toHaveProperty('err')
}

describe('an interaction that cannot be acknowledged', () => {
  test.each<[string, Omit<Failure, 'match'>, string]>([
    ['because it is gone', { status: 404, body: { code: 10062, message: 'Unknown interaction' } }, 'gone'],
    ['because it is acknowledged already', { status: 400, body: { code: 40060, message: 'Already' } }, 'unanswered'],
    ['because Discord answers 500', { status: 500, times: 4 }, 'unanswered'],
    ['because the connection is reset', { status: 'reset', times: 4 }, 'unanswered'],
  ])('(%s) is dropped, with one log line', async (_, failure, outcome) => {
    let runs = 0
    const bot = await botWith({
      slash: [typedCommand('go', async ({ reply }) => (runs++, reply.show(viewOf('done'))))],
    })
    bot.discord.rest.fail({ match: 'callback', ...failure })
    const complaints = await warningsDuring(async () => {
      const reply = bot.discord.user().type('/go')
      expect(await lineOf(bot)).toMatchObject({ outcome, command: 'go', requestId: reply.interactionId })
    })
    expect(complaints).toEqual([])
    expect(runs).toBe(0)
    expect(bot.records).toEqual([{ command: 'go', outcome, acknowledgedMs: undefined }])
    expect(bot.lines()[0]).not.toHaveProperty('acknowledgedMs')
    if ('times' in failure) expectOutage(bot.lines()[0])
    await bot.discord.user().type('/go').until('done')
  })
})

describe('an answer that Discord rejects', () => {
  test.each<[string, Omit<Failure, 'match'>, string, number]>([
    ['because the message is gone', { status: 404, body: { code: 10008, message: 'Unknown Message' } }, 'gone', 1],
    ['because the webhook is gone', { status: 404, body: { code: 10015, message: 'Unknown Webhook' } }, 'gone', 1],
    [
      'because its token has expired',
      { status: 401, body: { code: 50027, message: 'Invalid Webhook Token' } },
      'gone',
      1,
    ],
    [
      'because it breaks a rule',
      { status: 400, body: { code: 50035, message: 'Invalid Form Body' }, times: 2 },
      'unanswered',
      2,
    ],
    ['because Discord answers 500', { status: 500, times: 8 }, 'unanswered', 2],
    ['because the connection is reset', { status: 'reset', times: 8 }, 'unanswered', 2],
  ])('(%s) is logged in one line', async (_, failure, outcome, failedEdits) => {
    const bot = await botWith({ slash: [typedCommand('go', ({ reply }) => reply.show(viewOf(`secret ${SECRET}`)))] })
    bot.discord.rest.fail({ match: 'edit', ...failure })
    const complaints = await warningsDuring(async () => {
      bot.discord.user().type('/go')
      expect(await lineOf(bot)).toMatchObject({ outcome })
    })
    expect(complaints).toEqual([])
    if (failure.times === 8) expectOutage(bot.lines()[0])
    expect(bot.edits).toEqual(Array(failedEdits).fill('failed'))
    expect(bot.records).toEqual([{ command: 'go', outcome, acknowledgedMs: expect.any(Number) }])
    await bot.discord.user().type('/go').until(SECRET)
  })

  test('is followed by an error view, if Discord accepts that', async () => {
    const bot = await botWith({ slash: [typedCommand('go', ({ reply }) => reply.show(viewOf(`secret ${SECRET}`)))] })
    bot.discord.rest.fail({ match: 'edit', status: 400, body: { code: 50035, message: 'Invalid Form Body' } })
    expect(await bot.discord.user().type('/go').until('┃')).toContain('Internal error')
    expect(await lineOf(bot)).toMatchObject({ level: 50, outcome: 'internal' })
  })

  test.each<[string, Failure]>([
    ['the acknowledgement', { match: 'callback', status: 500, times: 4 }],
    ['the answer', { match: 'edit', status: 400, body: { code: 50035, message: 'Invalid Form Body' } }],
    ['every answer', { match: 'edit', status: 500, times: 8 }],
  ])('(%s) leaves neither its content nor the interaction token in the log', async (_, failure) => {
    const bot = await botWith({ slash: [typedCommand('go', ({ reply }) => reply.show(viewOf(`secret ${SECRET}`)))] })
    bot.discord.rest.fail(failure)
    const reply = bot.discord.user().type('/go')
    await lineOf(bot)
    const log = JSON.stringify(bot.log)
    expect(log).not.toContain(SECRET)
    // The token allows anyone to write in the bot's name for 15 minutes.
    expect(log).not.toContain(reply.sent()['token'])
  })
})

describe('progress that cannot be shown', () => {
  test('does not prevent the answer', async () => {
    const bot = await botWith({
      slash: [
        typedCommand('go', async ({ reply }) => {
          reply.progress(viewOf('half'))
          await expect.poll(() => bot.edits, { interval: 5 }).toEqual(['failed'])
          await reply.show(viewOf('whole'))
        }),
      ],
    })
    bot.discord.rest.fail({ match: 'edit', status: 500, times: 4 })
    await bot.discord.user().type('/go').until('whole')
    expect(await lineOf(bot)).toMatchObject({ level: 30, outcome: 'answered' })
  })

  test('leaves neither its content nor the interaction token in the log', async () => {
    const bot = await botWith({
      slash: [
        typedCommand('go', async ({ reply }) => {
          reply.progress(viewOf(`half of ${SECRET}`))
          await expect.poll(() => bot.edits, { interval: 5 }).toEqual(['failed'])
          await reply.show(viewOf('whole'))
        }),
      ],
    })
    bot.discord.rest.fail({ match: 'edit', status: 400, body: { code: 50035, message: 'Invalid Form Body' } })
    const reply = bot.discord.user().type('/go')
    await reply.until('whole')
    const line = bot.log.find(({ msg }) => msg === 'could not show progress')
    expect(line).toMatchObject({ level: 20, requestId: reply.interactionId, err: { message: 'Invalid Form Body' } })
    expect(JSON.stringify(bot.log)).not.toContain(SECRET)
    expect(JSON.stringify(bot.log)).not.toContain(reply.sent()['token'])
  })

  test.each([
    [10_008, 404],
    [10_015, 404],
    [50_027, 401],
  ])('because its message is gone (%i) ends the task', async (code, status) => {
    const bot = await botWith({
      slash: [
        typedCommand('go', async (invocation) => {
          invocation.reply.progress(viewOf('half'))
          await stay(invocation.callContext)
        }),
      ],
    })
    bot.discord.rest.fail({ match: 'edit', status, body: { code, message: 'gone' } })
    bot.discord.user().type('/go')
    expect(await lineOf(bot)).toMatchObject({ level: 30, outcome: 'gone' })
    expect(bot.edits).toEqual(['failed'])
  })
})

describe('a task', () => {
  test('that exceeds its deadline is reported as too slow', async () => {
    const bot = await botWith({ slash: [typedCommand('go', stayWith, { deadlineMs: 50, retryId: 'v1:go' })] })
    const text = await bot.discord.user().type('/go').until('┃')
    expect(text).toMatch(/This took too long\n┃ The lookup was stopped, so nothing could be checked/)
    expect(text).toContain('Try again')
    expect(await lineOf(bot)).toMatchObject({ level: 30, outcome: 'too_slow' })
  })

  test('has a deadline of 30 s by default', async () => {
    useFakeTimers()
    const { shown, records, handle } = dispatchOf([typedCommand('go', stayWith)])
    const handled = handle('go')
    await vi.advanceTimersByTimeAsync(29_900)
    expect(shown).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await handled
    expect(shown).toEqual([expect.stringContaining('This took too long')])
    expect(records).toMatchObject([{ command: 'go', outcome: 'too_slow' }])
  })

  test('that scans friends ends after 14 minutes with the friends found so far', async () => {
    useFakeTimers()
    const friends = ['76561198000010431', '76561198000070655']
    const { shown, records, handle } = dispatchOf([friendsCommand], {
      getFriends: async () => cached(friendListOf(friends)),
      getBans: async () => cached({ ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }),
      getRustHours: async (steamId, callContext) => (steamId === friends[0] ? cached(hoursOf(1)) : stay(callContext)),
    })
    const handled = handle('friends', { account: '76561198000142016' })
    await vi.advanceTimersByTimeAsync(13.9 * 60_000)
    expect(shown.at(-1)).toContain('1 of 2 checked')
    await vi.advanceTimersByTimeAsync(0.2 * 60_000)
    await handled
    expect(shown.at(-1)).toMatch(/This took too long.*Stopped after 1 of 2 friends.*76561198000010431/)
    expect(records).toMatchObject([{ command: 'friends' }])
  })

  test('that checks at most 50 accounts ends after 30 s with a list that can be continued', async () => {
    useFakeTimers()
    const { shown, records, handle } = dispatchOf([batchCommand], {
      getBans: async (_, callContext) => stay(callContext),
    })
    const handled = handle('batch', { accounts: '76561198000010431 76561198000070655' })
    await vi.advanceTimersByTimeAsync(29_900)
    expect(shown).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    await handled
    expect(shown).toEqual([expect.stringMatching(/2 accounts not checked yet.*This took too long.*Continue/)])
    expect(records).toMatchObject([{ command: 'batch', outcome: 'answered' }])
  })

  test('that checks more accounts ends after 14 minutes with those found so far, and can be continued', async () => {
    useFakeTimers()
    const ids = accountsFrom(60)
    const { shown, records, handle } = dispatchOf([batchCommand], {
      getBans: async (steamId, callContext) => (ids.indexOf(steamId) < 40 ? cached(CLEAN) : stay(callContext)),
    })
    const handled = handle('batch', { accounts: ids.join(' ') })
    await vi.advanceTimersByTimeAsync(13.9 * 60_000)
    expect(shown.at(-1)).toContain('40 of 60')
    await vi.advanceTimersByTimeAsync(0.2 * 60_000)
    await handled
    expect(shown.at(-1)).toMatch(
      /None of 40 checked accounts.*20 accounts not checked yet.*This took too long.*Continue/,
    )
    expect(records).toMatchObject([{ command: 'batch', outcome: 'answered' }])
  })

  test('that sets a maximum age gets no older answers', async () => {
    const since: unknown[] = []
    const run = async ({ callContext, reply }: Invocation) => {
      since.push(callContext.freshSince)
      await reply.show(viewOf('done'))
    }
    const clock = createFakeClock()
    const bot = await botWith(
      { slash: [typedCommand('fresh', run, { freshWithinSeconds: 10 }), typedCommand('any', run)] },
      { clock },
    )
    await bot.discord.user().type('/fresh').until('done')
    await bot.discord.user().type('/any').until('done')
    expect(since).toEqual([clock.unixSeconds() - 10, 0])
  })

  test('of a replayed interaction runs up to an age of 2.5 s', async () => {
    useFakeTimers()
    const { records, replay } = dispatchOf([typedCommand('go', ({ reply }) => reply.show(viewOf('done')))])
    await replay('go', 2_500)
    await replay('go', 2_501)
    expect(records.map(({ outcome }) => outcome)).toEqual(['answered', 'expired'])
  })
})

/** A dispatch without Discord, for tests with fake timers. */
function dispatchOf(slash: TestCommand[], steam: Partial<Steam> = {}) {
  const shown: string[] = []
  const records: InteractionSummary[] = []
  const api = createBotApi({ token: 'token', apiUrl: 'https://discord.example/api', clock: systemClock })
  const context = createCommandContext(fakeWatchContext(noDatabase, steam, { clock: systemClock }), api)
  const dispatch = createDispatch({
    commands: { slash, message: [], user: [], actions: [], forms: [] },
    context,
    pending: createPending({ database: noDatabase, clock: systemClock }),
    costs: { free: 0, lookup: 1, friends: 20, inventory: 2 },
    userPerMinute: 0,
    guildPerMinute: 0,
    apiUrl: 'https://discord.example/api',
    errors: createErrors(context),
    texts: findTexts,
    onGuild: () => {},
    isShared: false,
    userAllowance: { check() {}, take() {} },
    overload: () => null,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    onInteraction: (record) => void records.push(record),
    onEdit: () => {},
    onFailure: () => {},
  })
  const show = (message: unknown) => void shown.push(JSON.stringify(message))
  const handle = (commandName: string, texts: Record<string, string> = {}) =>
    dispatch.handle(typed(commandName, texts, 0, show), false)
  const replay = (commandName: string, ageMs: number) => dispatch.handle(typed(commandName, {}, ageMs, show), true)
  return { shown, records, handle, replay }
}

/** The parts of a slash command interaction that dispatch and commands use. */
function typed(
  commandName: string,
  texts: Record<string, string>,
  ageMs: number,
  onEdit: (message: unknown) => void,
): Interaction {
  const no = () => false
  const interaction = {
    id: '123456789012345678',
    commandName,
    locale: 'en-US',
    guildId: '323456789012345678',
    authorizingIntegrationOwners: { guildId: '323456789012345678' },
    user: { id: '223456789012345678' },
    createdTimestamp: Date.now() - ageMs,
    options: { getString: (name: string) => texts[name] ?? null, getInteger: () => null, getAttachment: () => null },
    isAutocomplete: no,
    isMessageComponent: no,
    isModalSubmit: no,
    isMessageContextMenuCommand: no,
    isChatInputCommand: () => true,
    deferReply: async () => {},
    editReply: async (message: unknown) => onEdit(message),
  }
  return interaction as unknown as Interaction
}
