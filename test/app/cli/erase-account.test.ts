import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noteRefusals } from '../../../src/policy/refusals.ts'
import { storedRefusals } from '../../support/outbox.ts'
import { eraseAccount } from '../../../src/app/cli/forget.ts'
import type { Repositories } from '../../../src/app/database.ts'
import { NEW_POLICY_TERMS } from '../../../src/model/policy.ts'
import { addWatch, removeWatch } from '../../../src/watch/entries.ts'
import { importWatches } from '../../../src/watch/import-watches.ts'
import { openSqlite } from '../../../src/store/disk.ts'
import { connectSqlite } from '../../../src/lib/plain-sqlite.ts'
import { anyCall } from '../../support/callers.ts'
import { databaseForTest } from '../../support/database.ts'
import { fakeWatchContext } from '../../support/fake-watch-context.ts'
import { folderForTest } from '../../support/folder.ts'
import { exceptionOf, joinOf, refusalOf, storePolicy } from '../../support/policy-records.ts'
import { storeAlert } from '../../support/watch-records.ts'
import { ALICE, BOB, MODERATOR, nth, OTHER_SERVER, storedOf } from '../../support/watch-tests.ts'

const ALICE_FORMS = [ALICE, 'STEAM_0:0:11101', 'STEAM_1:0:11101', '[U:1:22202]', 'U:1:22202', 'u:1:22202']
const DAY_MS = 86_400_000

/** The numbers that would be Alice's id in a file. */
function idBytes(steamId: string): Buffer[] {
  const [big, little] = [Buffer.alloc(8), Buffer.alloc(8)]
  big.writeBigUInt64BE(BigInt(steamId))
  little.writeBigUInt64LE(BigInt(steamId))
  return [Buffer.from(steamId), big, little]
}

/** Files in a folder that contain the account. */
function filesWith(folder: string, steamId: string): string[] {
  return readdirSync(folder).filter((name) => {
    const content = readFileSync(join(folder, name))
    return idBytes(steamId).some((bytes) => content.includes(bytes))
  })
}

/** A policy that names Alice in everything that people can write. */
async function storePolicyAbout(repositories: Repositories): Promise<void> {
  const { guildId } = MODERATOR
  const { policyExceptions, policyTokens, joins } = repositories
  await storePolicy(repositories, guildId, { terms: { ...NEW_POLICY_TERMS, appeal: `write to ${ALICE}` } })
  await policyTokens.add({ guildId, name: `of ${ALICE}`, hash: 'a'.repeat(64), createdAt: 1, createdBy: '1' })
  for (const steamId of [ALICE, BOB]) {
    await policyExceptions.set(exceptionOf({ guildId, steamId, reason: `friend of ${ALICE}` }))
    await joins.add([joinOf({ guildId, steamId, tokenName: `of ${ALICE}` })])
    await noteRefusals(repositories, [refusalOf({ guildId, steamId })])
  }
}

