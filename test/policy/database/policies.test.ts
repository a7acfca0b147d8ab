import { expect, test } from 'vitest'
import { noteRefusals, REFUSALS } from '../../../src/policy/refusals.ts'
import { NEW_POLICY_TERMS, type PolicyTerms } from '../../../src/model/policy.ts'
import { ALICE, GUILD, inDatabase, OTHER_GUILD } from '../../support/community.ts'
import { connectionTo, databaseAt, databaseForTest, urlForTest } from '../../support/database.ts'
import { exceptionOf, joinOf, policyOf, refusalOf, storePolicy, tokenOf } from '../../support/policy-records.ts'

const STRICT: PolicyTerms = {
  mode: 'enforce',
  rules: { maxVacBans: 0, minRustHours: 50.5 },
  onUnknown: { minRustHours: 'deny' },
  actions: { maxVacBans: 'notify' },
  appeal: 'discord.gg/x',
}

test('a policy is stored with its first version, and each change is kept', () =>
  inDatabase(async (repositories) => {
    const { policies } = repositories
    expect(await policies.get(GUILD)).toBeUndefined()
    await storePolicy(repositories)
    expect(await policies.get(GUILD)).toEqual(policyOf())
    await policies.saveTerms(GUILD, { version: 2, at: 200, userId: '7', terms: STRICT })
    expect(await policies.get(GUILD)).toEqual(
      policyOf(GUILD, { version: 2, terms: STRICT, updatedAt: 200, updatedBy: '7' }),
    )
    const versions = await policies.versions(GUILD, 10)
    expect(versions).toEqual([
      { version: 2, at: 200, userId: '7', terms: STRICT },
      { version: 1, at: 100, userId: policyOf().updatedBy, terms: NEW_POLICY_TERMS },
    ])
    expect(await policies.versions(GUILD, 1)).toEqual([versions[0]])
    await policies.setReports(GUILD, { notify: 'daily', reportsBans: false })
    expect(await policies.get(GUILD)).toMatchObject({ version: 2, notify: 'daily', reportsBans: false })
  }))

test('every change has another revision, and no other policy has', () =>
  inDatabase(async (repositories) => {
    const { guilds, policies, policyExceptions, policyTokens } = repositories
    await storePolicy(repositories)
    await storePolicy(repositories, OTHER_GUILD)
    const changes: [string, () => Promise<unknown>][] = [
      ['terms', () => policies.saveTerms(GUILD, { version: 2, at: 200, userId: '7', terms: STRICT })],
      ['notify', () => policies.setReports(GUILD, { notify: 'daily', reportsBans: false })],
      ['exception', () => policyExceptions.set(exceptionOf())],
      ['other exception', () => policyExceptions.set(exceptionOf({ reason: 'another' }))],
      ['no exception', () => policyExceptions.remove(GUILD, ALICE)],
      ['token', () => policyTokens.add(tokenOf('a'))],
      ['replaced', () => policyTokens.replace(GUILD, 'EU Main', 200)],
      ['new token', () => policyTokens.add(tokenOf('b'))],
      ['used', () => policyTokens.noteUse(2, 300)],
      ['revoked', () => policyTokens.revoke(GUILD, 'EU Main')],
      ['locale', () => guilds.touch(GUILD, 'de', 400)],
    ]
    const seen = new Set<string>()
    const stateOf = async (guildId: string) =>
      JSON.stringify((await policies.states()).find((state) => state.guildId === guildId))
    seen.add(await stateOf(GUILD))
    const other = await stateOf(OTHER_GUILD)
    for (const [name, change] of changes) {
      await change()
      const state = await stateOf(GUILD)
      expect({ name, isNew: !seen.has(state) }).toEqual({ name, isNew: true })
      seen.add(state)
    }
    expect(await stateOf(OTHER_GUILD)).toBe(other)
    await policyExceptions.set(exceptionOf())
    const before = await stateOf(GUILD)
    await policies.erase(ALICE)
    expect(await stateOf(GUILD)).not.toBe(before)
  }))

test('versions are deleted when they are old, except the current one', () =>
  inDatabase(async (repositories) => {
    const { policies } = repositories
    await storePolicy(repositories, OTHER_GUILD)
    await storePolicy(repositories)
    for (const version of [2, 3])
      await policies.saveTerms(GUILD, { version, at: version * 100, userId: '7', terms: STRICT })
    const versionsOf = async (guildId: string) => (await policies.versions(guildId, 10)).map(({ version }) => version)
    await policies.deleteVersions(200)
    expect(await versionsOf(GUILD)).toEqual([3, 2])
    await policies.deleteVersions(9_999)
    expect(await versionsOf(GUILD)).toEqual([3])
    expect(await versionsOf(OTHER_GUILD)).toEqual([1])
  }))

test('removing a server removes everything about its policy, and nothing of others', async () => {
  const url = await urlForTest()
  const database = await databaseAt(url)
  await database.transaction(async (repositories) => {
    const { guilds, policyExceptions, policyTokens, joins, outbox } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) {
      await storePolicy(repositories, guildId)
      await policyExceptions.set(exceptionOf({ guildId }))
      await policyTokens.add(tokenOf(guildId === GUILD ? 'a' : 'b', { guildId }))
      await joins.add([joinOf({ guildId })])
      await guilds.setAlertChannel(guildId, { channelId: '5', roleId: null })
      await noteRefusals(repositories, [refusalOf({ guildId })])
      const kind = REFUSALS.name
      const [refusal] = await outbox.unplanned({ kind, guildId, now: 100 }, 1)
      const message = { kind, guildId, channelId: '5', nonce: guildId, createdAt: 100 }
      await outbox.plan(message, [refusal?.id ?? 0])
    }
    await guilds.remove(GUILD)
    expect(await policies(repositories)).toEqual([OTHER_GUILD])
  })
  const db = await connectionTo(url)
  for (const table of [
    'policies',
    'policy_versions',
    'policy_exceptions',
    'policy_tokens',
    'joins',
    'outbox_messages',
    'outbox_entries',
  ])
    expect([table, await db(table).pluck('guild_id')]).toEqual([table, [OTHER_GUILD]])
})

const policies = async ({ policies }: Parameters<Parameters<typeof inDatabase>[0]>[0]) => [
  ...(await policies.existing([GUILD, OTHER_GUILD])),
]

test('terms that could not be read again are never written', async () => {
  const database = await databaseForTest()
  await database.transaction((repositories) => storePolicy(repositories))
  const terms = { ...STRICT, appeal: 'x'.repeat(61) }
  const save = database.transaction(({ policies }) =>
    policies.saveTerms(GUILD, { version: 2, at: 200, userId: '7', terms }),
  )
  await expect(save).rejects.toThrow('appeal')
  expect(await database.read(({ policies }) => policies.get(GUILD))).toEqual(policyOf())
})

test('terms that this program does not know are damage, and no terms', async () => {
  const url = await urlForTest()
  const database = await databaseAt(url)
  await database.transaction((repositories) => storePolicy(repositories))
  const db = await connectionTo(url)
  await db('policies').update({ terms: JSON.stringify({ ...STRICT, rules: { maxVacBans: 0, maxSteamLevel: 3 } }) })
  await expect(database.read(({ policies }) => policies.get(GUILD))).rejects.toMatchObject({ problem: 'damaged' })
})
