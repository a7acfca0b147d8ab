import { describe, expect, test } from 'vitest'
import { PERMISSION } from '../../packages/sim-discord/src/index.ts'
import { RapsheetError } from '../../src/model/error.ts'
import { planMessages } from '../../src/outbox/plan.ts'
import { REFUSALS } from '../../src/policy/refusals.ts'
import { ALERTS } from '../../src/watch/alerts.ts'
import { openAlertTest } from '../support/alert-delivery.ts'
import { sqliteForTest } from '../support/database.ts'
import { accountsIn, named, type DeliveryTestOptions } from '../support/delivery-test.ts'
import { openRefusalTest } from '../support/refusal-delivery.ts'

const single = (steamIds: readonly string[]) => steamIds.map((steamId) => [steamId])
const down = () => Promise.reject(new RapsheetError('platform_unavailable', 'down'))
const bug = () => Promise.reject(new TypeError('a bug'))

/** The server of an alert test, in the words of all kinds. */
async function openAlerts(options?: DeliveryTestOptions) {
  const opened = await openAlertTest(options)
  return { ...opened, add: (count?: number) => opened.change(count), left: () => opened.waiting() }
}

/** The server of a refusal test, in the words of all kinds. */
async function openRefusals(options?: DeliveryTestOptions) {
  const opened = await openRefusalTest(options)
  const left = async () => (await opened.status()).waiting
  return { ...opened, add: (count?: number) => opened.refuse(count), left }
}

const KINDS = [
  {
    kind: ALERTS,
    open: openAlerts,
    title: 'Watch list: bans of 25 accounts changed',
    file: 'alerts.csv',
    withName: '⛔ raider: new VAC ban',
    withId: (steamId: string) => `⛔ \`${steamId}\``,
    german: ['neuer VAC-Ban (0 → 1), 4 May 2026', 'Von uns nicht gebannt · 👁️'],
    rejected: 'rejected an alert',
  },
  {
    kind: REFUSALS,
    open: openRefusals,
    title: '🛡️ Refused 25 accounts',
    file: 'refusals.csv',
    withName: '🛡️ Refused: raider',
    withId: (steamId: string) => `🛡️ Refused: \`${steamId}\``,
    german: ['Abgelehnt: ', '1 VAC-Ban, letzter Ban vor 120 Tagen'],
    rejected: 'rejected a message about refusals',
  },
]