/** A database and a cache in which Alice is in many places, both in use. */
async function openFiles() {
  const folder = folderForTest()
  const [databasePath, storePath] = [join(folder, 'community.sqlite'), join(folder, 'rapsheet.sqlite')]
  const urls = { database: `sqlite://${databasePath}`, store: `sqlite://${storePath}` }
  const database = await databaseForTest(databasePath)
  const context = fakeWatchContext(database)
  for (const actor of [MODERATOR, OTHER_SERVER]) {
    const add = { ...actor, reason: `plays with ${ALICE} and STEAM_0:0:11101`, until: null }
    await addWatch(context, { ...add, steamId: ALICE }, anyCall())
    await addWatch(context, { ...add, steamId: BOB }, anyCall())
    await storeAlert(database, { ...actor, steamId: ALICE })
    await storeAlert(database, { ...actor, steamId: BOB })
  }
  await importWatches(context, { ...MODERATOR, steamIds: Array.from({ length: 300 }, (_, i) => nth(i)), reason: 'x' })
  await removeWatch(context, { ...MODERATOR, steamId: ALICE })
  await database.transaction((repositories) => storePolicyAbout(repositories))

  const disk = await openSqlite(urls.store, (_, error) => {
    throw error
  })
  onTestFinished(() => disk.close())
  const row = (key: string, value: unknown) => ({ key, value: { value, fetchedAt: 1 }, ttl: DAY_MS })
  for (let n = 0; n < 300; n++) await disk.setMany([row(`summary:${nth(n)}`, 'x'.repeat(200 + (n % 7) * 90))])
  await disk.setMany([
    row('calls:2026', 12),
    row(`bans:${BOB}`, 'clean'),
    row('friends:0', { newest: [{ steamId: BOB }] }),
    ...['summary', 'bans', 'friends', 'hours', 'stats', 'inventory'].map((name) => row(`${name}:${ALICE}`, { name })),
    row(`friends:${BOB}`, { newest: [{ steamId: BOB }, { steamId: ALICE }] }),
    row('vanity:alice', ALICE),
    row('vanity:22202', null),
    row(`vanity:${BOB}`, null),
    ...ALICE_FORMS.map((form, index) => row(`summary:7${index}`, { personaname: `I am ${form}!` })),
  ])
  // Deleted by the cache itself, which leaves the bytes in the file.
  for (let n = 0; n < 300; n += 3) await disk.setMany([row(`summary:${nth(n)}`, ALICE)])
  for (let n = 0; n < 300; n += 3) await disk.setMany([row(`summary:${nth(n)}`, 'short')])
  return { folder, databasePath, storePath, urls, database, disk }
}

