import type { Stats } from '../../model/stats.ts'

/** Where a counter comes from: raw names to add up, the first of several that was sent, or nowhere. */
type Source = readonly string[] | { firstOf: readonly string[] }

const NOWHERE: Source = []

/** Counters computed from others, after the table below is read. */
type Derived = 'kd' | 'headshotRate' | 'accuracy'

type Mapping = { [Group in keyof Stats]: { [Counter in Exclude<keyof Stats[Group], Derived>]: Source } }

// Names are exact to case and punctuation; there is no official list. Wood, stone and cloth each have a frozen old
// counter and a newer one, and reading one alone is badly wrong for half of all accounts.
const MAPPING: Mapping = {
  combat: {
    kills: ['kill_player'],
    deaths: ['deaths'],
    headshots: ['headshot'],
    bulletsFired: ['bullet_fired'],
    bulletsHit: ['bullet_hit_player'],
    wounded: ['wounded'],
    woundedAssisted: ['wounded_assisted'],
    // "Healed" is what was done to the player: being picked up. Some public tools swap it with `wounded_assisted`.
    beenPickedUp: ['wounded_healed'],
    bulletsHitEntities: ['bullet_hit_entity'],
    bulletsHitBuildings: ['bullet_hit_building'],
    bulletsHitPlayerCorpses: ['bullet_hit_playercorpse'],
    bulletsHitCorpses: ['bullet_hit_corpse'],
    bulletsHitSigns: ['bullet_hit_sign'],
    bulletsHitBears: ['bullet_hit_bear'],
    bulletsHitBoars: ['bullet_hit_boar'],
    bulletsHitWolves: ['bullet_hit_wolf'],
    bulletsHitDeer: ['bullet_hit_stag'],
    bulletsHitHorses: ['bullet_hit_horse'],
    arrowsHitPlayers: ['arrow_hit_player'],
    arrowsHitBuildings: ['arrow_hit_building'],
    arrowsHitEntities: ['arrow_hit_entity'],
    arrowsHitBears: ['arrow_hit_bear'],
    arrowsHitBoars: ['arrow_hit_boar'],
    arrowsHitWolves: ['arrow_hit_wolf'],
    arrowsHitDeer: ['arrow_hit_stag'],
    arrowsHitHorses: ['arrow_hit_horse'],
    arrowsHitChickens: ['arrow_hit_chicken'],
    shotgunFired: ['shotgun_fired'],
    shotgunHitPlayers: ['shotgun_hit_player'],
    shotgunHitBuildings: ['shotgun_hit_building'],
    shotgunHitEntities: ['shotgun_hit_entity'],
    shotgunHitHorses: ['shotgun_hit_horse'],
    rocketsFired: ['rocket_fired'],
    grenadesThrown: ['grenades_thrown'],
    explosivesThrown: ['explosives_thrown'],
    meleeStrikes: ['melee_strikes'],
    meleeThrown: ['melee_thrown'],
    meleeThrownHitPlayers: ['melee_thrown_hit_player'],
    mlrsKills: ['mlrs_kills'],
  },
  survival: {
    deaths: ['deaths'],
    suicides: ['death_suicide'],
    fallingDeaths: ['death_fall'],
    selfInflictedDeaths: ['death_selfinflicted'],
    deathsByEntities: ['death_entity'],
    deathsByWolves: ['death_wolf'],
    deathsByBears: ['death_bear'],
    caloriesConsumed: ['calories_consumed'],
    waterConsumed: ['water_consumed'],
    comfortSeconds: ['comfort_duration'],
    coldSeconds: ['cold_exposure_duration'],
    hotSeconds: ['hot_exposure_duration'],
    radiationSeconds: ['radiation_exposure_duration'],
    beeAttacks: ['bee_attacks_count'],
  },
  building: {
    structuresBuilt: ['placed_blocks'],
    upgradesBuilt: ['upgraded_blocks'],
    repairsDone: NOWHERE,
    cupboardsOpened: ['CUPBOARD_OPENED'],
    pipesConnected: ['pipes_connected'],
    wiresConnected: ['wires_connected'],
    hosesConnected: ['hoses_connected'],
    tinCanAlarmsWired: ['tincanalarms_wired'],
  },
  resources: {
    woodHarvested: ['harvested_wood', 'harvest.wood'],
    stoneHarvested: ['harvested_stones', 'harvest.stones'],
    clothHarvested: ['harvested_cloth', 'harvest.cloth'],
    leatherHarvested: ['harvested_leather'],
    metalOreAcquired: ['acquired_metal.ore'],
    scrapAcquired: ['acquired_scrap'],
    lowGradeFuelAcquired: ['acquired_lowgradefuel'],
    oreHits: ['ORE_HIT'],
    treeHits: ['TREE_HIT'],
  },
  npc: {
    scientistsKilled: ['kill_scientist'],
    boarsKilled: ['kill_boar'],
    bearsKilled: ['kill_bear'],
    wolvesKilled: ['kill_wolf'],
    deerKilled: ['kill_stag'],
    chickensKilled: ['kill_chicken'],
    horsesKilled: ['kill_horse'],
    dwellersKilledFromTrain: ['dweller_kills_while_moving'],
    sharksKilledSpeargun: ['shark_speargun_kills'],
  },
  items: {
    itemsDropped: ['item_drop'],
    itemsPickedUp: NOWHERE,
    itemsCrafted: NOWHERE,
    foodPickedUp: ['pickup_category_food'],
    blueprintsStudied: ['blueprint_studied'],
    itemsExamined: ['ITEM_EXAMINED'],
    cansRecycled: ['recycled_cans'],
    containersLooted: ['STAT_LOOT_MAINLAND', 'STAT_LOOT_DEEPSEA'],
  },
  misc: {
    barrelsBroken: ['destroyed_barrels'],
    heliHits: NOWHERE,
    // The older counter is the surer one.
    arrowsFired: { firstOf: ['arrow_fired', 'arrows_shot'] },
    inventoryOpened: ['INVENTORY_OPENED'],
    craftingOpened: ['CRAFTING_OPENED'],
    mapOpened: ['MAP_OPENED'],
    horseDistanceRidden: ['horse_distance_ridden'],
    horseDistanceRiddenKm: ['horse_distance_ridden_km'],
    horsesMounted: ['horse_mounted_count'],
    boatWheelsMounted: ['boat_steering_wheel_mounted_count'],
    helipadLandings: ['helipad_landings'],
    cargoBridgeVisits: ['cargoship_bridge_visits'],
    roadSeconds: ['topology_road_duration'],
    voiceSeconds: ['seconds_speaking'],
    notesPlayed: ['InstrumentNotesPlayed'],
    notesPlayedBinds: ['InstrumentNotesPlayedBinds'],
    fullKeyboardUses: ['InstrumentFullKeyboardMode'],
    waves: ['gesture_wave_count'],
    playersWavedAt: ['waved_at_players'],
    missionsCompleted: ['missions_completed'],
    carsShredded: ['cars_shredded'],
    kayakDistance: ['kayak_distance_travelled'],
    waterDistanceMainland: ['distance_in_water_mainland'],
    pokerHandsWon: ['won_hand_texas_holdem'],
    fishCaught: [
      'caught_anchovy',
      'caught_herring',
      'caught_sardine',
      'caught_small_trout',
      'caught_yellow_perch',
      'caught_orange_roughy',
      'caught_small_shark',
      'caught_salmon',
      'caught_catfish',
    ],
  },
}

