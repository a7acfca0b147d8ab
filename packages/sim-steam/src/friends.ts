import { WORLD_TIME, type SimFriend } from './account.ts'
import type { Random } from './random.ts'

/** Chooses different friends from the ids, sorted by id; about one in a hundred no longer exists. */
export function drawFriends(random: Random, ids: readonly string[], size: number): SimFriend[] {
  const chosen = new Set<string>()
  // If the world is too small, the rest are unknown accounts.
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

/** The date of a friendship; some are lost, some equal to the previous one. */
function drawSince(random: Random, previous: number): number {
  if (random.chance(0.03)) return 0
  if (random.chance(0.05) && previous > 0) return previous
  return random.integer(1_250_000_000, WORLD_TIME)
}

/** An id below all accounts of the world, and therefore unknown. */
function strangerId(random: Random): string {
  return `765611979${random.integer(60_300_000, 99_999_999)}`
}