test('an erased account is in no file, while the files are in use', async () => {
  const { folder, urls, database, disk, databasePath, storePath } = await openFiles()
  expect(filesWith(folder, ALICE).length).toBeGreaterThanOrEqual(2)
  expect(await eraseAccount(urls, ALICE)).toEqual({ wasStored: true, cachedAnswers: 15, bannedOn: [], copies: [] })
  expect(filesWith(folder, ALICE)).toEqual([])

  expect((await storedOf(database, MODERATOR.guildId)).list).toHaveLength(301)
  const others = [`bans:${BOB}`, 'friends:0', 'calls:2026', `vanity:${BOB}`, `summary:${nth(1)}`]
  expect((await disk.getMany(others)).every((value) => value !== undefined)).toBe(true)
  expect(
    (await disk.getMany([`friends:${BOB}`, 'vanity:alice', 'vanity:22202'])).every((value) => value === undefined),
  ).toBe(true)
  expect(await eraseAccount(urls, ALICE)).toEqual({ wasStored: false, cachedAnswers: 0, bannedOn: [], copies: [] })
  for (const path of [databasePath, storePath]) {
    const connection = await connectSqlite(path, 'readonly')
    expect(await connection.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    await connection.close()
  }
})

test('other accounts lose neither their entries, nor their observations and alerts', async () => {
  const { urls, database } = await openFiles()
  const stored = async () => {
    const { list, alerts } = await storedOf(database, OTHER_SERVER.guildId)
    return {
      steamIds: list.map(({ steamId }) => steamId),
      alerts,
      history: await database.read(({ accounts }) => accounts.history(BOB)),
    }
  }
  const before = await stored()
  await eraseAccount(urls, ALICE)
  const { list } = await storedOf(database, OTHER_SERVER.guildId)
  expect(await stored()).toEqual({ ...before, steamIds: [BOB], alerts: 1 })
  expect(list[0]?.reason).toBe('plays with [erased] and [erased]')
})

test('a policy keeps working, with its other exceptions, joins and refusals', async () => {
  const { urls, database } = await openFiles()
  await eraseAccount(urls, ALICE)
  const { guildId } = MODERATOR
  await database.read(async (repositories) => {
    const { policies, policyExceptions, policyTokens, joins } = repositories
    expect((await policies.get(guildId))?.terms.appeal).toBe('write to …')
    expect((await policies.versions(guildId, 10)).map(({ terms }) => terms.appeal)).toEqual(['write to …'])
    const exceptions = await policyExceptions.list(guildId)
    expect(exceptions).toEqual([exceptionOf({ guildId, steamId: BOB, reason: 'friend of [erased]' })])
    expect((await policyTokens.list(guildId)).map(({ name }) => name)).toEqual(['of [erased]'])
    const kept = await joins.newestOfEach(guildId, 0, 0, 10)
    expect(kept).toMatchObject([{ steamId: BOB, tokenName: 'of [erased]' }])
    expect((await storedRefusals(repositories, guildId, [ALICE, BOB])).map(({ steamId }) => steamId)).toEqual([BOB])
  })
})

test('copies next to the files are named, and stay', async () => {
  const { folder, urls, databasePath, storePath } = await openFiles()
  const copies = [`${databasePath}.before-2`, `${storePath}.corrupt-2026-01-01`]
  for (const copy of copies) writeFileSync(copy, ALICE)
  writeFileSync(join(folder, 'notes.txt'), ALICE)
  expect((await eraseAccount(urls, ALICE)).copies).toEqual(copies)
  for (const copy of copies) expect(readFileSync(copy, 'utf8')).toBe(ALICE)
})

test.each([
  ['database', /^DATABASE_URL .* is used by another process, so its log could not be emptied. Try again.$/],
  ['store', /^STORE_URL .* is used by another process, so try again or stop the service first: /],
] as const)('while a process reads the %s for long it fails, and the next try succeeds', async (name, message) => {
  const { folder, urls } = await openFiles()
  const reader = await connectSqlite(urls[name].replace('sqlite://', ''), 'readonly')
  onTestFinished(() => reader.close())
  await reader.query('BEGIN')
  await reader.query('SELECT count(*) FROM sqlite_master')
  await expect(eraseAccount(urls, ALICE)).rejects.toThrow(message)
  await reader.query('COMMIT')
  await eraseAccount(urls, ALICE)
  expect(filesWith(folder, ALICE)).toEqual([])
})

test('without files there is nothing to erase, and none is created', async () => {
  const folder = join(folderForTest(), 'data')
  const urls = { database: `sqlite://${folder}/community.sqlite`, store: `sqlite://${folder}/rapsheet.sqlite` }
  expect(await eraseAccount(urls, ALICE)).toEqual({ wasStored: false, cachedAnswers: 0, bannedOn: [], copies: [] })
  expect(existsSync(folder)).toBe(false)
})

test('a ban stays, with the id but without it in other texts, and is deleted when that is asked for', async () => {
  const { urls, database } = await openFiles()
  const { guildId, userId } = MODERATOR
  const ban = { guildId, name: '', until: null, addedBy: userId, addedAt: 1, importNumber: null }
  await database.transaction(async ({ guilds, bans }) => {
    await guilds.touch(guildId, 'de', 1)
    await bans.add([{ ...ban, steamId: ALICE, reason: 'aimbot', note: `alt of ${ALICE}` }], { now: 1 })
  })
  const stored = () =>
    database.read(({ bans }) => bans.list(guildId, { search: '', state: 'all' }, 1, { limit: 9, offset: 0 }))
  expect(await eraseAccount(urls, ALICE)).toMatchObject({ bannedOn: [guildId] })
  expect(await stored()).toMatchObject([{ steamId: ALICE, reason: 'aimbot', note: 'alt of [erased]' }])
  expect(await eraseAccount(urls, ALICE, { liftsBans: true })).toMatchObject({ bannedOn: [guildId] })
  expect(await stored()).toEqual([])
})

test('a ban that has ended is deleted, and so are the changes of lists that name the account', async () => {
  const { urls, database } = await openFiles()
  const { guildId, userId } = MODERATOR
  const ban = { guildId, steamId: ALICE, reason: '', note: '', addedBy: userId, addedAt: 1, importNumber: null }
  await database.transaction(async ({ guilds, bans }) => {
    await guilds.touch(guildId, 'de', 1)
    await bans.add([{ ...ban, name: '', until: 2 }], { now: 1 })
  })
  expect(await eraseAccount(urls, ALICE)).toMatchObject({ wasStored: true, bannedOn: [] })
  const stored = await database.read(async ({ bans, events }) => ({
    bans: await bans.countRows(),
    accounts: new Set((await events.banChanges(0, 9)).map(({ steamId }) => steamId)),
  }))
  expect(stored).toEqual({ bans: 0, accounts: new Set([null]) })
})
