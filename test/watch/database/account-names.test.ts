import { expect, test } from 'vitest'
import { ALICE, BOB, GUILD, inDatabase, watch } from '../../support/community.ts'

test('names of a watched account are listed by when they were seen last, each once', () =>
  inDatabase(async (repositories) => {
    const { accountNames } = repositories
    await watch(repositories, GUILD, [ALICE])
    await accountNames.note(ALICE, 'first', 100)
    await accountNames.note(ALICE, 'second', 200)
    await accountNames.note(ALICE, 'first', 300)
    expect(await accountNames.list(ALICE)).toEqual([
      { name: 'first', firstSeenAt: 100, lastSeenAt: 300 },
      { name: 'second', firstSeenAt: 200, lastSeenAt: 200 },
    ])
  }))

test('the twenty names that were seen last are kept', () =>
  inDatabase(async (repositories) => {
    const { accountNames } = repositories
    await watch(repositories, GUILD, [ALICE])
    for (let at = 1; at <= 25; at++) await accountNames.note(ALICE, `name ${at}`, at)
    const names = await accountNames.list(ALICE)
    expect(names).toHaveLength(20)
    expect([names[0]?.name, names.at(-1)?.name]).toEqual(['name 25', 'name 6'])
  }))

test('no name is stored of an account that is on no list', () =>
  inDatabase(async ({ accountNames }) => {
    await accountNames.note(BOB, 'x', 100)
    expect(await accountNames.list(BOB)).toEqual([])
  }))

test('names that were last seen long ago are deleted', () =>
  inDatabase(async (repositories) => {
    const { accountNames } = repositories
    await watch(repositories, GUILD, [ALICE])
    await accountNames.note(ALICE, 'old', 100)
    await accountNames.note(ALICE, 'new', 200)
    await accountNames.deleteOlderThan(200)
    expect((await accountNames.list(ALICE)).map(({ name }) => name)).toEqual(['new'])
  }))

test('names are erased with their account, and the id of an account in the name of another', () =>
  inDatabase(async (repositories) => {
    const { accounts, accountNames } = repositories
    await watch(repositories, GUILD, [ALICE, BOB])
    await accountNames.note(ALICE, 'x', 100)
    await accountNames.note(BOB, `alt of ${ALICE}`, 100)
    await accounts.erase(ALICE)
    expect(await accountNames.list(ALICE)).toEqual([])
    expect((await accountNames.list(BOB)).map(({ name }) => name)).toEqual(['alt of [erased]'])
  }))
