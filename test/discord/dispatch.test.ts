import { describe, expect, test, vi } from 'vitest'
import type { SimReply } from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { createMessageLocks, type Click } from '../../src/discord/message-locks.ts'
import { useBotService } from '../support/bot.ts'
import { deferred } from '../support/deferred.ts'
import { botWith, clickedAction, typedCommand, viewOf } from '../support/fake-discord-bot.ts'
import type { LogLine } from '../support/log.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { useFakeTimers } from '../support/fake-timers.ts'
import { messageOf } from '../support/command-tests.ts'

const EPHEMERAL = 64
const DEFER_REPLY = 5
const DEFER_UPDATE = 6

const steam = await useSteam(createWorld({ accounts: 100 }))
const service = useBotService(steam, { tryMs: 300, deadlineMs: 300, CACHE_ACCOUNT_SECONDS: '0', USER_INSTALL: 'on' })

const { cast } = steam.world

describe('the acknowledgement', () => {
  test('of a command is ephemeral and sent before the task starts', async () => {
    const seen: unknown[] = []
    const { discord } = await botWith({
      slash: [
        typedCommand('go', async ({ reply }) => {
          seen.push(
            discord.rest
              .requests()
              .map(({ route, status }) => [route, status])
              .at(-1),
          )
          await reply.show(viewOf('done'))
        }),
      ],
    })
    const reply = discord.user().type('/go')
    expect(await reply.acknowledged()).toMatchObject({ type: DEFER_REPLY })
    expect(reply.answer()).toEqual({ flags: EPHEMERAL })
    await reply.until('done')
    expect(seen).toEqual([['callback', 204]])
    expect(reply.isEphemeral()).toBe(true)
  })

  test('of a button leaves its message unchanged until the first edit', async () => {
    const work = deferred<void>()
    const { discord } = await botWith({
      slash: [typedCommand('go', ({ reply }) => reply.show(viewOf('first', 'v1:next')))],
      actions: [
        clickedAction('next', async ({ reply }) => {
          await work.promise
          await reply.show(viewOf('second'))
        }),
      ],
    })
    const reply = discord.user().type('/go')
    await reply.until('first')
    const clicked = reply.click('v1:next')
    expect(await clicked.acknowledged()).toMatchObject({ type: DEFER_UPDATE })
    expect(reply.text()).toContain('first')
    work.resolve()
    expect(await reply.until('second')).toBe(clicked.text())
  })

  test('does not wait for Steam, even for several commands', async () => {
    steam.dial.set('*', { faults: { hang: 1 } })
    const replies = Array.from({ length: 5 }, () => service().discord.user().type(`/lookup ${cast.clean}`))
    for (const reply of replies) expect(await reply.acknowledged()).toMatchObject({ type: DEFER_REPLY })
    await expect.poll(() => steam.inFlight()).toBeGreaterThan(0)
    for (const reply of replies) expect(await reply.until('Steam does not answer')).toMatch(/in 1 minute|in 60 seconds/)
  })
})

/** Waits for the log line of an interaction. */
async function lineOf({ interactionId }: SimReply): Promise<LogLine | undefined> {
  const find = () => service().log.find(({ msg, requestId }) => msg === 'interaction' && requestId === interactionId)
  await expect.poll(find, { interval: 5, message: 'a line in the log' }).toBeDefined()
  return find()
}

/** The text of the ephemeral error; it is logged at level info. */
async function errorTextOf(reply: SimReply): Promise<string> {
  await reply.acknowledged(1_000)
  const text = await reply.until(/\S/)
  expect(reply.isEphemeral()).toBe(true)
  expect(await lineOf(reply)).toMatchObject({ level: 30 })
  return text
}

const UNKNOWN = /Unknown command\n┃ This command no longer exists/
const OUTDATED =
  /This button is outdated\n┃ It is too old, or comes from an older version of the bot\. Use the command again\./

