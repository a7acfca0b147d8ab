import { expect, test } from 'vitest'
import { ALICE, BOB, CAROL, GUILD, inDatabase, OTHER_GUILD } from '../../support/community.ts'
import { exceptionOf, storePolicy } from '../../support/policy-records.ts'

test('an exception is listed, replaced and removed, at its server alone', () =>
  inDatabase(async (repositories) => {
    const { policyExceptions } = repositories
    for (const guildId of [GUILD, OTHER_GUILD]) await storePolicy(repositories, guildId)
    const later = exceptionOf({ steamId: BOB, until: 500, addedAt: 200 })
    for (const exception of [exceptionOf(), later, exceptionOf({ guildId: OTHER_GUILD })])
      await policyExceptions.set(exception)
    expect(await policyExceptions.list(GUILD)).toEqual([later, exceptionOf()])
    const replaced = exceptionOf({ reason: 'again', until: 900, addedBy: '7', addedAt: 300 })
    await policyExceptions.set(replaced)
    expect(await policyExceptions.list(GUILD)).toEqual([replaced, later])
    expect(await policyExceptions.get(GUILD, ALICE)).toEqual(replaced)
    expect(await policyExceptions.remove(GUILD, ALICE)).toEqual(replaced)
    expect(await policyExceptions.remove(GUILD, ALICE)).toBeUndefined()
    expect(await policyExceptions.list(GUILD)).toEqual([later])
    expect(await policyExceptions.list(OTHER_GUILD)).toHaveLength(1)
  }))

test('an exception is valid until its end', () =>
  inDatabase(async (repositories) => {
    const { policyExceptions } = repositories
    await storePolicy(repositories)
    for (const [steamId, until] of [
      [ALICE, null],
      [BOB, 500],
      [CAROL, 600],
    ] as const)
      await policyExceptions.set(exceptionOf({ steamId, until }))
    expect(await policyExceptions.countValid(GUILD, 499)).toBe(3)
    expect(await policyExceptions.countValid(GUILD, 500)).toBe(2)
    expect(await policyExceptions.expired(499)).toEqual([])
    expect((await policyExceptions.expired(500)).map(({ steamId }) => steamId)).toEqual([BOB])
  }))
