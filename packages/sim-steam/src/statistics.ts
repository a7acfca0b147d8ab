import { createRandom, type Random } from './random.ts'

/** The 88 raw names found in recorded accounts, with the range of an active account. */
const proven = {
  kill_player: [77, 41_375],
  deaths: [136, 32_479],
  headshot: [101, 80_000],
  bullet_fired: [2_671, 1_760_976],
  bullet_hit_player: [522, 180_000],
  wounded: [60, 9_000],
  wounded_assisted: [6, 4_000],
  wounded_healed: [10, 4_000],
  bullet_hit_entity: [677, 300_000],
  bullet_hit_building: [239, 120_000],
  bullet_hit_playercorpse: [35, 12_000],
  bullet_hit_corpse: [12, 5_000],
  bullet_hit_sign: [1, 300],
  bullet_hit_bear: [26, 8_000],
  bullet_hit_boar: [20, 5_000],
  bullet_hit_wolf: [15, 4_000],
  bullet_hit_stag: [8, 2_000],
  bullet_hit_horse: [5, 1_500],
  arrow_hit_player: [34, 6_000],
  arrow_hit_building: [15, 3_000],
  arrow_hit_entity: [27, 8_000],
  arrow_hit_bear: [3, 900],
  arrow_hit_boar: [2, 1_200],
  arrow_hit_wolf: [2, 600],
  arrow_hit_stag: [2, 400],
  arrow_hit_horse: [1, 300],
  arrow_hit_chicken: [1, 200],
  shotgun_fired: [42, 40_000],
  shotgun_hit_player: [9, 12_000],
  shotgun_hit_building: [10, 9_000],
  shotgun_hit_entity: [30, 15_000],
  shotgun_hit_horse: [1, 150],
  rocket_fired: [1, 6_000],
  grenades_thrown: [1, 900],
  melee_strikes: [8_707, 900_000],
  melee_thrown: [57, 6_000],
  death_suicide: [33, 2_500],
  death_fall: [3, 250],
  death_selfinflicted: [1, 300],
  death_entity: [7, 1_500],
  death_wolf: [1, 150],
  death_bear: [1, 220],
  calories_consumed: [59_140, 9_000_000],
  water_consumed: [21_286, 3_000_000],
  comfort_duration: [36_157, 6_000_000],
  cold_exposure_duration: [2_885, 900_000],
  hot_exposure_duration: [196, 60_000],
  radiation_exposure_duration: [327, 120_000],
  placed_blocks: [2_930, 220_000],
  upgraded_blocks: [1_536, 160_000],
  CUPBOARD_OPENED: [864, 120_000],
  'harvest.wood': [3_248, 1_997_456],
  harvested_wood: [43_597, 6_000_000],
  'harvest.stones': [4_257, 1_200_000],
  harvested_stones: [20_775, 5_000_000],
  'harvest.cloth': [180, 60_000],
  harvested_cloth: [400, 250_000],
  harvested_leather: [100, 60_000],
  'acquired_metal.ore': [9_000, 9_000_000],
  acquired_scrap: [2_000, 2_500_000],
  acquired_lowgradefuel: [1_666, 900_000],
  kill_scientist: [5, 9_000],
  kill_boar: [1, 900],
  kill_bear: [2, 900],
  kill_wolf: [2, 600],
  kill_stag: [3, 500],
  kill_chicken: [2, 400],
  kill_horse: [1, 200],
  item_drop: [1_500, 250_000],
  pickup_category_food: [50, 30_000],
  blueprint_studied: [60, 9_000],
  ITEM_EXAMINED: [8, 3_000],
  recycled_cans: [1, 2_000],
  destroyed_barrels: [300, 90_000],
  arrow_fired: [180, 30_000],
  arrows_shot: [196, 32_000],
  INVENTORY_OPENED: [11_983, 1_600_000],
  CRAFTING_OPENED: [484, 160_000],
  MAP_OPENED: [2_062, 350_000],
  horse_distance_ridden: [1_000, 900_000],
  horse_distance_ridden_km: [1, 900],
  horse_mounted_count: [5, 4_000],
  helipad_landings: [1, 400],
  cargoship_bridge_visits: [1, 300],
  topology_road_duration: [5_000, 2_500_000],
  seconds_speaking: [1_086, 900_000],
  InstrumentNotesPlayed: [5, 60_000],
  InstrumentFullKeyboardMode: [1, 200],
} as const satisfies Record<string, readonly [number, number]>

const durations = new Set<string>([
  'calories_consumed',
  'water_consumed',
  'comfort_duration',
  'cold_exposure_duration',
  'hot_exposure_duration',
  'radiation_exposure_duration',
  'topology_road_duration',
  'seconds_speaking',
])

