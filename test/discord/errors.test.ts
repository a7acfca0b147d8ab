import { describe, expect, test } from 'vitest'
import type { Failure } from '../../packages/sim-discord/src/index.ts'
import { batchCommand } from '../../commands/batch.ts'
import { friendsCommand } from '../../commands/friends.ts'
import { lookupCommand } from '../../commands/lookup.ts'
import type { Invocation } from '../../src/discord/command.ts'
import { CommandError } from '../../src/discord/command-error.ts'
import { untilAborted } from '../../src/lib/abort.ts'
import type { CallContext } from '../../src/lib/call-context.ts'
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

const SECRET = '76561198000010431'
const FRIEND = '76561198000070655'
const SIXTY = accountsFrom(60)

/** A call to Steam that hangs until it is aborted. */
type Hang = (steamId: string, callContext: CallContext) => Promise<never>

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

test('an unexpected error is shown as an internal error, with the request id of its log line', async () => {
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

describe('an expected error', () => {
  test.each([
    [new RapsheetError('account_not_found', 'none'), 30],
    [new RapsheetError('platform_unavailable', 'down', { upstreamStatus: 503 }), 40],
    [new RapsheetError('overloaded', 'busy', { retryAfter: 7_200 }), 40],
    [new RapsheetError('key_refused', 'bad key'), 40],
    [new CommandError('rate_limited', { retryAfterMs: 30_000 }), 30],
  ])('is logged by its code, without a stack: %s', async (error, level) => {
    const failed = await failWith(error, { subject: 'the *subject*', backTo: SECRET })
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

  test.each<[string, TestCommand, string, (hang: Hang) => Partial<Steam>, seconds: number, RegExp]>([
    [
      'looks an account up',
      lookupCommand,
      `/lookup ${SECRET}`,
      (hang) => ({ getBans: hang }),
      30,
      /nothing could be checked/,
    ],
    [
      'checks up to 50 accounts',
      batchCommand,
      `/batch ${SECRET} ${FRIEND}`,
      (hang) => ({ getBans: hang }),
      30,
      /2 accounts not checked yet[^]*Continue/,
    ],
    [
      'checks more accounts',
      batchCommand,
      `/batch ${SIXTY.join(' ')}`,
      (hang) => ({
        getBans: async (steamId, call) => (SIXTY.indexOf(steamId) < 40 ? cached(CLEAN) : hang(steamId, call)),
      }),
      14 * 60,
      /None of 40 checked accounts[^]*20 accounts not checked yet[^]*Continue/,
    ],
    [
      'scans friends',
      friendsCommand,
      '/friends 76561198000142016',
      (hang) => ({
        getFriends: async () => cached(friendListOf([SECRET, FRIEND])),
        getBans: async () => cached({ ...CLEAN, VACBanned: true, NumberOfVACBans: 1 }),
        getRustHours: async (steamId, call) => (steamId === SECRET ? cached(hoursOf(1)) : hang(steamId, call)),
      }),
      14 * 60,
      /Stopped after 1 of 2 friends[^]*76561198000010431/,
    ],
  ])('that %s ends at its deadline with what it has found', async (_, command, line, steam, seconds, shown) => {
    const clock = createFakeClock()
    const calls: CallContext[] = []
    const hang: Hang = (__, callContext) => (calls.push(callContext), stay(callContext))
    const context = fakeWatchContext(noDatabase, steam(hang), { clock })
    const bot = await botWith({ slash: [command] }, { clock, context })
    const reply = bot.discord.user().type(line)
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    await clock.advance(seconds * 1_000 - 500)
    expect(calls.filter(({ signal }) => signal.aborted)).toEqual([])
    await clock.advance(1_000)
    expect(await reply.until('This took too long')).toMatch(shown)
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
})
