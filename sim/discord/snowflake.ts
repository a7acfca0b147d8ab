/** The first second of 2015, where Discord's ids begin. */
const EPOCH_MS = 1_420_070_400_000

/** The id of a thing made at this moment; `count` tells apart those of one millisecond (22 bits). */
export function snowflakeAt(ms: number, count = 0): string {
  const id = (BigInt(Math.trunc(ms) - EPOCH_MS) << 22n) | BigInt(count % 4_194_304)
  // Clients take anything shorter for no id at all, and then all edits share one queue.
  if (id < 10n ** 16n) throw new RangeError('Discord has no ids from before February 2015; set the clock later')
  return String(id)
}

/** A source of ids that carry the clock's time, as clients read it from them. */
export function createSnowflakes(clock: () => number): () => string {
  let count = 0
  return () => {
    count += 1
    return snowflakeAt(clock(), count)
  }
}

/** The shard that hears of a guild; direct messages belong to shard 0. */
export function shardOf(guildId: string | null, shardCount: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shardCount))
}
