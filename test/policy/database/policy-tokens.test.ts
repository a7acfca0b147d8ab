import { expect, test } from 'vitest'
import type { PolicyTokensRepository } from '../../../src/policy/database/policy-tokens.ts'
import { GUILD, inDatabase, OTHER_GUILD } from '../../support/community.ts'
import { storePolicy, tokenOf } from '../../support/policy-records.ts'

const hashesOf = async (tokens: PolicyTokensRepository, guildId = GUILD) =>
  (await tokens.list(guildId)).map(({ hash }) => hash[0]).join('')

test('a token is stored by its hash, with what is known of its use', () =>
  inDatabase(async (repositories) => {
    const { policyTokens } = repositories
    await storePolicy(repositories)
    const id = await policyTokens.add(tokenOf('a'))
    const stored = { id, ...tokenOf('a'), firstUsedAt: null, lastAskedAt: null, replacedAt: null }
    expect(await policyTokens.list(GUILD)).toEqual([stored])
    await policyTokens.noteUse(id, 300)
    await policyTokens.noteUse(id, 400)
    expect(await policyTokens.list(GUILD)).toEqual([{ ...stored, firstUsedAt: 300, lastAskedAt: 400 }])
    await policyTokens.noteUse(999, 500)
  }))

test('the first use of a token deletes those that had its name before, and no other', () =>
  inDatabase(async (repositories) => {
    const { policyTokens } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    const first = await policyTokens.add(tokenOf('a'))
    await policyTokens.noteUse(first, 110)
    await policyTokens.add(tokenOf('b', { name: 'Modded' }))
    await policyTokens.add(tokenOf('c', { guildId: OTHER_GUILD }))
    await policyTokens.replace(GUILD, 'EU Main', 200)
    const second = await policyTokens.add(tokenOf('d'))
    await policyTokens.replace(GUILD, 'EU Main', 210)
    await policyTokens.add(tokenOf('e'))
    expect((await policyTokens.list(GUILD)).map(({ replacedAt }) => replacedAt)).toEqual([200, null, 210, null])
    await policyTokens.noteUse(first, 220)
    expect(await hashesOf(policyTokens)).toBe('abde')
    await policyTokens.noteUse(second, 230)
    expect(await hashesOf(policyTokens)).toBe('bde')
    expect(await hashesOf(policyTokens, OTHER_GUILD)).toBe('c')
  }))

test('a name, or the replaced tokens of a name, can be revoked', () =>
  inDatabase(async (repositories) => {
    const { policyTokens } = repositories
    await storePolicy(repositories)
    await policyTokens.add(tokenOf('a'))
    await policyTokens.replace(GUILD, 'EU Main', 200)
    await policyTokens.add(tokenOf('b'))
    await policyTokens.add(tokenOf('c', { name: 'Modded' }))
    expect(await policyTokens.revokeReplaced(GUILD, 'Modded')).toBe(0)
    expect(await policyTokens.revokeReplaced(GUILD, 'EU Main')).toBe(1)
    expect(await hashesOf(policyTokens)).toBe('bc')
    expect(await policyTokens.revoke(GUILD, 'EU Main')).toBe(1)
    expect(await policyTokens.revoke(GUILD, 'EU Main')).toBe(0)
    expect(await hashesOf(policyTokens)).toBe('c')
  }))

test('replaced tokens are deleted when they are old', () =>
  inDatabase(async (repositories) => {
    const { policyTokens } = repositories
    await storePolicy(repositories)
    await policyTokens.add(tokenOf('a'))
    await policyTokens.replace(GUILD, 'EU Main', 200)
    await policyTokens.add(tokenOf('b'))
    await policyTokens.deleteReplaced(199)
    expect(await hashesOf(policyTokens)).toBe('ab')
    await policyTokens.deleteReplaced(200)
    expect(await hashesOf(policyTokens)).toBe('b')
  }))
