import { describe, expect, test } from 'vitest'
import type { SimReply, SimUser } from '../../../packages/sim-discord/src/index.ts'
import { logMessages } from '../../../src/app/bot/discord.ts'
import { logLineSchema } from '../../../src/model/log-line.ts'
import { planMessages } from '../../../src/outbox/plan.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { answerTo, followUpTo, submitForm } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { postView } from '../../support/posted-view.ts'
import { textsFor } from '../../support/texts.ts'
import { LOG_LINES } from '../../../src/watch/log-lines.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

const DAY = 86_400

type Bot = Awaited<ReturnType<typeof banBot>>

const undoIdOf = (reply: SimReply) => reply.buttons().find(({ label }) => label === 'Undo')?.customId

/** Undoes what an answer is about, as another user, to whom a line of the log shows the same button. */
function undoAs(user: SimUser, reply: SimReply, id = undoIdOf(reply)): SimReply {
  return user.sendRaw({ type: 3, data: { custom_id: id, component_type: 2, id: 1 } })
}

/** Types a command and waits for its answer. */
async function done(user: SimUser, command: string): Promise<SimReply> {
  const reply = user.type(command)
  await answerTo(reply)
  return reply
}

const banOf = async ({ context, guildId, time }: Bot, steamId: string) =>
  (await context.database.read(({ bans }) => bans.activeOf(guildId, [steamId], time.now)))[0]
const exceptionOf = ({ context, guildId }: Bot, steamId: string) =>
  context.database.read(({ policyExceptions }) => policyExceptions.get(guildId, steamId))
const eventsOf = async ({ context, guildId, time }: Bot) => {
  const types = ['ban.added', 'ban.changed', 'ban.removed', 'watch.added', 'watch.removed'] as const
  const events = await context.database.read((all) =>
    all.events.page(guildId, { after: 0, types, limit: 100, now: time.now }),
  )
  return events.map(({ type, author }) => [type, author])
}

