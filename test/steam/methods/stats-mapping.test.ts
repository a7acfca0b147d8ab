import { describe, expect, test } from 'vitest'
import { UNREPORTED } from '../../../src/model/stats-table.ts'
import type { Stats } from '../../../src/model/stats.ts'
import { KNOWN_NAMES, toStats } from '../../../src/steam/methods/get-rust-stats.ts'

/** The counters of the API that each raw counter is part of. */
const SHOWN_AS: Record<string, string[]> = {
  kill_player: ['combat.kills'],
  deaths: ['combat.deaths', 'survival.deaths'],
  headshot: ['combat.headshots'],
  bullet_fired: ['combat.bulletsFired'],
  bullet_hit_player: ['combat.bulletsHit'],
  wounded: ['combat.wounded'],
  wounded_assisted: ['combat.woundedAssisted'],
  wounded_healed: ['combat.beenPickedUp'],
  bullet_hit_entity: ['combat.bulletsHitEntities'],
  bullet_hit_building: ['combat.bulletsHitBuildings'],
  bullet_hit_playercorpse: ['combat.bulletsHitPlayerCorpses'],
  bullet_hit_corpse: ['combat.bulletsHitCorpses'],
  bullet_hit_sign: ['combat.bulletsHitSigns'],
  bullet_hit_bear: ['combat.bulletsHitBears'],
  bullet_hit_boar: ['combat.bulletsHitBoars'],
  bullet_hit_wolf: ['combat.bulletsHitWolves'],
  bullet_hit_stag: ['combat.bulletsHitDeer'],
  bullet_hit_horse: ['combat.bulletsHitHorses'],
  arrow_hit_player: ['combat.arrowsHitPlayers'],
  arrow_hit_building: ['combat.arrowsHitBuildings'],
  arrow_hit_entity: ['combat.arrowsHitEntities'],
  arrow_hit_bear: ['combat.arrowsHitBears'],
  arrow_hit_boar: ['combat.arrowsHitBoars'],
  arrow_hit_wolf: ['combat.arrowsHitWolves'],
  arrow_hit_stag: ['combat.arrowsHitDeer'],
  arrow_hit_horse: ['combat.arrowsHitHorses'],
  arrow_hit_chicken: ['combat.arrowsHitChickens'],
  shotgun_fired: ['combat.shotgunFired'],
  shotgun_hit_player: ['combat.shotgunHitPlayers'],
  shotgun_hit_building: ['combat.shotgunHitBuildings'],
  shotgun_hit_entity: ['combat.shotgunHitEntities'],
  shotgun_hit_horse: ['combat.shotgunHitHorses'],
  rocket_fired: ['combat.rocketsFired'],
  grenades_thrown: ['combat.grenadesThrown'],
  explosives_thrown: ['combat.explosivesThrown'],
  melee_strikes: ['combat.meleeStrikes'],
  melee_thrown: ['combat.meleeThrown'],
  melee_thrown_hit_player: ['combat.meleeThrownHitPlayers'],
  mlrs_kills: ['combat.mlrsKills'],
  death_suicide: ['survival.suicides'],
  death_fall: ['survival.fallingDeaths'],
  death_selfinflicted: ['survival.selfInflictedDeaths'],
  death_entity: ['survival.deathsByEntities'],
  death_wolf: ['survival.deathsByWolves'],
  death_bear: ['survival.deathsByBears'],
  calories_consumed: ['survival.caloriesConsumed'],
  water_consumed: ['survival.waterConsumed'],
  comfort_duration: ['survival.comfortSeconds'],
  cold_exposure_duration: ['survival.coldSeconds'],
  hot_exposure_duration: ['survival.hotSeconds'],
  radiation_exposure_duration: ['survival.radiationSeconds'],
  bee_attacks_count: ['survival.beeAttacks'],
  placed_blocks: ['building.structuresBuilt'],
  upgraded_blocks: ['building.upgradesBuilt'],
  CUPBOARD_OPENED: ['building.cupboardsOpened'],
  pipes_connected: ['building.pipesConnected'],
  wires_connected: ['building.wiresConnected'],
  hoses_connected: ['building.hosesConnected'],
  tincanalarms_wired: ['building.tinCanAlarmsWired'],
  harvested_wood: ['resources.woodHarvested'],
  'harvest.wood': ['resources.woodHarvested'],
  harvested_stones: ['resources.stoneHarvested'],
  'harvest.stones': ['resources.stoneHarvested'],
  harvested_cloth: ['resources.clothHarvested'],
  'harvest.cloth': ['resources.clothHarvested'],
  harvested_leather: ['resources.leatherHarvested'],
  'acquired_metal.ore': ['resources.metalOreAcquired'],
  acquired_scrap: ['resources.scrapAcquired'],
  acquired_lowgradefuel: ['resources.lowGradeFuelAcquired'],
  ORE_HIT: ['resources.oreHits'],
  TREE_HIT: ['resources.treeHits'],
  kill_scientist: ['npc.scientistsKilled'],
  kill_boar: ['npc.boarsKilled'],
  kill_bear: ['npc.bearsKilled'],
  kill_wolf: ['npc.wolvesKilled'],
  kill_stag: ['npc.deerKilled'],
  kill_chicken: ['npc.chickensKilled'],
  kill_horse: ['npc.horsesKilled'],
  dweller_kills_while_moving: ['npc.dwellersKilledFromTrain'],
  shark_speargun_kills: ['npc.sharksKilledSpeargun'],
  item_drop: ['items.itemsDropped'],
  pickup_category_food: ['items.foodPickedUp'],
  blueprint_studied: ['items.blueprintsStudied'],
  ITEM_EXAMINED: ['items.itemsExamined'],
  recycled_cans: ['items.cansRecycled'],
  STAT_LOOT_MAINLAND: ['items.containersLooted'],
  STAT_LOOT_DEEPSEA: ['items.containersLooted'],
  destroyed_barrels: ['misc.barrelsBroken'],
  arrow_fired: ['misc.arrowsFired'],
  arrows_shot: ['misc.arrowsFired'],
  INVENTORY_OPENED: ['misc.inventoryOpened'],
  CRAFTING_OPENED: ['misc.craftingOpened'],
  MAP_OPENED: ['misc.mapOpened'],
  horse_distance_ridden: ['misc.horseDistanceRidden'],
  horse_distance_ridden_km: ['misc.horseDistanceRiddenKm'],
  horse_mounted_count: ['misc.horsesMounted'],
  boat_steering_wheel_mounted_count: ['misc.boatWheelsMounted'],
  helipad_landings: ['misc.helipadLandings'],
  cargoship_bridge_visits: ['misc.cargoBridgeVisits'],
  topology_road_duration: ['misc.roadSeconds'],
  seconds_speaking: ['misc.voiceSeconds'],
  InstrumentNotesPlayed: ['misc.notesPlayed'],
  InstrumentNotesPlayedBinds: ['misc.notesPlayedBinds'],
  InstrumentFullKeyboardMode: ['misc.fullKeyboardUses'],
  gesture_wave_count: ['misc.waves'],
  waved_at_players: ['misc.playersWavedAt'],
  missions_completed: ['misc.missionsCompleted'],
  cars_shredded: ['misc.carsShredded'],
  kayak_distance_travelled: ['misc.kayakDistance'],
  distance_in_water_mainland: ['misc.waterDistanceMainland'],
  won_hand_texas_holdem: ['misc.pokerHandsWon'],
  caught_anchovy: ['misc.fishCaught'],
  caught_herring: ['misc.fishCaught'],
  caught_sardine: ['misc.fishCaught'],
  caught_small_trout: ['misc.fishCaught'],
  caught_yellow_perch: ['misc.fishCaught'],
  caught_orange_roughy: ['misc.fishCaught'],
  caught_small_shark: ['misc.fishCaught'],
  caught_salmon: ['misc.fishCaught'],
  caught_catfish: ['misc.fishCaught'],
}

