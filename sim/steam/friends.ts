import { WORLD_TIME, type SimFriend } from './account.ts'
import type { Random } from './random.ts'

/** So many different friends out of the given ids, in order of id; about one in a hundred has left Steam since. */
export function drawFriends(random: Random, ids: readonly string[], size: number): SimFriend[] {
  const chosen = new Set<string>()
  // Beyond what the world holds, the rest are strangers to it too.
  const known = Math.min(size, ids.length)
  while (chosen.size < known) {
    const id = random.chance(0.01) ? strangerId(random) : ids[random.integer(0, ids.length - 1)]
    if (id !== undefined) chosen.add(id)
  }
  while (chosen.size < size) chosen.add(strangerId(random))

  let previous = 0
  return [...chosen].toSorted().map((steamId) => {
    const since = drawSince(random, previous)
    previous = since
    return { steamId, since }
  })
}

/** Lost dates and dates shared with a neighbour occur. */
function drawSince(random: Random, previous: number): number {
  if (random.chance(0.03)) return 0
  if (random.chance(0.05) && previous > 0) return previous
  return random.integer(1_250_000_000, WORLD_TIME)
}

/** Below every account of the world, and so known to nobody. */
function strangerId(random: Random): string {
  return `765611979${random.integer(60_300_000, 99_999_999)}`
}
