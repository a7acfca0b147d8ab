import { expect, test } from 'vitest'
import { addAlert } from '../../../src/watch/alerts.ts'
import { dueAlerts, planAlerts } from '../../support/outbox.ts'
import { ALICE, alertOf, BOB, CAROL, GUILD, inDatabase, OTHER_GUILD, watch } from '../../support/community.ts'

const DAY = 86_400
const unset = {
  alertChannelId: null,
  alertRoleId: null,
  reportsJoins: true,
  isLocaleChosen: false,
  logChannelId: null,
  isLogExplained: false,
  alertBlock: null,
  logBlock: null,
  lastListedAt: null,
  absentSince: null,
}

test('a server is created by its first interaction, and keeps its settings in later ones', () =>
  inDatabase(async ({ guilds }) => {
    expect(await guilds.get(GUILD)).toBeUndefined()
    await guilds.touch(GUILD, 'en-GB', 100)
    expect(await guilds.get(GUILD)).toEqual({ guildId: GUILD, ...unset, locale: 'en-GB', lastInteractionAt: 100 })
    await guilds.setAlertChannel(GUILD, { channelId: '5', roleId: '6' })
    await guilds.touch(GUILD, 'de', 200)
    expect(await guilds.get(GUILD)).toEqual({
      guildId: GUILD,
      ...unset,
      alertChannelId: '5',
      alertRoleId: '6',
      locale: 'de',
      lastInteractionAt: 200,
    })
  }))

test('a chosen locale stays until the server follows Discord again', () =>
  inDatabase(async ({ guilds }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'en-US', 100)
    await guilds.set(GUILD, { locale: 'pl', isLocaleChosen: true })
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'fr', 200)
    expect(await guilds.get(GUILD)).toMatchObject({ locale: 'pl', isLocaleChosen: true, lastInteractionAt: 200 })
    expect(await guilds.get(OTHER_GUILD)).toMatchObject({ locale: 'fr', isLocaleChosen: false, lastInteractionAt: 200 })
    await guilds.set(GUILD, { locale: 'fr', isLocaleChosen: false })
    await guilds.touch(GUILD, 'de', 300)
    expect(await guilds.get(GUILD)).toMatchObject({ locale: 'de', isLocaleChosen: false, lastInteractionAt: 300 })
  }))

test('setting the channel clears role and block', () =>
  inDatabase(async ({ guilds }) => {
    await guilds.touch(GUILD, 'en-GB', 100)
    await guilds.touch(OTHER_GUILD, 'en-GB', 100)
    await guilds.setAlertChannel(GUILD, { channelId: '5', roleId: '6' })
    await guilds.set(GUILD, { alertBlock: 'forbidden' })
    expect(await guilds.get(GUILD)).toMatchObject({ alertChannelId: '5', alertBlock: 'forbidden' })
    await guilds.setAlertChannel(GUILD, { channelId: '7', roleId: null })
    expect(await guilds.get(GUILD)).toMatchObject({ alertChannelId: '7', alertRoleId: null, alertBlock: null })
    expect(await guilds.get(OTHER_GUILD)).toMatchObject({ alertChannelId: null })
    expect(await guilds.all()).toHaveLength(2)
  }))

test('a server that was listed is abandoned 30 days after the first listing without it', () =>
  inDatabase(async ({ guilds }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'en-GB', 0)
    await guilds.recordListing([GUILD, OTHER_GUILD], DAY, true)
    await guilds.recordListing([OTHER_GUILD], 40 * DAY, true)
    expect(await guilds.get(GUILD)).toMatchObject({ lastListedAt: DAY, absentSince: 40 * DAY })
    await guilds.recordListing([OTHER_GUILD], 50 * DAY, true)
    expect(await guilds.abandoned(40 * DAY - 1)).toEqual([])
    expect(await guilds.abandoned(40 * DAY)).toEqual([GUILD])
  }))

test('a server is not abandoned after an interaction, nor after it was listed again', () =>
  inDatabase(async ({ guilds }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'en-GB', 0)
    await guilds.recordListing([GUILD, OTHER_GUILD], 1 * DAY, true)
    await guilds.recordListing([], 2 * DAY, true)
    await guilds.touch(GUILD, 'en-GB', 30 * DAY)
    await guilds.recordListing([OTHER_GUILD], 30 * DAY, true)
    expect(await guilds.abandoned(20 * DAY)).toEqual([])
    expect(await guilds.get(OTHER_GUILD)).toMatchObject({ lastListedAt: 30 * DAY, absentSince: null })
    expect(await guilds.abandoned(40 * DAY)).toEqual([GUILD])
  }))

test('a server that was never listed is never abandoned', () =>
  inDatabase(async ({ guilds }) => {
    await guilds.touch(GUILD, 'en-GB', 0)
    await guilds.recordListing([OTHER_GUILD], DAY, true)
    expect(await guilds.abandoned(4_000_000_000)).toEqual([])
    expect(await guilds.get(OTHER_GUILD)).toBeUndefined()
  }))

test('removing a server removes its data, and leaves what is on other lists', () =>
  inDatabase(async (repositories) => {
    const { guilds, watches, accounts, audit } = repositories
    await watch(repositories, GUILD, [ALICE, BOB, CAROL])
    await watch(repositories, OTHER_GUILD, [BOB, CAROL])
    const { observationId } = await alertOf(repositories, GUILD, BOB)
    await addAlert(repositories, { ...(await alertOf(repositories, GUILD, CAROL)), guildId: OTHER_GUILD })
    for (const guildId of [GUILD, OTHER_GUILD]) {
      await planAlerts(repositories, guildId)
      await audit.add([{ guildId, at: 1, userId: null, action: 'added', steamId: BOB, detail: '' }])
    }

    await watches.removeAll(GUILD)
    await guilds.remove(GUILD)

    expect(await guilds.all()).toEqual([expect.objectContaining({ guildId: OTHER_GUILD })])
    expect(await watches.countAll()).toBe(2)
    expect((await watches.watchedSteamIds(10)).toSorted()).toEqual([BOB, CAROL].toSorted())
    expect((await dueAlerts(repositories)).map(({ guildId }) => guildId)).toEqual([OTHER_GUILD])
    expect(await audit.list(GUILD, 10)).toEqual([])
    expect(await audit.list(OTHER_GUILD, 10)).toHaveLength(1)
    expect((await accounts.history(BOB)).map(({ id }) => id)).toEqual([observationId])
  }))