const DERIVED = ['combat.kd', 'combat.headshotRate', 'combat.accuracy']
const WITHOUT_SOURCE = ['building.repairsDone', 'items.itemsPickedUp', 'items.itemsCrafted', 'misc.heliHits']
const ALL = [...new Set([...Object.values(SHOWN_AS).flat(), ...DERIVED, ...WITHOUT_SOURCE])]

/** The counters as `group.counter`. */
const flat = (stats: Stats): Record<string, number> =>
  Object.fromEntries(
    Object.entries(stats).flatMap(([group, counters]) =>
      Object.entries<number>(counters).map(([counter, value]) => [`${group}.${counter}`, value]),
    ),
  )

const statsOf = (raw: Record<string, number>) => flat(toStats(new Map(Object.entries(raw))))
const zeros = Object.fromEntries(ALL.map((counter) => [counter, 0]))

test('returns every counter as 0 for an account without counters', () => {
  expect(statsOf({})).toEqual(zeros)
  expect(Object.keys(toStats(new Map()))).toEqual([
    'combat',
    'survival',
    'building',
    'resources',
    'npc',
    'items',
    'misc',
  ])
})

test.each(Object.entries(SHOWN_AS))('%s alone shows as %j', (name, counters) => {
  const expected = { ...zeros, ...Object.fromEntries(counters.map((counter) => [counter, 7])) }
  // Without deaths, the ratio equals the kills.
  if (name === 'kill_player') expected['combat.kd'] = 7
  expect(statsOf({ [name]: 7 })).toEqual(expected)
})

test('reads exactly the names of the table', () => {
  expect([...KNOWN_NAMES].toSorted()).toEqual(Object.keys(SHOWN_AS).toSorted())
})

test('returns 0 for the counters that Steam does not report, which are exactly those listed as unreported', () => {
  const everything = statsOf(Object.fromEntries(Object.keys(SHOWN_AS).map((name) => [name, 3])))
  expect(Object.keys(everything).filter((counter) => everything[counter] === 0)).toEqual(UNREPORTED)
  expect(UNREPORTED).toEqual(WITHOUT_SOURCE)
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