describe('Undo of a ban', () => {
  test('that was lifted restores its reason, end, note, author and date, and is in the log and the events', async () => {
    const bot = await banBot()
    const [anna, ben] = [bot.banner({ name: 'anna' }), bot.banner({ name: 'ben' })]
    await done(anna, `/banlist add account:${ALICE} reason:aimbot note:"ticket 7" until:30d`)
    const before = await banOf(bot, ALICE)
    bot.time.now += 60
    const lifted = await done(anna, `/banlist remove account:${ALICE}`)
    bot.time.now += 60
    const undone = undoAs(ben, lifted)
    expect(await undone.until('Undone')).toMatch(/is banned by us\n┃ Banned by us .*· @anna · since 14 November 2023/)
    expect(await banOf(bot, ALICE)).toMatchObject({ ...before, id: expect.any(Number) })
    expect(bot.find(ALICE)).toEqual({ reason: 'aimbot', until: before?.until })
    expect((await bot.changes()).map(({ action, userId }) => [action, userId])).toEqual([
      ['ban_restored', ben.id],
      ['ban_removed', anna.id],
      ['ban_added', anna.id],
    ])
    expect((await eventsOf(bot)).at(-1)).toEqual(['ban.added', ben.id])
    expect(await answerTo(bot.owner().type('/log'))).toContain('@ben restored the ban of')
    await undone.click('Undo').until('is no longer banned by us')
    expect(bot.find(ALICE)).toBeUndefined()
  })

  test('that took the place of another one brings that back', async () => {
    const bot = await banBot()
    const user = bot.banner()
    await done(user, `/banlist add account:${ALICE} reason:aimbot note:"ticket 7"`)
    const asked = await done(user, `/banlist add account:${ALICE} reason:bot until:1d`)
    const replaced = asked.click('Confirm')
    await replaced.until('In place of')
    await replaced.click('Undo').until('Undone')
    expect(await banOf(bot, ALICE)).toMatchObject({ reason: 'aimbot', note: 'ticket 7', until: null })
    expect((await bot.changes())[0]).toMatchObject({
      action: 'ban_changed',
      detail: expect.stringMatching(/^aimbot\nbot\n/),
    })
  })

  test('of several accounts lifts them all, or none if one was changed since', async () => {
    const bot = await banBot()
    const [user, other] = [bot.banner(), bot.banner({ name: 'other' })]
    const first = await done(user, `/banlist add account:"${ALICE} ${BOB}" reason:ring`)
    expect(await first.click('Undo').until('Undone')).toContain(`name of ${BOB} \`${BOB}\` is no longer banned by us`)
    expect([ALICE, BOB].map(bot.find)).toEqual([undefined, undefined])
    const second = await done(user, `/banlist add account:"${ALICE} ${BOB}" reason:ring`)
    await done(other, `/banlist remove account:${BOB}`)
    expect(await followUpTo(second.click('Undo'))).toMatch(
      new RegExp(`Not undone\\n┃ @other has changed \`${BOB}\` .*\\. Nothing was undone\\.`),
    )
    expect(bot.find(ALICE)).toEqual({ reason: 'ring', until: null })
  })

  test('is refused when there was another ban since, when its end has passed, and after a day', async () => {
    const bot = await banBot()
    const user = bot.banner({ name: 'anna' })
    await done(user, `/banlist add account:${ALICE} reason:aimbot until:1h`)
    const lifted = await done(user, `/banlist remove account:${ALICE}`)
    bot.time.now += 60
    await done(user, `/banlist add account:${ALICE} reason:again`)
    await done(user, `/banlist remove account:${ALICE}`)
    expect(await followUpTo(lifted.click('Undo'))).toContain('@anna has changed')
    await done(user, `/banlist add account:${BOB} reason:bot until:1h`)
    const ended = await done(user, `/banlist remove account:${BOB}`)
    bot.time.now += 3_600
    expect(await followUpTo(ended.click('Undo'))).toContain('has ended meanwhile. Nothing was undone.')
    await done(user, `/banlist add account:${CAROL} reason:bot`)
    const old = await done(user, `/banlist remove account:${CAROL}`)
    bot.time.now += DAY
    expect(await followUpTo(old.click('Undo'))).toContain('This button is outdated')
    expect([ALICE, BOB, CAROL].map(bot.find)).toEqual([undefined, undefined, undefined])
  })

  test('needs Ban Members, and is for the server of the ban only', async () => {
    const bot = await banBot()
    const added = await done(bot.banner(), `/banlist add account:${ALICE} reason:bot`)
    expect(await undoAs(bot.moderator(), added).until('permission')).toContain('Ban Members')
    const elsewhere = bot.banner({ guildId: '900000000000000001' })
    expect(await followUpTo(undoAs(elsewhere, added))).toContain('This button is outdated')
    expect(bot.find(ALICE)).toBeDefined()
  })

  test('is forgotten with its account', async () => {
    const bot = await banBot()
    const owner = bot.owner()
    await done(owner, `/banlist add account:${ALICE} reason:aimbot`)
    const lifted = await done(owner, `/banlist remove account:${ALICE}`)
    const forgotten = await done(owner, `/forget account:${ALICE}`)
    await forgotten.click('Confirm').until('is forgotten')
    expect(await followUpTo(lifted.click('Undo'))).toContain('This button is outdated')
    expect(bot.find(ALICE)).toBeUndefined()
  })
})