const namesOf = (source: Source): readonly string[] => ('firstOf' in source ? source.firstOf : source)

/** Every raw name the mapping reads. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set(
  Object.values(MAPPING).flatMap((group) => Object.values<Source>(group).flatMap(namesOf)),
)

/** The wire's counters from the raw ones; those Steam did not send are 0, and names nobody knows are dropped. */
export function toStats(raw: ReadonlyMap<string, number>): Stats {
  const read = (source: Source): number => {
    if ('firstOf' in source) return raw.get(source.firstOf.find((name) => raw.has(name)) ?? '') ?? 0
    return source.reduce((sum, name) => sum + (raw.get(name) ?? 0), 0)
  }
  const readGroup = <Group extends Record<string, Source>>(group: Group) =>
    Object.fromEntries(Object.entries(group).map(([counter, source]) => [counter, read(source)])) as Record<
      keyof Group,
      number
    >

  const combat = readGroup(MAPPING.combat)
  return {
    combat: {
      ...combat,
      // Counters may be fractions; less than one death is none.
      kd: combat.deaths < 1 ? combat.kills : round(combat.kills / combat.deaths),
      // Head hits are counted for every weapon, hits on players for bullets alone: the rate can exceed one.
      headshotRate: percentage(combat.headshots, combat.bulletsHit),
      accuracy: percentage(combat.bulletsHit, combat.bulletsFired),
    },
    survival: readGroup(MAPPING.survival),
    building: readGroup(MAPPING.building),
    resources: readGroup(MAPPING.resources),
    npc: readGroup(MAPPING.npc),
    items: readGroup(MAPPING.items),
    misc: readGroup(MAPPING.misc),
  }
}

/** Two decimals. */
function round(value: number): number {
  return Math.round(value * 100) / 100
}

function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : round(Math.min(100, Math.max(0, (part / whole) * 100)))
}
