import { expect, test } from 'vitest'
import { logMessages } from '../../../src/app/bot/discord.ts'
import { addBans } from '../../../src/bans/add-bans.ts'
import { liftBan } from '../../../src/bans/lift-ban.ts'
import { toolAuthor } from '../../../src/model/tool-token.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { createToolToken } from '../../../src/tokens/tokens.ts'
import { putWatch, removeWatch } from '../../../src/watch/entries.ts'
import { importWatches } from '../../../src/watch/import-watches.ts'
import { watchStatus } from '../../../src/watch/list-watches.ts'
import { setAlertChannel, setLogChannel } from '../../../src/watch/server-settings.ts'
import { createCallContext } from '../../../src/lib/call-context.ts'
import { named, openDeliveryTest } from '../../support/delivery-test.ts'
import { ALICE, nth } from '../../support/watch-tests.ts'

const ANNA = '200000000000000001'

/** A server with a channel and a role for alerts, whose team changes things. */
async function open(locale = 'en-US') {
  const opened = await openDeliveryTest(logMessages, named('Roof Raider'))
  const { clock, context, database, guild, discord } = opened
  const actor = { guildId: guild.id, locale, userId: ANNA }
  const roleId = discord.guild(guild.id).createRole({ name: 'mods' })
  await setAlertChannel(context, { ...actor, channelId: guild.channelId, roleId })
  const ban = (
    accounts: number[],
    {
      userId = ANNA,
      until = null,
      reason = 'aimbot',
    }: { userId?: string; until?: number | null; reason?: string } = {},
  ) =>
    database.transaction((repositories) =>
      addBans(
        repositories,
        {
          ...actor,
          userId,
          accounts: accounts.map((index) => ({ steamId: nth(index), name: 'Roof Raider' })),
          terms: { reason, note: 'saw it in the demo', until },
          replaces: true,
        },
        { now: clock.unixSeconds(), limits: context.banLimits },
      ),
    )
  const watch = (reason: string, until: number | null = null) =>
    putWatch(
      context,
      { ...actor, steamId: ALICE, reason, until },
      { precondition: () => {}, mayAsk: false, callContext: createCallContext(new AbortController().signal) },
    )
  return { ...opened, actor, ban, watch }
}

test('each change is told once, with who made it, without a ping and without a note', async () => {
  const { actor, ban, watch, context, deliverDue, posted, discord, guild } = await open()
  await ban([1])
  await liftBan(context, { ...actor, steamId: nth(1) })
  await watch('friend of the raiders')
  await removeWatch(context, { ...actor, steamId: ALICE })
  await createToolToken(context, actor, { name: 'my *panel*', scopes: ['bans:read'], until: '30d' })
  await deliverDue()
  await deliverDue()
  const texts = posted()
  expect(texts).toHaveLength(5)
  expect(texts[0]).toMatch(/🔨 @.+ banned Roof Raider `\d+` · aimbot · for good/)
  expect(texts[1]).toMatch(/↩️ @.+ lifted the ban of Roof Raider/)
  expect(texts[2]).toMatch(/👁️ @.+ put Roof Raider .+ on the watch list/)
  expect(texts[3]).toMatch(/🔕 @.+ took Roof Raider .+ off the watch list/)
  expect(texts[4]).toContain('🔑')
  expect(texts[4]).toContain('made the token my *panel* for a tool')
  expect(texts.join('\n')).not.toMatch(/saw it in the demo|friend of the raiders/)
  expect(discord.channel(guild.channelId).flatMap(({ notifies }) => notifies)).toEqual([])
})

test('an edit of a note and an end together tells both ends, and that the note was changed, but neither note', async () => {
  const { actor, watch, context, clock, deliverDue, posted, discord, guild } = await open()
  const logChannelId = discord.guild(guild.id).createChannel({ name: 'log' })
  await setLogChannel(context, { ...actor, logChannelId })
  await watch('old note')
  await watch('new note', clock.unixSeconds() + 86_400)
  await watch('first note', clock.unixSeconds() + 86_400)
  await watch('first note')
  for (const [reason, until] of [['old note', null] as const, ['new note', '30d'] as const])
    await addException(context, { ...actor, steamId: nth(2), reason, until })
  await deliverDue()
  const texts = posted(logChannelId).join('\n')
  expect(texts).toMatch(/changed the watch list entry of .* · watched until .* · before: for good · note changed\n/)
  expect(texts).toMatch(/changed the watch list entry of .* · watched until [^·]* · note changed\n/)
  expect(texts).toMatch(/changed the watch list entry of .* · for good · before: watched until [^·]*\n/)
  expect(texts).toMatch(/made an exception: .* is always let in · until /)
  expect(texts).not.toMatch(/old note|new note|first note/)
})

test('a digest that is too long leaves out reasons and names, but says what was changed and the ends', async () => {
  const { actor, ban, context, database, clock, deliverDue, posted, discord, guild } = await open()
  const logChannelId = discord.guild(guild.id).createChannel({ name: 'log' })
  await setLogChannel(context, { ...actor, logChannelId })
  const at = clock.unixSeconds()
  await database.transaction(({ audit }) =>
    audit.add([{ guildId: guild.id, at, userId: ANNA, action: 'policy_mode_set', detail: 'enforce', steamId: null }]),
  )
  for (let index = 1; index < 20; index++) await ban([index], { until: at + 86_400, reason: '*'.repeat(80) })
  await deliverDue()
  const [text = '', ...others] = posted(logChannelId)
  expect(others).toEqual([])
  expect(text).not.toMatch(/Roof Raider|\*|for good/)
  expect(text.match(/ banned `\d+` · until /g)).toHaveLength(19)
  expect(text).toContain('set the policy to enforce')
})

