import { describe, expect, test } from 'vitest'
import { STATS_TABLE, UNREPORTED } from '../../../src/model/stats-table.ts'
import type { Stats } from '../../../src/model/stats.ts'
import { KNOWN_NAMES, toStats } from '../../../src/steam/methods/get-rust-stats.ts'

/** The counters as `group.counter`. */
const flat = (stats: Stats): Record<string, number> =>
  Object.fromEntries(
    Object.entries(stats).flatMap(([group, counters]) =>
      Object.entries<number>(counters).map(([counter, value]) => [`${group}.${counter}`, value]),
    ),
  )

const statsOf = (raw: Record<string, number>) => flat(toStats(new Map(Object.entries(raw))))
const zeros = statsOf({})

test('every counter is 0 for an account without counters', () => {
  expect([...new Set(Object.values(zeros))]).toEqual([0])
  expect(Object.keys(toStats(new Map()))).toEqual(Object.keys(STATS_TABLE))
})

test('the counters that Steam does not report are 0, whatever else it sends', () => {
  const everything = statsOf(Object.fromEntries([...KNOWN_NAMES].map((name) => [name, 3])))
  expect(Object.keys(everything).filter((counter) => everything[counter] === 0)).toEqual(UNREPORTED)
})

/** Counters that are easily taken for each other. */
const EASILY_SWAPPED = {
  kill_player: 'combat.kills',
  headshot: 'combat.headshots',
  bullet_fired: 'combat.bulletsFired',
  bullet_hit_player: 'combat.bulletsHit',
  bullet_hit_entity: 'combat.bulletsHitEntities',
  bullet_hit_building: 'combat.bulletsHitBuildings',
  bullet_hit_playercorpse: 'combat.bulletsHitPlayerCorpses',
  bullet_hit_corpse: 'combat.bulletsHitCorpses',
  bullet_hit_bear: 'combat.bulletsHitBears',
  bullet_hit_boar: 'combat.bulletsHitBoars',
  bullet_hit_wolf: 'combat.bulletsHitWolves',
  bullet_hit_stag: 'combat.bulletsHitDeer',
  bullet_hit_horse: 'combat.bulletsHitHorses',
  arrow_hit_player: 'combat.arrowsHitPlayers',
  arrow_hit_entity: 'combat.arrowsHitEntities',
  arrow_hit_bear: 'combat.arrowsHitBears',
  arrow_hit_boar: 'combat.arrowsHitBoars',
  arrow_hit_wolf: 'combat.arrowsHitWolves',
  arrow_hit_stag: 'combat.arrowsHitDeer',
  arrow_fired: 'misc.arrowsFired',
  shotgun_fired: 'combat.shotgunFired',
  shotgun_hit_player: 'combat.shotgunHitPlayers',
  wounded: 'combat.wounded',
  wounded_assisted: 'combat.woundedAssisted',
  wounded_healed: 'combat.beenPickedUp',
  deaths: 'survival.deaths',
  death_suicide: 'survival.suicides',
  death_fall: 'survival.fallingDeaths',
  death_selfinflicted: 'survival.selfInflictedDeaths',
  death_wolf: 'survival.deathsByWolves',
  death_bear: 'survival.deathsByBears',
  cold_exposure_duration: 'survival.coldSeconds',
  hot_exposure_duration: 'survival.hotSeconds',
  placed_blocks: 'building.structuresBuilt',
  upgraded_blocks: 'building.upgradesBuilt',
  kill_scientist: 'npc.scientistsKilled',
  kill_boar: 'npc.boarsKilled',
  kill_bear: 'npc.bearsKilled',
  kill_wolf: 'npc.wolvesKilled',
  kill_stag: 'npc.deerKilled',
  kill_chicken: 'npc.chickensKilled',
  kill_horse: 'npc.horsesKilled',
  ORE_HIT: 'resources.oreHits',
  TREE_HIT: 'resources.treeHits',
  waved_at_players: 'misc.playersWavedAt',
  gesture_wave_count: 'misc.waves',
}

