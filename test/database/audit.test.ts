import { expect, test } from 'vitest'
import { WATCH_ACTIONS } from '../../src/model/watch.ts'
import { POLICY_ACTIONS } from '../../src/model/policy.ts'
import type { AuditEntry } from '../../src/database/audit.ts'
import { ALICE, BOB, GUILD, inDatabase, MODERATOR, OTHER_GUILD } from '../support/community.ts'

const entryOf = (parts: Partial<AuditEntry> = {}): AuditEntry => ({
  guildId: GUILD,
  at: 100,
  userId: MODERATOR,
  action: 'added',
  steamId: ALICE,
  detail: 'raided us',
  ...parts,
})

test('entries come newest first, those of one second in the order they were added, latest first', () =>
  inDatabase(async ({ guilds, audit }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'en-GB', 1)
    const entries = [
      entryOf({ at: 200, action: 'removed' }),
      entryOf({ at: 100 }),
      entryOf({ at: 200, action: 'imported', steamId: null, userId: null, detail: '1,000' }),
    ]
    await audit.add(entries)
    await audit.add([entryOf({ guildId: OTHER_GUILD })])
    expect(await audit.list(GUILD, 10)).toEqual([entries[2], entries[0], entries[1]])
    expect(await audit.list(GUILD, 2)).toEqual([entries[2], entries[0]])
  }))

test('forgetting removes the entries of one server about one account', () =>
  inDatabase(async ({ guilds, audit }) => {
    for (const guildId of [GUILD, OTHER_GUILD]) await guilds.touch(guildId, 'en-GB', 1)
    const kept = [entryOf({ steamId: BOB }), entryOf({ steamId: null }), entryOf({ guildId: OTHER_GUILD })]
    await audit.add([entryOf(), entryOf({ action: 'removed' }), ...kept])
    await audit.forget(GUILD, ALICE)
    expect(await audit.list(GUILD, 10)).toEqual([kept[1], kept[0]])
    expect(await audit.list(OTHER_GUILD, 10)).toEqual([kept[2]])
  }))

test('entries older than a time are deleted', () =>
  inDatabase(async ({ guilds, audit }) => {
    await guilds.touch(GUILD, 'en-GB', 1)
    await audit.add([entryOf({ at: 99 }), entryOf({ at: 100 })])
    await audit.deleteOlderThan(100)
    expect(await audit.list(GUILD, 10)).toEqual([entryOf({ at: 100 })])
  }))

test('changes of a policy are in the log and in a list of their own, and stay when a watch list lets go of the account', () =>
  inDatabase(async ({ guilds, accounts, audit }) => {
    await guilds.touch(GUILD, 'en-GB', 1)
    const exception = { ...entryOf(), action: 'exception_added' as const }
    await audit.add([entryOf(), exception])
    expect(await audit.list(GUILD, 10)).toEqual([exception, entryOf()])
    expect(await audit.listOf(GUILD, POLICY_ACTIONS, 10)).toEqual([exception])
    expect(await audit.listOf(GUILD, WATCH_ACTIONS, 10)).toEqual([entryOf()])
    expect(await audit.hasOthers(GUILD, WATCH_ACTIONS)).toBe(true)
    expect(await audit.hasOthers(OTHER_GUILD, WATCH_ACTIONS)).toBe(false)
    await accounts.ensure([ALICE])
    await accounts.deleteUnwatched(200, 0)
    await accounts.deleteUnwatched(300, 200)
    expect(await audit.list(GUILD, 10)).toEqual([exception])
    await audit.forget(GUILD, ALICE)
    expect(await audit.listOf(GUILD, POLICY_ACTIONS, 10)).toEqual([])
  }))