describe('an interaction that the bot does not know', () => {
  test.each([
    ['an unknown command', { data: { id: '1', name: 'kick', type: 1 } }],
    ['a user context menu command', { data: userMenu('lookup') }],
    ['an unknown message context menu command', { data: messageMenu('Look closely') }],
    ['a command with the name of an object property', { data: { id: '1', name: 'constructor', type: 1 } }],
    ['a modal', { type: 5, data: { custom_id: 'v1:lookup:raider', components: [] } }],
  ])('gets an error: %s', async (_, overrides) => {
    expect(await errorTextOf(service().discord.user().sendRaw(overrides))).toMatch(UNKNOWN)
  })

  test('is ignored when it is an autocomplete', async () => {
    const data = {
      id: '1',
      name: 'lookup',
      type: 1,
      options: [{ type: 3, name: 'account', value: 'r', focused: true }],
    }
    service().discord.user().sendRaw({ type: 4, data })
    const reply = service().discord.user().type('/lookup raider')
    await reply.until('1 VAC ban')
    await lineOf(reply)
    expect(service().log.filter(({ level, msg }) => level > 30 || msg === 'interaction')).toMatchObject([
      { requestId: reply.interactionId, level: 30 },
    ])
  })

  test('gets an error when it is an older form of a command, without a required option', async () => {
    const reply = service()
      .discord.user()
      .sendRaw({ data: { id: '1', name: 'lookup', type: 1, options: [] } })
    expect(await errorTextOf(reply)).toMatch(UNKNOWN)
  })
})

/** Custom ids that no button of this version has. */
const FORGED_IDS = `
  v0:lookup:raider v2:lookup:raider lookup:raider v1 v1: v1:nothing v1:constructor v1:lookup v1:lookup:
  v1:lookup:raider:raider:more v1:lookup:a v1:refresh:<@1> v1:friends:raider v1:friends:abc:99:x:y
  v1:friends:raider:100::any v1:friends:raider:-1::any v1:friends:raider:0:1e9:any v1:friends:raider:0::ALL
  v1:friends:raider:0::any:more:more v1:stats:raider:1 v1:inventory:raider v1:inventory:raider:x v1:cancel
  v1:more v1:watch v1:watch:a v1:watchthese v1:watchthese:some:xxxxxxxxxxxxxxxx:1 v1:watchthese:all:1 v1:watches:all:0
  v1:watches:0:everything: v1:watches:0 v1:watched v1:unwatch v1:drop:raider v1:import
  v1:import:delete v1:history:raider v1:forget:raider v1:cancel v1:cancel:1:raider:2 V1:LOOKUP:RAIDER
  %76%31:lookup __proto__ v1:__proto__:raider v1:toString v1:hasOwnProperty:raider v01:lookup:raider
  v1::raider :v1:lookup:raider v1:lookup:../../etc/passwd v1:lookup:https://evil.example/
  v1:lookup:raider?key=x v1:lookup:<@&1>@everyone`
  .trim()
  .split(/\s+/)

describe('a button that is forged or outdated', () => {
  test.each([
    ...FORGED_IDS,
    `v1:lookup:${'x'.repeat(33)}`,
    'v1:lookup:rai der',
    'v1:watch:rai der:30d',
    'x'.repeat(100),
    '🙂'.repeat(25),
    '\u202E\u0000\n',
    'v1:lookup:raider\r\nHost: evil',
    `v1:lookup:${'9'.repeat(32)}9`,
    `v1:friends:${cast.raider}:99999999999999999999:any:any`,
    `v1:friends:${cast.raider}:0:Infinity:any`,
    `v1:friends:${cast.raider}:0:any:__proto__`,
    `v1:inventory:${cast.hoarder}:1e3`,
    ':'.repeat(100),
    'v1:'.repeat(33),
    '\u202e'.repeat(100),
  ])('gets an error and keeps its message: %j', async (customId) => {
    const user = service().discord.user()
    const calls = steam.calls.total()
    const reply = user.sendRaw({ type: 3, data: { custom_id: customId, component_type: 2, id: 1 } })
    expect(await errorTextOf(reply)).toMatch(OUTDATED)
    expect(steam.calls.total()).toBe(calls)
    expect(reply.sent()['message']).toMatchObject({ components: [{ content: 'An old message' }] })
    expect(service().discord.rest.requests().at(-1)).toMatchObject({ route: 'callback' })
  })

  test.each([
    ['menu', ['a', 'b']],
    ['v1:more', []],
    ['v1:more', ['raider']],
    ['v1:more', ['v1:more']],
    ['v1:more', ['v0:lookup:raider']],
    ['v1:more', ['v1:nothing:raider']],
  ])('gets an error when it is the select menu %s with %j', async (customId, values) => {
    const data = { custom_id: customId, component_type: 3, id: 1, values }
    expect(await errorTextOf(service().discord.user().sendRaw({ type: 3, data }))).toMatch(OUTDATED)
  })
})

