import { describe, expect, onTestFinished, test } from 'vitest'
import { banRecord, type SimAccount, type SimBans } from '../src/account.ts'
import { BAN_KINDS, ChangeRefused, createDayCounter, DAY, HOUR, lastBanOf } from '../src/bans.ts'
import { startSteam } from '../src/server.ts'
import { createWorld, type World } from '../src/world.ts'
import { ask, paths } from './support.ts'

const ID = '76561198000900001'

/** A world with one account of these bans. */
function worldWith(bans: SimAccount['bans']): World {
  const world = createWorld({ accounts: 10 })
  world.add({ steamId: ID, bans })
  return world
}

/** The ban record of an account, with the days since the last ban. */
function recordOf(world: World, steamId = ID) {
  const bans = world.account(steamId)?.bans
  if (bans === undefined || bans === null || bans === 'nullEntry') throw new Error(`no ban record of ${steamId}`)
  const { vac, game, community, economy } = bans
  return { vac: vac.length, game: game?.length, community, economy, days: world.daysSinceLastBan(steamId, bans) }
}

describe('a ban', () => {
  const old = { vac: 1, game: 0, daysSinceLast: 412 }
  const unchanged = { vac: 1, game: 0, community: false, economy: 'none', days: 412 }

  test.each([
    ['vac', { ...unchanged, vac: 2, days: 0 }],
    ['game', { ...unchanged, game: 1, days: 0 }],
    ['community', { ...unchanged, community: true }],
    ['trade', { ...unchanged, economy: 'banned' }],
  ] as const)('by %s dates from now if it has a date, and lifting it restores the record', (kind, banned) => {
    const world = worldWith(banRecord(old))
    world.ban(ID, kind)
    expect(recordOf(world)).toEqual(banned)
    world.lift(ID, kind)
    expect(recordOf(world)).toEqual(unchanged)
  })

  test('by trade follows probation, which can be lifted too', () => {
    const world = worldWith(banRecord({ economy: 'probation' }))
    world.ban(ID, 'trade')
    expect(recordOf(world).economy).toBe('banned')
    world.lift(world.cast.probation, 'trade')
    expect(recordOf(world, world.cast.probation).economy).toBe('none')
  })

  test('of a game adds the number of game bans to a record in the old format; other bans do not', () => {
    const world = createWorld({ accounts: 1 })
    const { neverBannedOldAnswer: steamId } = world.cast
    world.ban(steamId, 'vac')
    expect(recordOf(world, steamId)).toMatchObject({ vac: 1, game: undefined })
    expect(() => world.lift(steamId, 'game')).toThrow(new ChangeRefused(`${steamId} has no game ban to lift.`))
    world.ban(steamId, 'game')
    expect(recordOf(world, steamId)).toMatchObject({ vac: 1, game: 1 })
  })

  test.each([
    ['no record', null, `Steam has no ban record of ${ID}, so its bans cannot change.`],
    ['null as its record', 'nullEntry', `Steam answers null as the ban record of ${ID}, so its bans cannot change.`],
  ] as const)('is refused for an account with %s', (_, bans, message) => {
    const world = worldWith(bans)
    for (const kind of BAN_KINDS) {
      expect(() => world.ban(ID, kind)).toThrow(new ChangeRefused(message))
      expect(() => world.lift(ID, kind)).toThrow(new ChangeRefused(message))
    }
    expect(world.account(ID)?.bans).toBe(bans)
  })

  test('is refused for an unknown account, and if an account has it already or has none to lift', () => {
    const world = worldWith(banRecord({ community: true, economy: 'banned' }))
    const { gone } = world.cast
    expect(() => world.ban(gone, 'vac')).toThrow(new ChangeRefused(`The simulated Steam has no account ${gone}.`))
    expect(() => world.ban(ID, 'community')).toThrow(new ChangeRefused(`${ID} has a community ban already.`))
    expect(() => world.ban(ID, 'trade')).toThrow(new ChangeRefused(`${ID} has a trade ban already.`))
    expect(() => world.lift(ID, 'vac')).toThrow(new ChangeRefused(`${ID} has no VAC ban to lift.`))
    world.lift(ID, 'community')
    world.lift(ID, 'trade')
    expect(() => world.lift(ID, 'community')).toThrow(new ChangeRefused(`${ID} has no community ban to lift.`))
    expect(() => world.lift(ID, 'trade')).toThrow(new ChangeRefused(`${ID} has no trade ban to lift.`))
  })
})

