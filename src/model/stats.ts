import { z } from 'zod'
import { steamIdSchema } from './account.ts'

const counters = <const Name extends string>(...names: Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, z.number().min(0)])) as Record<Name, z.ZodNumber>)

/** The seven groups of counters; every counter is always there. */
export const statsSchema = z
  .object({
    combat: counters(
      'kills',
      'deaths',
      'kd',
      'headshots',
      'headshotRate',
      'bulletsFired',
      'bulletsHit',
      'accuracy',
      'wounded',
      'woundedAssisted',
      'beenPickedUp',
      'bulletsHitEntities',
      'bulletsHitBuildings',
      'bulletsHitPlayerCorpses',
      'bulletsHitCorpses',
      'bulletsHitSigns',
      'bulletsHitBears',
      'bulletsHitBoars',
      'bulletsHitWolves',
      'bulletsHitDeer',
      'bulletsHitHorses',
      'arrowsHitPlayers',
      'arrowsHitBuildings',
      'arrowsHitEntities',
      'arrowsHitBears',
      'arrowsHitBoars',
      'arrowsHitWolves',
      'arrowsHitDeer',
      'arrowsHitHorses',
      'arrowsHitChickens',
      'shotgunFired',
      'shotgunHitPlayers',
      'shotgunHitBuildings',
      'shotgunHitEntities',
      'shotgunHitHorses',
      'rocketsFired',
      'grenadesThrown',
      'explosivesThrown',
      'meleeStrikes',
      'meleeThrown',
      'meleeThrownHitPlayers',
      'mlrsKills',
    ),
    survival: counters(
      'deaths',
      'suicides',
      'fallingDeaths',
      'selfInflictedDeaths',
      'deathsByEntities',
      'deathsByWolves',
      'deathsByBears',
      'caloriesConsumed',
      'waterConsumed',
      'comfortSeconds',
      'coldSeconds',
      'hotSeconds',
      'radiationSeconds',
      'beeAttacks',
    ),
    building: counters(
      'structuresBuilt',
      'upgradesBuilt',
      'repairsDone',
      'cupboardsOpened',
      'pipesConnected',
      'wiresConnected',
      'hosesConnected',
      'tinCanAlarmsWired',
    ),
    resources: counters(
      'woodHarvested',
      'stoneHarvested',
      'clothHarvested',
      'leatherHarvested',
      'metalOreAcquired',
      'scrapAcquired',
      'lowGradeFuelAcquired',
      'oreHits',
      'treeHits',
    ),
    npc: counters(
      'scientistsKilled',
      'boarsKilled',
      'bearsKilled',
      'wolvesKilled',
      'deerKilled',
      'chickensKilled',
      'horsesKilled',
      'dwellersKilledFromTrain',
      'sharksKilledSpeargun',
    ),
    items: counters(
      'itemsDropped',
      'itemsPickedUp',
      'itemsCrafted',
      'foodPickedUp',
      'blueprintsStudied',
      'itemsExamined',
      'cansRecycled',
      'containersLooted',
    ),
    misc: counters(
      'barrelsBroken',
      'heliHits',
      'arrowsFired',
      'inventoryOpened',
      'craftingOpened',
      'mapOpened',
      'horseDistanceRidden',
      'horseDistanceRiddenKm',
      'horsesMounted',
      'boatWheelsMounted',
      'helipadLandings',
      'cargoBridgeVisits',
      'roadSeconds',
      'voiceSeconds',
      'notesPlayed',
      'notesPlayedBinds',
      'fullKeyboardUses',
      'waves',
      'playersWavedAt',
      'missionsCompleted',
      'carsShredded',
      'kayakDistance',
      'waterDistanceMainland',
      'pokerHandsWon',
      'fishCaught',
    ),
  })
  .meta({
    id: 'Stats',
    description:
      'Most counters move on official servers only, so these are not lifetime figures. Counters named `…Seconds` are in seconds. Distances are in metres, those named `…Km` in kilometres; `horseDistanceRidden` and `horseDistanceRiddenKm` are two counters of the same rides. Steam documents no unit for `waterDistanceMainland`; it is taken for metres, as the other distances are.',
  })
export type Stats = z.infer<typeof statsSchema>

/** Counters of the interface that Steam does not have: always 0, and no near miss is mapped onto them. */
export const UNREPORTED = ['building.repairsDone', 'items.itemsPickedUp', 'items.itemsCrafted', 'misc.heliHits']

/** The answer of a statistics look-up. */
export const rustStatsSchema = z
  .object({
    steamId: steamIdSchema,
    stats: statsSchema,
    unreported: z.array(z.string()).meta({ description: 'Counters Steam does not report; they are 0 for everybody.' }),
  })
  .meta({ id: 'RustStats' })
export type RustStats = z.infer<typeof rustStatsSchema>