test('only the first line of a server says that changes are told now, and how to switch it off', async () => {
  const { ban, deliverDue, posted } = await open()
  await ban([1])
  await deliverDue()
  await ban([2])
  await deliverDue()
  const hints = posted().map((text) => text.includes('/settings log chooses another channel, or switches it off'))
  expect(hints).toEqual([true, false])
})

test('more than five changes in ten minutes are one message, and so is an import', async () => {
  const { actor, ban, context, deliverDue, posted, advance } = await open()
  await ban([1, 2, 3, 4, 5, 6, 7])
  await deliverDue()
  expect(posted()).toEqual([expect.stringContaining('📜 7 changes\n')])
  expect(posted()[0]).toContain(`banned Roof Raider \`${nth(7)}\` · aimbot`)
  await ban([8])
  await deliverDue()
  expect(posted()).toHaveLength(1)
  await advance(601)
  await importWatches(context, { ...actor, steamIds: [nth(1), nth(2), nth(3)], reason: 'list of B' })
  await deliverDue()
  expect(posted().slice(1)).toEqual([
    expect.stringContaining(`banned Roof Raider \`${nth(8)}\``),
    expect.stringMatching(/📥 @.+ imported 3 accounts into the watch list$/m),
  ])
})

test('the sixth change within ten minutes is a line like the five before it', async () => {
  const { actor, context, ban, deliverDue, posted, discord, guild } = await open()
  await ban([1, 2, 3, 4, 5])
  await deliverDue()
  expect(posted()).toHaveLength(5)
  // A channel without messages, because Discord accepts five in as many seconds.
  const logChannelId = discord.guild(guild.id).createChannel({ name: 'log' })
  await setLogChannel(context, { ...actor, logChannelId })
  await ban([6])
  await deliverDue()
  expect(posted(logChannelId)).toEqual([expect.stringMatching(/^🔨 @.+ banned Roof Raider/)])
})

test('what tools change is told together, after some minutes', async () => {
  const { ban, deliverDue, posted, advance } = await open()
  await ban([1], { userId: toolAuthor('panel') })
  await ban([2], { userId: toolAuthor('panel') })
  await deliverDue()
  expect(posted()).toEqual([])
  await advance(601)
  await deliverDue()
  expect(posted()).toEqual([expect.stringContaining('📜 2 changes\n')])
  expect(posted()[0]).toContain(`🔨 🔑 panel banned Roof Raider \`${nth(2)}\``)
})

test('a process that ends before the line was sent loses nothing, and a change that was not made tells nothing', async () => {
  const { ban, context, start, deliverDue, posted, database } = await open()
  await ban([1])
  await expect(
    database.transaction(async ({ audit }) => {
      await audit.add([
        {
          guildId: (await context.database.read(({ guilds }) => guilds.all()))[0]?.guildId ?? '',
          at: 1,
          userId: ANNA,
          action: 'added',
          steamId: ALICE,
          detail: 'x',
        },
      ])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await start().deliverDue(new AbortController().signal)
  await deliverDue()
  expect(posted()).toEqual([expect.stringContaining(`banned Roof Raider \`${nth(1)}\``)])
})

test('the policy and its exceptions are told only in a channel that was chosen for the log, without the reason', async () => {
  const { actor, context, deliverDue, posted, discord, guild, advance } = await open()
  const except = (index: number) =>
    addException(context, { ...actor, steamId: nth(index), reason: 'friend of mine', until: null })
  await except(1)
  await deliverDue()
  expect(posted()).toEqual([])
  const logChannelId = discord.guild(guild.id).createChannel({ name: 'log' })
  await setLogChannel(context, { ...actor, logChannelId })
  await except(2)
  await deliverDue()
  expect(posted()).toEqual([])
  const [text = '', ...others] = posted(logChannelId)
  expect(text).toContain(`made an exception: Roof Raider \`${nth(2)}\` is always let in`)
  expect(text).not.toMatch(/friend of mine|\/settings log/)
  expect(others).toEqual([])
  // A line that waits is dropped when the readers of the channel may not know it.
  await except(3)
  await setLogChannel(context, { ...actor, logChannelId: null })
  await advance(1)
  await deliverDue()
  expect([posted(), posted(logChannelId)]).toEqual([[], [text]])
})

test('nothing is told while it is switched off', async () => {
  const { actor, ban, context, deliverDue, posted } = await open()
  await setLogChannel(context, { ...actor, logChannelId: 'off' })
  await ban([1])
  await deliverDue()
  await setLogChannel(context, { ...actor, logChannelId: null })
  await deliverDue()
  expect(posted()).toEqual([])
})

test('a channel for the log that is refused is tried again in an hour, and does not stop alerts', async () => {
  const { actor, ban, context, database, deliverDue, posted, discord, guild, advance } = await open()
  const logChannelId = discord.guild(guild.id).createChannel({ name: 'log' })
  await setLogChannel(context, { ...actor, logChannelId })
  discord.guild(guild.id).deny(logChannelId, 1n << 11n)
  await ban([1])
  await deliverDue()
  expect((await database.read(({ guilds }) => guilds.get(guild.id)))?.alertBlock).toBeNull()
  expect(await watchStatus(context, guild.id)).toMatchObject({
    refusedLog: { channelId: logChannelId, block: 'forbidden' },
  })
  discord.guild(guild.id).deny(logChannelId, 0n)
  await deliverDue()
  expect(posted(logChannelId)).toEqual([])
  await advance(3_601)
  await deliverDue()
  expect(posted(logChannelId)).toEqual([expect.stringContaining('banned Roof Raider')])
  expect(await watchStatus(context, guild.id)).toMatchObject({ refusedLog: null })
})