test('each statistic is read from the counter of its own thing: bears are no wolves', () => {
  const names = Object.keys(EASILY_SWAPPED)
  const stats = statsOf(Object.fromEntries(names.map((name, index) => [name, 1_000 + index])))
  const expected = Object.fromEntries(Object.values(EASILY_SWAPPED).map((counter, index) => [counter, 1_000 + index]))
  expect(stats).toMatchObject(expected)
  // The computed ones aside, nothing else is read from them but the deaths, which two groups show.
  const others = Object.keys(stats).filter((counter) => stats[counter] !== 0 && !(counter in expected))
  expect(others).toEqual(['combat.deaths', 'combat.kd', 'combat.headshotRate', 'combat.accuracy'])
})

test('no counter of Steam stands in two statistics but the deaths', () => {
  const twice = [...KNOWN_NAMES].filter((name) => {
    const shown = Object.entries(statsOf({ [name]: 5 })).filter(([, value]) => value === 5)
    return shown.filter(([counter]) => counter !== 'combat.kd').length > 1
  })
  expect(twice).toEqual(['deaths'])
})

describe('sums', () => {
  test('adds an old and a newer counter of the same thing', () => {
    const stats = statsOf({
      'harvest.wood': 1_997_456,
      harvested_wood: 262_819,
      'harvest.stones': 10,
      harvested_stones: 5,
      'harvest.cloth': 1,
      harvested_cloth: 2,
      STAT_LOOT_MAINLAND: 30,
      STAT_LOOT_DEEPSEA: 4,
    })
    expect(stats).toEqual({
      ...zeros,
      'resources.woodHarvested': 2_260_275,
      'resources.stoneHarvested': 15,
      'resources.clothHarvested': 3,
      'items.containersLooted': 34,
    })
  })

  test('uses the older of two arrow counters, which count the same thing', () => {
    expect(statsOf({ arrow_fired: 180, arrows_shot: 196 })['misc.arrowsFired']).toBe(180)
    expect(statsOf({ arrows_shot: 196 })['misc.arrowsFired']).toBe(196)
  })
})

describe('ratios', () => {
  test.each([
    ['kills and deaths', { kill_player: 100, deaths: 30 }, 3.33],
    ['rounded up', { kill_player: 2, deaths: 3 }, 0.67],
    ['no deaths', { kill_player: 12 }, 12],
    ['a fraction of a death', { kill_player: 12, deaths: 5e-324 }, 12],
    ['no kills', { deaths: 12 }, 0],
    ['neither', {}, 0],
  ])('kd: %s', (_, raw, kd) => {
    expect(statsOf(raw)['combat.kd']).toBe(kd)
  })

  test.each([
    ['a part', { headshot: 1, bullet_hit_player: 3 }, 33.33],
    ['all', { headshot: 5, bullet_hit_player: 5 }, 100],
    ['more head hits than bullet hits', { headshot: 1_013, bullet_hit_player: 1_000 }, 100],
    ['head hits with other weapons alone', { headshot: 9 }, 0],
    ['none', { bullet_hit_player: 9 }, 0],
  ])('headshot rate: %s', (_, raw, rate) => {
    expect(statsOf(raw)['combat.headshotRate']).toBe(rate)
  })

  test.each([
    ['a part', { bullet_fired: 7, bullet_hit_player: 1 }, 14.29],
    ['hits on anything but players do not count', { bullet_fired: 10, bullet_hit_player: 1, bullet_hit_entity: 5 }, 10],
    ['more hits than shots', { bullet_fired: 10, bullet_hit_player: 11 }, 100],
    ['hits without a shot', { bullet_hit_player: 9 }, 0],
    ['shots without a hit', { bullet_fired: 9 }, 0],
  ])('accuracy: %s', (_, raw, accuracy) => {
    expect(statsOf(raw)['combat.accuracy']).toBe(accuracy)
  })
})