/** Names that some recorded accounts lack. */
const sparsePattern =
  /^(kill_(?!player)|bullet_hit_(sign|bear|boar|wolf|stag|horse)|arrow_hit_(?!player)|shotgun_hit_|death_(fall|wolf|bear)|horse_|Instrument|rocket|grenades|recycled|helipad|cargoship|pickup|harvested_leather)/
const sparseNames = Object.keys(proven).filter((name) => sparsePattern.test(name))

/** Names known only from public clients; a few accounts have them. The last one is invented. */
const unproven = (
  'ORE_HIT TREE_HIT pipes_connected wires_connected hoses_connected tincanalarms_wired mlrs_kills ' +
  'explosives_thrown bee_attacks_count InstrumentNotesPlayedBinds gesture_wave_count waved_at_players ' +
  'missions_completed cars_shredded kayak_distance_travelled caught_salmon caught_anchovy STAT_LOOT_MAINLAND ' +
  'STAT_LOOT_DEEPSEA melee_thrown_hit_player boat_steering_wheel_mounted_count distance_in_water_mainland ' +
  'won_hand_texas_holdem counter_of_tomorrow'
).split(' ')

/**
 * The raw counters of an account, from almost no play time (experience 0) to the busiest recorded account (1).
 * Includes zeros, which Steam's answer omits.
 */
export function drawStatistics(random: Random, experience: number): Record<string, number> {
  const counters: Record<string, number> = {}
  const shuffled = sparseNames.map((name) => ({ name, order: random.next() })).toSorted((a, b) => a.order - b.order)
  const absent = new Set(shuffled.slice(0, random.integer(2, 25)).map(({ name }) => name))
  for (const [name, [low, high]] of Object.entries(proven)) {
    const level = clamp(experience + (random.next() - 0.5) * 0.2, 0, 1)
    const value = low * (high / low) ** level
    counters[name] = absent.has(name) ? 0 : durations.has(name) ? Math.fround(value + random.next()) : Math.round(value)
  }
  freezeOldCounters(counters, random)
  alignCombat(counters, random, experience)
  alignRides(counters)
  if (random.chance(0.4)) {
    for (const name of unproven) counters[name] = random.chance(0.3) ? random.scaled(1, 5_000) : 0
  }
  return counters
}

/** Half of the accounts played mostly before the newer counters existed, half after. */
function freezeOldCounters(counters: Record<string, number>, random: Random): void {
  const isOldAccount = random.chance(0.5)
  for (const [old, recent] of [
    ['harvest.wood', 'harvested_wood'],
    ['harvest.stones', 'harvested_stones'],
    ['harvest.cloth', 'harvested_cloth'],
  ] as const) {
    const small = isOldAccount ? recent : old
    counters[small] = Math.ceil((counters[small] ?? 0) / 8)
  }
}

/** Kills, headshots, hits and shots depend on each other: the ratios stay within the recorded range. */
function alignCombat(counters: Record<string, number>, random: Random, experience: number): void {
  const along = (low: number, high: number): number => low * (high / low) ** experience
  const kills = Math.round(along(77, 41_375))
  const shots = Math.round(along(2_671, 1_760_976))
  const headshots = Math.round(kills * (1.3 + random.next() * 0.9))
  const lowest = Math.max(shots * 0.041, headshots / 1.01)
  const highest = Math.min(shots * 0.229, headshots / 0.171)
  const hits = Math.ceil(lowest + random.next() * (highest - lowest))
  Object.assign(counters, { kill_player: kills, bullet_fired: shots, headshot: headshots, bullet_hit_player: hits })
}

/** The two counters of a ride: metres, and full kilometres. Either can be absent. */
function alignRides(counters: Record<string, number>): void {
  const { horse_distance_ridden: metres = 0, horse_distance_ridden_km: kilometres = 0 } = counters
  if (metres > 0 && kilometres > 0) counters.horse_distance_ridden_km = Math.floor(metres / 1_000)
}

/** A new player's counters: a few are set, the rest are zero. */
export function rookieStatistics(): Record<string, number> {
  const counters: Record<string, number> = Object.fromEntries(Object.keys(proven).map((name) => [name, 0]))
  return {
    ...counters,
    deaths: 14,
    bullet_fired: 61,
    melee_strikes: 412,
    harvested_wood: 3_120,
    'harvest.stones': 0,
    harvested_stones: 1_875,
    placed_blocks: 44,
    INVENTORY_OPENED: 230,
    MAP_OPENED: 31,
    calories_consumed: 1_893.4453125,
    water_consumed: 701.125,
    topology_road_duration: 310.75,
    death_suicide: 2,
    item_drop: 17,
  }
}

/** The counters of the busiest recorded player, including floats. */
export function veteranStatistics(): Record<string, number> {
  return {
    ...drawStatistics(createRandom(1, 'veteran'), 1),
    deaths: 32_479,
    seconds_speaking: 912_345.6875,
    'harvest.wood': 1_997_456,
    harvested_wood: 262_819,
    counter_of_tomorrow: 7,
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