describe('Undo and exceptions', () => {
  test('a ban that removed an exception, and an exception that lifted a ban, are undone as a whole', async () => {
    const bot = await banBot()
    await bot.save({})
    const owner = bot.owner()
    await done(owner, `/policy except account:${ALICE} decision:allow reason:friend`)
    const asked = await done(owner, `/banlist add account:${ALICE} reason:bot`)
    const banned = asked.click('Confirm')
    await banned.until('1 exception was removed')
    expect(await undoAs(bot.banner(), banned).until('permission')).toContain('Manage Server')
    await banned.click('Undo').until('Undone')
    expect([bot.find(ALICE), (await exceptionOf(bot, ALICE))?.reason]).toEqual([undefined, 'friend'])

    await done(owner, `/banlist add account:${BOB} reason:bot`)
    const question = await done(owner, `/policy except account:${BOB} decision:allow reason:appealed`)
    const exempted = question.click('Confirm')
    await exempted.until('Always let in')
    await exempted.click('Undo').until('Undone')
    expect([bot.find(BOB)?.reason, await exceptionOf(bot, BOB)]).toEqual(['bot', undefined])
  })

  test('a lift is not undone against an exception, nor the removal of an exception against a ban', async () => {
    const bot = await banBot()
    await bot.save({})
    const owner = bot.owner({ name: 'anna' })
    await done(owner, `/banlist add account:${ALICE} reason:bot`)
    const lifted = await done(owner, `/banlist remove account:${ALICE}`)
    await addException(bot.context, { ...bot.actor, steamId: ALICE, reason: 'friend', until: null })
    expect(await followUpTo(lifted.click('Undo'))).toContain(`An exception lets \`${ALICE}\` in. Nothing was undone.`)
    expect(bot.find(ALICE)).toBeUndefined()
    const removed = await done(owner, `/policy except account:${ALICE} decision:remove`)
    await done(owner, `/banlist add account:${ALICE} reason:bot`)
    expect(await followUpTo(removed.click('Undo'))).toContain('@anna has banned')
    expect(await exceptionOf(bot, ALICE)).toBeUndefined()
  })

  test('a removed exception comes back as it was', async () => {
    const bot = await banBot()
    await bot.save({})
    await addException(bot.context, { ...bot.actor, steamId: ALICE, reason: 'friend', until: '30d' })
    const before = await exceptionOf(bot, ALICE)
    bot.time.now += 60
    const removed = await done(bot.manager(), `/policy except account:${ALICE} decision:remove`)
    expect(await removed.click('Undo').until('Undone')).toContain('Always let in')
    expect(await exceptionOf(bot, ALICE)).toEqual(before)
    expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.has(ALICE)).toBe(true)
  })
})

describe('Undo of the watch list', () => {
  test('a removed entry comes back with its note, author, date and what was seen of it', async () => {
    const bot = await banBot()
    const [anna, ben] = [bot.moderator({ name: 'anna' }), bot.moderator({ name: 'ben' })]
    await bot.watch(ALICE, { userId: anna.id })
    const [before] = await bot.list()
    bot.time.now += 60
    const removed = await done(anna, `/watch remove account:${ALICE}`)
    expect(await undoAs(ben, removed).until('Undone')).toMatch(/is on the watch list\n┃ Note: aimbot\n┃ added by @anna/)
    expect(await bot.list()).toEqual([before])
    expect((await bot.changes())[0]).toMatchObject({ action: 'restored', userId: ben.id, detail: 'aimbot' })
    expect((await eventsOf(bot)).at(-1)).toEqual(['watch.added', ben.id])
    expect(await followUpTo(removed.click('Undo'))).toContain('@ben has changed')
  })

  test('an added account is taken off again', async () => {
    const bot = await banBot()
    const added = await done(bot.moderator(), `/watch add account:${ALICE} reason:aimbot`)
    expect(await added.click('Undo').until('Undone')).toContain('is off the watch list')
    expect(await bot.list()).toEqual([])
  })
})

test('Undo of a watch import needs Manage Server, is one line, and is undone itself', async () => {
  const bot = await banBot()
  const owner = bot.owner({ name: 'anna' })
  await done(owner, `/watch channel channel:${bot.discord.guild().createChannel({ name: 'told' })}`)
  const preview = await submitForm(owner.type('/watch import'), { reason: 'raid', list: `${ALICE}\n${BOB}\n${CAROL}` })
  await answerTo(preview)
  const imported = preview.click('Confirm')
  await imported.until('3 accounts added')
  expect(await undoAs(bot.moderator(), imported).until('permission')).toContain('Manage Server')
  bot.time.now += 60
  const before = await bot.list()
  const undone = undoAs(owner, imported)
  await undone.until('Undone')
  expect(await bot.list()).toEqual([])
  const told = await bot.database.read((all) =>
    all.outbox.newestPart(
      { kinds: [LOG_LINES.name], guildId: bot.guildId, since: bot.time.now },
      { before: null, limit: 9 },
      logLineSchema,
    ),
  )
  expect(told.map(({ payload: { action, count } }) => [action, count])).toEqual([['import_undone', 3]])
  expect(await answerTo(owner.type('/log'))).toContain('@anna undid the import of 3 accounts into the watch list')
  bot.time.now += 60
  expect(await undoAs(bot.moderator(), undone).until('permission')).toContain('Manage Server')
  await undone.click('Undo').until('is on the watch list')
  expect(await bot.list()).toEqual(before)
  bot.time.now += 60
  const again = undoAs(owner, imported)
  await again.until('Undone')
  bot.time.now += 60
  // One of them was watched and let go since.
  await done(owner, `/watch add account:${BOB} reason:x`)
  await done(bot.moderator({ name: 'ben' }), `/watch remove account:${BOB}`)
  expect(await followUpTo(again.click('Undo'))).toContain(`@ben has changed \`${BOB}\``)
  expect(await bot.list()).toEqual([])
})

