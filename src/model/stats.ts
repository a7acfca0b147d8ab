import { mapValues } from './objects.ts'
import { z } from 'zod'
import { steamIdSchema } from './account.ts'
import { unixSecondsSchema } from './bounds.ts'
import { STATS_TABLE, type StatSource } from './stats-table.ts'

const groupSchema = <Group extends Record<string, StatSource>>(group: Group) =>
  z.object(mapValues<keyof Group & string, StatSource, z.ZodNumber>(group, () => z.number().min(0)))

/** The seven groups of counters; all counters are required. */
export const statsSchema = z
  .object({
    combat: groupSchema(STATS_TABLE.combat),
    survival: groupSchema(STATS_TABLE.survival),
    building: groupSchema(STATS_TABLE.building),
    resources: groupSchema(STATS_TABLE.resources),
    npc: groupSchema(STATS_TABLE.npc),
    items: groupSchema(STATS_TABLE.items),
    misc: groupSchema(STATS_TABLE.misc),
  })
  .meta({
    id: 'Stats',
    description:
      'Most counters move on official servers only, so these are not lifetime figures. Counters named `…Seconds` are in seconds. Distances are in metres, those named `…Km` in kilometres; `horseDistanceRidden` and `horseDistanceRiddenKm` are two counters of the same rides. Steam documents no unit for `waterDistanceMainland`; it is taken for metres, as the other distances are.',
  })
export type Stats = z.infer<typeof statsSchema>

/** The statistics of an account with their age. */
export const rustStatsSchema = z
  .object({
    steamId: steamIdSchema,
    stats: statsSchema,
    unreported: z.array(z.string()).meta({ description: 'Counters that Steam does not report; always 0.' }),
    fetchedAt: unixSecondsSchema.meta({ description: 'When Steam was asked, Unix seconds.' }),
  })
  .meta({ id: 'RustStats' })
export type RustStatsAnswer = z.infer<typeof rustStatsSchema>
/** Statistics without their age, which the cache entry around them has (`Cached`). */
export type RustStats = Omit<RustStatsAnswer, 'fetchedAt'>
