import { RapsheetError } from '../model/error.ts'
import type { SteamId } from '../model/steam-id.ts'
import { findName } from '../service/find-name.ts'
import type { FoundBy } from './found-by.ts'
import type { Invocation } from './task.ts'
import { privateView } from './views/private-view.ts'

/** Says that a part of an account is private, with the name of the account, so that it can be posted. Throws other failures. */
export async function showPrivate(
  invocation: Invocation,
  { steamId, foundBy }: { steamId: SteamId; foundBy: FoundBy | null },
  error: unknown,
): Promise<void> {
  const { context, callContext, reply, texts } = invocation
  if (!(error instanceof RapsheetError)) throw error
  const { code } = error
  if (code !== 'friends_private' && code !== 'stats_private') throw error
  await reply.show(privateView(code, { steamId, foundBy, name: await findName(context, steamId, callContext) }, texts))
}