describe('the days since a ban', () => {
  const world = createWorld({ accounts: 200 })
  const start = world.clock.now()
  const banned = world.ids.filter((id) => typeof world.account(id)?.bans === 'object' && world.account(id)?.bans)
  for (const id of banned) world.ban(id, 'vac')

  /** The hours after the ban at which an account's days change, within two days. */
  const changesOf = (count: (hours: number) => number) =>
    Array.from({ length: 48 }, (_, hour) => hour + 1).filter((hour) => count(hour) > count(hour - 1))

  test('change once a day: for some accounts at the time of the ban, for the others at an hour that all share', () => {
    const countDays = createDayCounter(1)
    const groups = new Map<string, number>()
    for (const id of banned) {
      const changes = changesOf((hours) => countDays(id, start, start + hours * HOUR))
      groups.set(changes.join(), (groups.get(changes.join()) ?? 0) + 1)
    }
    expect([...groups.keys()]).toHaveLength(2)
    expect(groups.get('24,48')).toBeGreaterThan(banned.length * 0.3)
    expect(groups.get('24,48')).toBeLessThan(banned.length * 0.7)
    const shared = [...groups.keys()].find((hours) => hours !== '24,48') ?? ''
    const [first = 0, second = 0] = shared.split(',').map(Number)
    expect(second - first).toBe(24)
  })

  test('follow the clock of the world, which stands still otherwise', () => {
    const own = worldWith(banRecord({ game: 1, daysSinceLast: 3 }))
    const before = own.clock.now()
    expect([own.clock.now(), recordOf(own).days]).toEqual([before, 3])
    own.clock.advance(DAY)
    expect([own.clock.now(), recordOf(own).days]).toEqual([before + DAY, 4])
    own.ban(ID, 'vac')
    own.clock.advance(30 * DAY)
    expect(recordOf(own).days).toBe(30)
    own.lift(ID, 'vac')
    expect(recordOf(own).days).toBe(34)
    expect(() => own.clock.advance(-1)).toThrow(RangeError)
    expect(() => own.clock.advance(Number.NaN)).toThrow(RangeError)
  })

  test.each([
    [{ vac: [], game: [], community: true, economy: 'banned' }, undefined],
    [{ vac: [], community: false, economy: 'none' }, undefined],
    [{ vac: [5], game: [7, 3], community: false, economy: 'none' }, 7],
    [{ vac: [8, 9], community: false, economy: 'none' }, 9],
  ] satisfies [SimBans, number | undefined][])('begin with the last VAC or game ban: %j', (bans, last) => {
    expect(lastBanOf(bans)).toBe(last)
  })
})

describe('control requests', () => {
  async function open() {
    const steam = await startSteam({ world: createWorld({ accounts: 10 }) })
    onTestFinished(() => steam.close())
    return {
      cast: steam.world.cast,
      async control(path: string, body: unknown) {
        const response = await fetch(`${steam.url}/_sim/${path}`, { method: 'POST', body: JSON.stringify(body) })
        const answered: unknown = await response.json()
        return { status: response.status, body: answered }
      },
      async answer(steamId: string) {
        const [answered] = ((await ask(steam, paths.bans(steamId))).json() as { players: unknown[] }).players
        return answered
      },
    }
  }

  test('ban, move the time and lift, as the next answers of Steam show', async () => {
    const { cast, control, answer } = await open()
    const clean = { VACBanned: false, NumberOfVACBans: 0, NumberOfGameBans: 0, DaysSinceLastBan: 0, EconomyBan: 'none' }
    const order = { steamId: cast.clean, kind: 'vac' }
    expect(await control('ban', order)).toEqual({ status: 200, body: {} })
    expect(await answer(cast.clean)).toMatchObject({ ...clean, VACBanned: true, NumberOfVACBans: 1 })
    expect(await control('time', { seconds: 2 * DAY })).toEqual({ status: 200, body: { now: 1_780_000_000 + 2 * DAY } })
    expect(await answer(cast.clean)).toMatchObject({ NumberOfVACBans: 1, DaysSinceLastBan: 2 })
    expect(await answer(cast.raider)).toMatchObject({ DaysSinceLastBan: 414 })
    expect(await control('ban', { ...order, kind: 'trade' })).toMatchObject({ status: 200 })
    expect(await control('lift', order)).toEqual({ status: 200, body: {} })
    expect(await answer(cast.clean)).toMatchObject({ ...clean, EconomyBan: 'banned' })
  })

  test('may ban and lift several accounts at once, up to the first refusal', async () => {
    const { cast, control, answer } = await open()
    const both = [cast.clean, cast.veteran]
    expect(await control('ban', { steamId: both, kind: 'community' })).toMatchObject({ status: 200 })
    for (const steamId of both) expect(await answer(steamId)).toMatchObject({ CommunityBanned: true })
    const refused = { steamId: [cast.clean, cast.private, cast.veteran], kind: 'community' }
    expect(await control('lift', refused)).toMatchObject({ status: 409 })
    expect(await answer(cast.clean)).toMatchObject({ CommunityBanned: false })
    expect(await answer(cast.veteran)).toMatchObject({ CommunityBanned: true })
  })

  test('that Steam cannot follow are refused with the reason', async () => {
    const { cast, control } = await open()
    expect(await control('lift', { steamId: cast.clean, kind: 'game' })).toEqual({
      status: 409,
      body: { error: `${cast.clean} has no game ban to lift.` },
    })
    expect(await control('ban', { steamId: cast.gone, kind: 'game' })).toMatchObject({ status: 409 })
  })

  test.each([
    ['ban', { steamId: ID }],
    ['ban', { steamId: ID, kind: 'economy' }],
    ['lift', { kind: 'vac' }],
    ['time', {}],
    ['time', { seconds: -1 }],
    ['time', { seconds: 0.5 }],
    ['time', { seconds: '1' }],
    ['time', { seconds: 10_001 * DAY }],
  ])('with a mistake are rejected: %s %j', async (path, body) => {
    const { control } = await open()
    expect(await control(path, body)).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^expected \{/) },
    })
  })
})
