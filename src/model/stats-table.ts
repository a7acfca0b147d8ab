const COMPUTED = 'computed'
/** Marks a counter that Steam does not have: it is always 0, and no similar raw counter replaces it. */
const NOT_REPORTED = 'not reported'

/**
 * The source of a counter: raw names whose values are added up; with `firstOf`, raw names of which only the first that Steam sent counts;
 * or no raw name.
 */
export type StatSource = readonly string[] | { firstOf: readonly string[] } | typeof COMPUTED | typeof NOT_REPORTED

/** Every counter of the API, in the API's order, with Steam's raw names for it. */
// Raw names are case-sensitive; there is no official list of them. Wood, stone and cloth each have an old counter, which is frozen, and a
// newer counter; half of all accounts need both for a correct sum.
export const STATS_TABLE = {
  combat: {
    kills: ['kill_player'],
    deaths: ['deaths'],
    kd: COMPUTED,
    headshots: ['headshot'],
    headshotRate: COMPUTED,
    bulletsFired: ['bullet_fired'],
    bulletsHit: ['bullet_hit_player'],
    accuracy: COMPUTED,
    wounded: ['wounded'],
    woundedAssisted: ['wounded_assisted'],
    // The player was healed, that is picked up. Some public tools swap this counter and `wounded_assisted`.
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
    repairsDone: NOT_REPORTED,
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
    itemsPickedUp: NOT_REPORTED,
    itemsCrafted: NOT_REPORTED,
    foodPickedUp: ['pickup_category_food'],
    blueprintsStudied: ['blueprint_studied'],
    itemsExamined: ['ITEM_EXAMINED'],
    cansRecycled: ['recycled_cans'],
    containersLooted: ['STAT_LOOT_MAINLAND', 'STAT_LOOT_DEEPSEA'],
  },
  misc: {
    barrelsBroken: ['destroyed_barrels'],
    heliHits: NOT_REPORTED,
    // The older counter is more reliable.
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
} satisfies Record<string, Record<string, StatSource>>

/** Counters of the API that Steam does not report, as `group.counter`. */
export const UNREPORTED: string[] = Object.entries<Record<string, StatSource>>(STATS_TABLE).flatMap(
  ([group, counters]) =>
    Object.keys(counters)
      .filter((name) => counters[name] === NOT_REPORTED)
      .map((name) => `${group}.${name}`),
)