test('Undo of an import removes its bans, and needs Manage Server', async () => {
  const bot = await banBot()
  const owner = bot.owner()
  const preview = await submitForm(owner.type('/banlist import'), { list: `${ALICE}\n${BOB}` })
  await answerTo(preview)
  const imported = preview.click('Confirm')
  await imported.until('Import 1: 2 bans added')
  const id = undoIdOf(imported)
  await done(owner, `/banlist remove account:${BOB}`)
  expect(await undoAs(bot.banner(), imported).until('permission')).toContain('Manage Server')
  expect(await imported.click('Undo').until('undone')).toContain('Import 1 undone: 1 ban removed')
  expect(bot.find(ALICE)).toBeUndefined()
  expect(await followUpTo(undoAs(owner, imported, id))).toContain('Nothing to undo')
})

/** The lines that tell the team of the changes of a bot's server. */
async function toldLines({ database, time }: Bot) {
  time.now += 601
  await planMessages(database, LOG_LINES, time.now)
  return database.read(async (all) => {
    const messages = await all.outbox.due(LOG_LINES.name, time.now, 10)
    return (await Promise.all(messages.map((message) => LOG_LINES.read(all, message, 'en-US')))).flat()
  })
}

/** A server whose team is told of changes. */
async function botWithLog() {
  const bot = await banBot()
  await done(bot.owner(), `/watch channel channel:${bot.discord.guild().createChannel({ name: 'told' })}`)
  return bot
}

test('each of several accounts that are banned at once has a line with an Undo of its own', async () => {
  const bot = await botWithLog()
  const banned = await done(bot.banner({ name: 'anna' }), `/banlist add account:"${ALICE} ${BOB}" reason:ring`)
  const line = (await toldLines(bot)).find(({ steamId }) => steamId === ALICE) ?? expect.fail('nothing is told')
  const view = logMessages.single(line, { name: 'Alice', avatar: '' }, { roleId: null }, textsFor('en-US'))
  const { message } = await postView(bot.discord, view)
  await bot.banner({ name: 'ben' }).press(message, 'Undo').until('Undone')
  expect([bot.find(ALICE), bot.find(BOB)?.reason]).toEqual([undefined, 'ring'])
  expect(await followUpTo(banned.click('Undo'))).toContain('@ben has changed')
})

test('Undo of an edit is told as a change, not as a ban that was restored', async () => {
  const bot = await banBot()
  const anna = bot.banner({ name: 'anna' })
  const added = await done(anna, `/banlist add account:${ALICE} reason:aimbot`)
  bot.time.now += 60
  const form = added.click('Edit ban')
  await form.untilModal()
  const edited = form.submit({ Reason: 'esp' })
  await edited.until('is changed')
  bot.time.now += 60
  await edited.click('Undo').until('Undone')
  const [newest = ''] = (await answerTo(bot.owner().type('/log'))).split('\n').slice(2)
  expect(newest).toMatch(/@anna changed the ban of .* · aimbot · before: esp/)
})

test('the line that tells the team of a change has its Undo, for every moderator who may make the change', async () => {
  const bot = await botWithLog()
  await done(bot.banner({ name: 'anna' }), `/banlist add account:${ALICE} reason:aimbot`)
  const lines = await toldLines(bot)
  const banned = lines.find(({ action }) => action === 'ban_added') ?? expect.fail('nothing is told')
  const view = logMessages.single(banned, { name: 'Alice', avatar: '' }, { roleId: null }, textsFor('en-US'))
  const { message } = await postView(bot.discord, view)
  expect(await bot.moderator().press(message, 'Undo').until('permission')).toContain('Ban Members')
  const undone = bot.banner().press(message, 'Undo')
  expect(await undone.until('Undone')).toContain('is no longer banned by us')
  expect(undone.isEphemeral()).toBe(true)
  expect(bot.find(ALICE)).toBeUndefined()
  // The team sees in the line itself that it was undone.
  await expect.poll(() => message.text()).toMatch(/banned name of .*\nNot banned by us\n↩️ @\w+ · Undone\n/)
})