/** A message without how long ago it was checked, which the next second changes. */
const withoutAge = (text: string) => text.replaceAll(/checked \d+ \w+ ago/g, 'checked')

describe('a button or an option on another user’s message', () => {
  test.each(['Friends', 'Statistics'])('shows an ephemeral error and runs nothing: %s', async (wanted) => {
    const [owner, other] = [service().discord.user(), service().discord.user()]
    const reply = owner.type('/lookup raider')
    const before = await reply.until('1 VAC ban')
    const message = messageOf(reply)
    const [menu] = reply.selects()
    const use = reply.buttons().find(({ label }) => label === wanted)?.customId
    const option = menu?.options.find(({ label }) => label === wanted)?.value ?? ''
    const text = await errorTextOf(
      use === undefined ? other.choose(message, menu?.customId ?? '', [option]) : other.click(message, use),
    )
    expect(text).toMatch(/Not your buttons\n┃ These buttons belong to the person who used the command/)
    expect(withoutAge(reply.text())).toBe(withoutAge(before))
    expect(reply.edits()).toHaveLength(2)
  })
})

test('answers and errors are in the user’s language', async () => {
  const user = service().discord.user({ locale: 'de' })
  expect(await user.type('/lookup raider').until(/VAC-?Ban/i)).toMatch(/VAC/)
  const outdated = user.sendRaw({ type: 3, data: { custom_id: 'v0:x', component_type: 2, id: 1 } })
  expect(await outdated.until(/\S/)).not.toMatch(OUTDATED)
  const finnish = service().discord.user({ locale: 'fi' })
  expect(await finnish.type('/lookup raider').until('1 VAC ban')).toContain('1 VAC ban')
})

describe('clicking', () => {
  /** A message with two buttons, whose tasks wait until they are released. */
  async function busyBot() {
    const work = deferred<void>()
    const done: string[] = []
    const act =
      (name: string) => async (invocation: { reply: { show: (view: ReturnType<typeof viewOf>) => Promise<void> } }) => {
        done.push(name)
        await work.promise
        await invocation.reply.show(viewOf(`done: ${name}`, 'v1:one', 'v1:other', 'v1:stop'))
      }
    const bot = await botWith({
      slash: [typedCommand('go', ({ reply }) => reply.show(viewOf('ready', 'v1:one', 'v1:other', 'v1:stop')))],
      actions: [
        clickedAction('one', act('one')),
        clickedAction('other', act('other')),
        clickedAction('stop', async () => void done.push('stop'), { ignoresLock: true }),
      ],
    })
    const reply = bot.discord.user().type('/go')
    await reply.until('ready')
    return { ...bot, reply, done, letGo: work.resolve }
  }

  test('a button twice runs it once and acknowledges both clicks', async () => {
    const { reply, done, letGo, records } = await busyBot()
    const clicks = [reply.click('v1:one'), reply.click('v1:one'), reply.click('v1:one')]
    for (const click of clicks) expect(await click.acknowledged()).toMatchObject({ type: DEFER_UPDATE })
    letGo()
    await reply.until('done: one')
    expect(done).toEqual(['one'])
    await expect
      .poll(() => records.map(({ command, outcome }) => [command, outcome]).slice(1))
      .toEqual([
        ['button one', 'repeated'],
        ['button one', 'repeated'],
        ['button one', 'answered'],
      ])
  })

  test('another button works after the first task failed', async () => {
    let tries = 0
    const { discord } = await botWith({
      slash: [typedCommand('go', ({ reply }) => reply.show(viewOf('ready', 'v1:one', 'v1:other')))],
      actions: [
        clickedAction(
          'one',
          async () => {
            tries += 1
            throw new Error('broken')
          },
          { errorAsFollowUp: true },
        ),
        clickedAction('other', ({ reply }) => reply.show(viewOf('other'))),
      ],
    })
    const reply = discord.user().type('/go')
    await reply.until('ready')
    const click = reply.click('v1:one')
    await click.until(() => click.followUps()[0]?.text().includes('Internal error') ?? false)
    expect(reply.text()).toContain('ready')
    await reply.click('v1:other').until('other')
    expect(tries).toBe(1)
  })
})