describe.each(KINDS)('a message of the kind $kind.name', (given) => {
  const { kind, open } = given

  test('is one for each of up to five entries', async () => {
    const { add, deliverDue, posted, left } = await open(named('raider'))
    const steamIds = await add(5)
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual(single(steamIds))
    expect(posted()[0]).toContain(given.withName)
    expect(await left()).toBe(0)
  })

  test('is a digest for more, with the first twenty named and all in a file', async () => {
    const { add, deliverDue, posted, discord } = await open()
    const steamIds = await add(25)
    await deliverDue()
    expect(posted()).toHaveLength(1)
    expect(posted()[0]).toContain(given.title)
    expect(posted()[0]).toContain('… and 5 more')
    expect(accountsIn(posted()[0] ?? '')).toEqual(steamIds.slice(0, 20))
    const [file] = discord.channel()[0]?.files() ?? []
    expect(file?.name).toBe(given.file)
    expect(accountsIn(file?.text ?? '')).toEqual(steamIds)
  })

  test('keeps its members during retries; what comes later is a message of its own', async () => {
    const { add, deliverDue, deliverFor, advance, posted, discord } = await open()
    const six = await add(6)
    discord.rest.fail({ match: 'message', status: 503 })
    await deliverDue()
    const [seventh] = await add()
    await deliverFor(5)
    await advance(700)
    await deliverFor(1)
    expect(posted().map(accountsIn)).toEqual([six, [seventh]])
  })

  test('mentions no one but the role that was set, and this only for what cannot wait', async () => {
    const { add, deliverDue, guild, useChannel, discord, posted } = await open(named('@everyone <@200000000000000001>'))
    await add()
    await deliverDue()
    const roleId = guild.createRole({ name: 'Moderators' })
    await useChannel(guild.channelId, roleId)
    await add()
    await deliverDue()
    expect(discord.channel().map(({ notifies }) => notifies)).toEqual([[], kind === ALERTS ? [`&${roleId}`] : []])
    expect(posted()[1]?.startsWith('@Moderators\n')).toBe(kind === ALERTS)
  })

  test('shows the id alone when Steam is down', async () => {
    const { add, deliverDue, posted } = await open({ steam: { getSummary: down } })
    const [steamId = ''] = await add()
    await deliverDue()
    expect(posted()[0]).toContain(given.withId(steamId))
  })

  test('is German on a German server', async () => {
    const { add, deliverDue, posted, database, guild, clock } = await open()
    await database.transaction(({ guilds }) => guilds.touch(guild.id, 'de', clock.unixSeconds()))
    await add()
    await deliverDue()
    for (const text of given.german) expect(posted()[0]).toContain(text)
  })

  test('is not sent when its account was forgotten meanwhile', async () => {
    const { add, deliverDue, deliverFor, posted, discord, database, guild, left } = await open()
    const [steamId = ''] = await add()
    discord.rest.fail({ match: 'message', status: 503 })
    await deliverDue()
    await database.transaction(({ outbox }) => outbox.forget(guild.id, steamId))
    await deliverFor(3)
    expect(posted()).toEqual([])
    expect(await left()).toBe(0)
  })

  test('that Discord has accepted is not repeated when the answer is lost', async () => {
    const { add, deliverFor, posted, outcomes, discord } = await open()
    discord.rest.fail({ match: 'message', status: 'reset', isAccepted: true })
    await add()
    await deliverFor(3)
    expect(posted()).toHaveLength(1)
    expect(outcomes).toEqual(['retry', 'delivered'])
  })

  test('that Discord rejects is tried again an hour later, and holds up no other', async () => {
    const { add, deliverDue, deliverFor, advance, posted, outcomes, left, log, discord } = await open()
    const [first, second] = await add(2)
    discord.rest.fail({ match: 'message', status: 400, body: { message: 'Invalid Form Body', code: 50035 } })
    await deliverFor(3)
    expect(posted().map(accountsIn)).toEqual([[second]])
    expect(outcomes).toEqual(['rejected', 'delivered'])
    expect(await left()).toBe(1)
    expect(log).toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringContaining(given.rejected) }))
    await advance(3_600)
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual([[second], [first]])
  })

  test('that always fails holds up later ones for ten minutes only', async () => {
    const { add, deliverDue, deliverFor, advance, posted, left, discord } = await open()
    const [poisoned = ''] = await add()
    discord.rest.fail({ match: 'message', containing: poisoned, status: 503, times: 100_000 })
    await deliverFor(3)
    const later = await add(2)
    await deliverFor(3)
    await advance(9 * 60)
    await deliverDue()
    expect(posted()).toEqual([])
    await advance(60)
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual(single(later))
    // From then on they go out at once.
    const [last] = await add()
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual(single([...later, last ?? '']))
    expect(await left()).toBe(1)
    discord.rest.heal()
    await advance(360)
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual(single([...later, last ?? '', poisoned]))
    expect(await left()).toBe(0)
  })

  test('that cannot be shown because of an error of ours has the ids alone', async () => {
    const { add, deliverDue, posted, outcomes, log } = await open({ steam: { getSummary: bug } })
    const steamIds = await add(25)
    await deliverDue()
    expect(posted()).toHaveLength(1)
    expect(accountsIn(posted()[0] ?? '')).toEqual(steamIds.slice(0, 20))
    expect(posted()[0]).toContain('cannot be shown in full because of an error in Rapsheet')
    expect(outcomes).toEqual(['delivered'])
    expect(log).toContainEqual(
      expect.objectContaining({ level: 50, msg: expect.stringContaining('cannot be shown in full') }),
    )
  })

  test('whose entries cannot be read holds up no other of its channel', async () => {
    const { add, deliverDue, posted, path, database, clock } = await open()
    const [first, second] = await add(2)
    await planMessages(database, kind, clock.unixSeconds())
    await (await sqliteForTest(path))('outbox_entries').where({ steam_id: first }).update({ payload: '{' })
    await expect(deliverDue()).rejects.toThrow('damaged')
    expect(posted().map(accountsIn)).toEqual([[second]])
  })

  describe('after a crash between sending and storing that', () => {
    /** A process has sent a message and could not store that any more. */
    const openCrashed = async () => {
      const opened = await open()
      await opened.add()
      opened.crashAfterSending()
      await expect(opened.deliverDue()).rejects.toThrow('crashed')
      return opened
    }

    test('is not repeated within minutes, because of the nonce', async () => {
      const { deliverDue, posted, outcomes, restart, left } = await openCrashed()
      restart()
      await deliverDue()
      expect(posted()).toHaveLength(1)
      expect(outcomes).toEqual(['delivered'])
      expect(await left()).toBe(0)
    })
  })

  test.each([
    ['see', PERMISSION.viewChannel],
    ['write in', PERMISSION.sendMessages],
  ])(
    'for a channel that the bot may not %s is tried again every hour, and at once in another one',
    async (_, permission) => {
      const { add, deliverFor, advance, posted, left, log, database, discord, guild, useChannel } = await open()
      guild.deny(guild.channelId, permission)
      const steamIds = await add(2)
      await deliverFor(3)
      expect(await left()).toBe(2)
      // One attempt is enough for all messages of the server.
      expect(discord.rest.requests()).toHaveLength(1)
      expect(await database.read(({ guilds }) => guilds.get(guild.id))).toMatchObject({ alertBlock: 'forbidden' })
      const msg = expect.stringContaining('cannot be posted in its channel')
      expect(log).toContainEqual(expect.objectContaining({ level: 40, reason: 'forbidden', msg }))
      await advance(3_600)
      await deliverFor(3)
      expect(discord.rest.requests()).toHaveLength(2)
      const channelId = guild.createChannel()
      await useChannel(channelId)
      expect(await database.read(({ guilds }) => guilds.get(guild.id))).toMatchObject({ alertBlock: null })
      await deliverFor(3)
      expect(posted(channelId).flatMap(accountsIn).toSorted()).toEqual(steamIds)
      expect(await left()).toBe(0)
    },
  )

  test('for a channel that can be used again follows within an hour, with all others', async () => {
    const { add, deliverDue, deliverFor, advance, posted, discord, database, guild } = await open()
    discord.rest.fail({ match: 'message', status: 403, body: { message: 'Missing Permissions', code: 50013 } })
    const steamIds = await add(3)
    await deliverDue()
    expect(posted()).toEqual([])
    await advance(3_600)
    await deliverFor(3)
    expect(posted().flatMap(accountsIn).toSorted()).toEqual(steamIds)
    expect(await database.read(({ guilds }) => guilds.get(guild.id))).toMatchObject({ alertBlock: null })
  })

  test('for a channel that was replaced meanwhile goes to the new one, which stays usable', async () => {
    const { add, deliverDue, deliverFor, posted, left, database, discord, guild, useChannel } = await open()
    const first = guild.createChannel()
    await useChannel(first)
    const [steamId] = await add()
    discord.rest.fail({ match: 'message', status: 502 })
    await deliverDue()
    guild.deleteChannel(first)
    await useChannel(guild.channelId)
    await deliverFor(4)
    expect(posted().map(accountsIn)).toEqual([[steamId]])
    expect(await database.read(({ guilds }) => guilds.get(guild.id))).toMatchObject({ alertBlock: null })
    expect(await left()).toBe(0)
  })

  test('is sent once by two processes at the same time', async () => {
    const { add, start, posted } = await open()
    await add(4)
    const { signal } = new AbortController()
    await Promise.all([start().deliverDue(signal), start().deliverDue(signal)])
    expect(posted()).toHaveLength(4)
  })
})
