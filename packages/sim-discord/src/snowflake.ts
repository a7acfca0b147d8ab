/** The epoch of Discord's ids: the first second of 2015. */
const EPOCH_MS = 1_420_070_400_000

/** The id for a time in milliseconds; `count` (22 bits) makes ids of the same millisecond unique. */
export function snowflakeAt(ms: number, count = 0): string {
  const id = (BigInt(Math.trunc(ms) - EPOCH_MS) << 22n) | BigInt(count % 4_194_304)
  // discord.js does not recognize shorter ids, and would put all edits in one queue.
  if (id < 10n ** 16n) throw new RangeError('Discord has no ids from before February 2015; set the clock later')
  return String(id)
}

/** Creates ids with the clock's time, which clients read from them. */
export function createSnowflakes(clock: () => number): () => string {
  let count = 0
  return () => {
    count += 1
    return snowflakeAt(clock(), count)
  }
}

/** The shard that receives events of a guild; direct messages belong to shard 0. */
export function shardOf(guildId: string | null, shardCount: number): number {
  return guildId === null ? 0 : Number((BigInt(guildId) >> 22n) % BigInt(shardCount))
}