describe('the lock of a message', () => {
  const clickOn = (component: string, more: Partial<Click> = {}): Click => ({
    messageId: '1',
    version: 'null',
    userId: '2',
    component,
    ...more,
  })

  test('rejects a double click within half a second, and not after it', async () => {
    useFakeTimers()
    const locks = createMessageLocks()
    locks.acquire(clickOn('one'), {})?.(true)
    await vi.advanceTimersByTimeAsync(499)
    expect(locks.acquire(clickOn('one'), {})).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(locks.acquire(clickOn('one'), {})).not.toBeNull()
  })

  test('accepts clicks on alternating buttons', () => {
    const locks = createMessageLocks()
    for (const id of ['next', 'previous', 'next']) {
      const release = locks.acquire(clickOn(id), {})
      expect(release).not.toBeNull()
      release?.(true)
    }
  })

  test('is released when the task is done', () => {
    const locks = createMessageLocks()
    const release = locks.acquire(clickOn('one'), {})
    expect(locks.acquire(clickOn('other'), {})).toBeNull()
    release?.(true)
    expect(locks.acquire(clickOn('other'), {})).not.toBeNull()
  })

  test('is ignored by buttons that answer in new messages, but not by a user’s double click', () => {
    const locks = createMessageLocks()
    const isTaken = (component: string, userId: string) =>
      locks.acquire(clickOn(component, { userId }), { ignoresLock: true }) !== null
    expect([isTaken('open 1', '2'), isTaken('open 1', '2'), isTaken('open 1', '3')]).toEqual([true, false, true])
    expect([isTaken('open 2', '2'), isTaken('open 1', '2')]).toEqual([true, true])
  })

  test('lets an action run once per version of the message, unless it failed', async () => {
    useFakeTimers()
    const locks = createMessageLocks()
    const post = async (version: string, isDone: boolean) => {
      const release = locks.acquire(clickOn('post', { version }), { runsOnce: true })
      release?.(isDone)
      await vi.advanceTimersByTimeAsync(5_000)
      return release !== null
    }
    expect(await post('a', false)).toBe(true)
    expect(await post('a', true)).toBe(true)
    expect(await post('a', true)).toBe(false)
    expect(await post('b', true)).toBe(true)
    await vi.advanceTimersByTimeAsync(15 * 60_000)
    expect(await post('a', true)).toBe(true)
  })
})

function userMenu(name: string) {
  const user = { id: '123456789012345678', username: 'somebody', discriminator: '0', avatar: null }
  return { id: '1', name, type: 2, target_id: user.id, resolved: { users: { [user.id]: user } } }
}

function messageMenu(name: string) {
  const id = '123456789012345678'
  const author = { id: '223456789012345678', username: 'somebody', discriminator: '0', avatar: null }
  const message = {
    id,
    channel_id: '323456789012345678',
    content: '',
    author,
    embeds: [],
    attachments: [],
    components: [],
  }
  return { id: '1', name, type: 3, target_id: id, resolved: { messages: { [id]: message } } }
}
