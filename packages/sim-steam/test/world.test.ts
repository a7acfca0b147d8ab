import { expect, test } from 'vitest'
import { isSteamId, WORLD_TIME, type SimAccount, type SimFriend } from '../src/account.ts'
import { SHARES } from '../src/bulk.ts'
import { createWorld } from '../src/world.ts'

const world = createWorld()
const bulk = world.ids.map((id) => known(world.account(id)))
const visible = bulk.filter(({ profile }) => profile?.visibility === 3)

test('the seed determines the world, independent of the order of access', () => {
  const again = createWorld()
  const later = again.ids
    .toReversed()
    .slice(0, 200)
    .map((id) => ({ ...again.account(id) }))
  expect(again.ids).toEqual(world.ids)
  expect(later).toEqual(
    bulk
      .slice(-200)
      .toReversed()
      .map((account) => ({ ...account })),
  )
  for (const id of Object.values(world.cast)) expect(again.account(id)).toEqual(world.account(id))
})

test.each([0, 1, 50, 20_000])('a world of %i accounts has that many different ids inside the range', (accounts) => {
  const { ids, cast, account } = createWorld({ accounts })
  expect(new Set([...ids, ...Object.values(cast)]).size).toBe(accounts + Object.keys(cast).length)
  expect([...ids, ...Object.values(cast)].every(isSteamId)).toBe(true)
  expect(account(cast.popular)?.friends).toHaveLength(2_000)
})

test.each([
  ['vacBanned', () => share(bulk, ({ bans }) => typeof bans === 'object' && (bans?.vac.length ?? 0) > 0)],
  ['gameBanned', () => share(bulk, ({ bans }) => typeof bans === 'object' && (bans?.game?.length ?? 0) > 0)],
  ['communityBanned', () => share(bulk, ({ bans }) => typeof bans === 'object' && bans?.community === true)],
  ['tradeBanned', () => share(bulk, ({ bans }) => typeof bans === 'object' && bans?.economy === 'banned')],
  ['privateProfile', () => share(bulk, ({ profile }) => profile !== null && profile.visibility !== 3)],
  ['hiddenHours', () => share(visible, ({ games }) => games === 'hidden')],
  ['privateFriends', () => share(visible, ({ friends }) => friends === 'private')],
  ['withoutProfile', () => share(bulk, ({ profile }) => profile === null)],
  ['withoutBans', () => share(bulk, ({ bans }) => bans === null)],
  ['nullBans', () => share(bulk, ({ bans }) => bans === 'nullEntry')],
] as const)('the share %s is about right', (name, measured) => {
  const expected = SHARES[name]
  expect(measured()).toBeGreaterThan(expected * 0.7 - 0.002)
  expect(measured()).toBeLessThan(expected * 1.3 + 0.002)
})

test('the accounts of the cast have their properties', () => {
  expect(friendsOf(world.cast.scan)).toHaveLength(100)
  const friends = friendsOf(world.cast.manyBanned)
  const banned = friends.filter(({ steamId }) => {
    const bans = world.account(steamId)?.bans
    return (
      typeof bans === 'object' &&
      bans !== null &&
      (bans.vac.length > 0 || (bans.game?.length ?? 0) > 0 || bans.community)
    )
  })
  expect(friends).toHaveLength(250)
  expect(banned.length).toBeGreaterThan(25)
  expect(banned.length).toBeLessThan(55)
  expect(world.account(world.cast.gone)).toBeUndefined()
  expect(world.account(world.cast.deletedSummary)).toMatchObject({ profile: null, bans: { vac: [expect.any(Number)] } })
  expect(world.account(world.cast.deletedBans)).toMatchObject({ profile: { visibility: 3 }, bans: null })
})

test('custom names resolve to accounts that are not generated yet', () => {
  const named = bulk.filter(({ vanity }) => vanity !== null)
  const untouched = createWorld()
  expect(named.length).toBeGreaterThan(1_000)
  for (const { vanity, steamId } of named) expect(untouched.vanity(vanity ?? '')).toBe(steamId)
  expect(new Set(named.map(({ vanity }) => vanity)).size).toBe(named.length)
  expect(untouched.vanity('bloody_camper_4999999')).toBeUndefined()
})

test('accounts can be added and changed', () => {
  const own = createWorld({ accounts: 10 })
  const added = own.add({ steamId: '76561198000900001', vanity: 'mine' })
  expect(added).toMatchObject({ profile: { visibility: 3 }, bans: { vac: [] }, friends: [] })
  expect(own.vanity('MINE')).toBe(added.steamId)

  const id = own.ids[3] ?? ''
  const before = { ...own.account(id) }
  own.change(id, { bans: null, vanity: 'renamed' })
  expect(own.account(id)).toEqual({ ...before, bans: null, vanity: 'renamed' })
  expect(own.vanity('renamed')).toBe(id)
  expect(() => own.change(own.cast.gone, {})).toThrow(RangeError)
})

function known(account: SimAccount | undefined): SimAccount {
  if (account === undefined) throw new Error('an id of the world has no account')
  return account
}

function friendsOf(id: string): readonly SimFriend[] {
  const friends = world.account(id)?.friends
  return typeof friends === 'object' ? friends : []
}

function share(accounts: readonly SimAccount[], has: (account: SimAccount) => boolean): number {
  return accounts.filter(has).length / accounts.length
}

test('a world that starts at another time is the same one, with its clock and recent times moved', () => {
  const startsAt = WORLD_TIME + 180 * 86_400 + 1_234
  const later = createWorld({ startsAt })
  expect(later.clock.now()).toBe(startsAt)
  expect(later.shownTime(WORLD_TIME - 60)).toBe(startsAt - 60)
  const id = later.cast.gameBanned
  const bans = later.account(id)?.bans
  if (typeof bans !== 'object' || bans === null) return expect.unreachable('there is a ban record')
  expect(later.account(id)).toEqual(world.account(id))
  expect(later.daysSinceLastBan(id, bans)).toBe(3)
  later.clock.advance(10 * 86_400)
  expect(later.daysSinceLastBan(id, bans)).toBe(13)
})
