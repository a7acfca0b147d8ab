import type { Policy, PolicyException } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'

/** The exception that decides for an account now, in Unix seconds; undefined without one, and from its end on. */
export function findException({ exceptions }: Policy, steamId: SteamId, now: number): PolicyException | undefined {
  const exception = exceptions.get(steamId)
  return (exception?.until ?? Infinity) > now ? exception : undefined
}
