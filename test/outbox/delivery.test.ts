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

const REPEATED = 'Possibly repeated'

const single = (steamIds: readonly string[]) => steamIds.map((steamId) => [steamId])
const down = () => Promise.reject(new RapsheetError('platform_unavailable', 'down'))
const bug = () => Promise.reject(new TypeError('a bug'))

/** The server of an alert test, in the words of all kinds. */
async function openAlerts(options?: DeliveryTestOptions) {
  const opened = await openAlertTest(options)
  return { ...opened, add: (count?: number) => opened.change(count), left: () => opened.counts() }
}

/** The server of a refusal test, in the words of all kinds. */
async function openRefusals(options?: DeliveryTestOptions) {
  const opened = await openRefusalTest(options)
  const left = async () => {
    const { waiting, parked } = await opened.status()
    return { waiting, parked }
  }
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
    german: ['neuer VAC-Ban\n┃ VAC-Bans 0 → 1\n┃ geschehen zwischen dem 4 May 2026'],
    rejected: { log: 'rejected an alert', left: { waiting: 0, parked: 1 } },
    blocked: 'alerts are held back until /watch channel is used',
    /** Alerts that were held back go out as one digest. */
    afterBlock: (steamIds: string[]) => [steamIds],
  },
  {
    kind: REFUSALS,
    open: openRefusals,
    title: '🛡️ Refused 25 accounts',
    file: 'refusals.csv',
    withName: '🛡️ Refused: raider',
    withId: (steamId: string) => `🛡️ Refused: \`${steamId}\``,
    german: ['Abgelehnt: ', '1 VAC-Ban, letzter Ban vor 120 Tagen'],
    rejected: { log: 'rejected a message about refusals', left: { waiting: 0, parked: 0 } },
    blocked: 'messages about refusals are held back until /watch channel is used',
    afterBlock: single,
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
    expect(await left()).toEqual({ waiting: 0, parked: 0 })
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

  test('mentions the role that was set, and no one else', async () => {
    const { add, deliverDue, guild, useChannel, discord, posted } = await open(named('@everyone <@200000000000000001>'))
    await add()
    await deliverDue()
    const roleId = guild.createRole({ name: 'Moderators' })
    await useChannel(guild.channelId, roleId)
    await add()
    await deliverDue()
    expect(discord.channel().map(({ notifies }) => notifies)).toEqual([[], [`&${roleId}`]])
    expect(posted()[1]).toMatch(/^@Moderators\n/)
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

  test('is in the language that the server has chosen, whatever it has in Discord', async () => {
    const { add, deliverDue, posted, database, guild, clock } = await open()
    await database.transaction(async ({ guilds }) => {
      await guilds.setLocale(guild.id, { locale: 'de', isLocaleChosen: true })
      await guilds.touch(guild.id, 'fr', clock.unixSeconds())
    })
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
    expect(await left()).toEqual({ waiting: 0, parked: 0 })
  })

  test('without any entry left is not sent', async () => {
    const { add, deliverDue, deliverFor, posted, path, discord, database } = await open()
    await add(6)
    discord.rest.fail({ match: 'message', status: 401 })
    await deliverDue()
    await (await sqliteForTest(path))('outbox_entries').delete()
    await deliverFor(3)
    expect(posted()).toEqual([])
    expect(await database.read(({ outbox }) => outbox.due(kind.name, Number.MAX_SAFE_INTEGER, 9))).toEqual([])
  })

  test('that Discord has accepted is not repeated when the answer is lost', async () => {
    const { add, deliverFor, posted, outcomes, discord } = await open()
    discord.rest.fail({ match: 'message', status: 'reset', isAccepted: true })
    await add()
    await deliverFor(3)
    expect(posted()).toHaveLength(1)
    expect(outcomes).toEqual(['retry', 'delivered'])
  })

  test('that Discord rejects for good holds up no other', async () => {
    const { add, deliverFor, posted, outcomes, left, log, discord } = await open()
    const [, second] = await add(2)
    discord.rest.fail({ match: 'message', status: 400, body: { message: 'Invalid Form Body', code: 50035 } })
    await deliverFor(3)
    expect(posted().map(accountsIn)).toEqual([[second]])
    expect(outcomes).toEqual(['rejected', 'delivered'])
    expect(await left()).toEqual(given.rejected.left)
    expect(log).toContainEqual(expect.objectContaining({ level: 50, msg: expect.stringContaining(given.rejected.log) }))
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
    expect(await left()).toEqual({ waiting: 1, parked: 0 })
    discord.rest.heal()
    await advance(360)
    await deliverDue()
    expect(posted().map(accountsIn)).toEqual(single([...later, last ?? '', poisoned]))
    expect(await left()).toEqual({ waiting: 0, parked: 0 })
  })

  test('that cannot be shown because of an error of ours has the ids alone', async () => {
    const { add, deliverDue, posted, outcomes, log } = await open({ steam: { getSummary: bug } })
    const steamIds = await add(25)
    await deliverDue()
    expect(posted()).toHaveLength(1)
    expect(posted()[0]).toContain(given.title)
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
    /** A process has sent a message about `count` accounts and could not store that any more. */
    const openCrashed = async (count = 1) => {
      const opened = await open()
      await opened.add(count)
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
      expect(await left()).toEqual({ waiting: 0, parked: 0 })
    })

    test.each([1, 7])('about %i is found later by its custom id', async (count) => {
      const { deliverDue, advance, posted, outcomes, restart, left } = await openCrashed(count)
      await advance(10 * 60)
      restart()
      await deliverDue()
      expect(posted()).toHaveLength(1)
      expect(outcomes).toEqual(['found'])
      expect(await left()).toEqual({ waiting: 0, parked: 0 })
    })

    test('is sent again and marked as possibly repeated where the channel cannot be read', async () => {
      const { deliverDue, advance, posted, restart, guild } = await openCrashed()
      guild.deny(guild.channelId, PERMISSION.readMessageHistory)
      await advance(10 * 60)
      restart()
      await deliverDue()
      expect(posted().map((text) => text.includes(REPEATED))).toEqual([false, true])
    })
  })

  test.each([
    ['see', PERMISSION.viewChannel],
    ['write in', PERMISSION.sendMessages],
  ])('for a channel that the bot may not %s is held back until another one is set', async (_, permission) => {
    const { add, deliverFor, posted, left, log, database, discord, guild, useChannel } = await open()
    guild.deny(guild.channelId, permission)
    const steamIds = await add(2)
    await deliverFor(3)
    expect(await left()).toEqual({ waiting: 0, parked: 2 })
    // Nothing more is tried there.
    expect(discord.rest.requests()).toHaveLength(1)
    expect(await database.read(({ guilds }) => guilds.get(guild.id))).toMatchObject({ alertBlock: 'forbidden' })
    expect(await database.read(({ guilds }) => guilds.countBlocked())).toBe(1)
    expect(log).toContainEqual(expect.objectContaining({ level: 40, reason: 'forbidden', msg: given.blocked }))
    const channelId = guild.createChannel()
    await useChannel(channelId)
    expect(await database.read(({ guilds }) => guilds.countBlocked())).toBe(0)
    await deliverFor(3)
    expect(posted(channelId).map(accountsIn)).toEqual(given.afterBlock(steamIds))
    expect(await left()).toEqual({ waiting: 0, parked: 0 })
  })

  test('for a channel that was replaced meanwhile goes to the new one, which stays usable', async () => {
    const { add, deliverDue, deliverFor, posted, left, database, discord, guild, useChannel } = await open()
    const first = guild.createChannel()
    await useChannel(first)
    const [steamId] = await add()
    discord.rest.fail({ match: 'message', status: 502, isAccepted: true })
    await deliverDue()
    guild.deleteChannel(first)
    await useChannel(guild.channelId)
    await deliverFor(4)
    expect(posted().map(accountsIn)).toEqual([[steamId]])
    expect(await database.read(({ guilds }) => guilds.get(guild.id))).toMatchObject({ alertBlock: null })
    expect(await left()).toEqual({ waiting: 0, parked: 0 })
  })

  test('is sent once by two processes at the same time', async () => {
    const { add, start, posted } = await open()
    await add(4)
    const { signal } = new AbortController()
    await Promise.all([start().deliverDue(signal), start().deliverDue(signal)])
    expect(posted()).toHaveLength(4)
  })
})
