import type { Repositories } from '../database/database.ts'
import type { SteamId } from '../model/steam-id.ts'

/** Deletes what a policy has of an account: its exception and joins. Returns whether it had an exception. */
export async function forgetInPolicy(
  { policyExceptions, joins }: Pick<Repositories, 'policyExceptions' | 'joins'>,
  guildId: string,
  steamId: SteamId,
): Promise<boolean> {
  const exception = await policyExceptions.remove(guildId, steamId)
  await joins.forget(guildId, steamId)
  return exception !== undefined
}
