import type { Account } from '../../../model/account.ts'
import { inlineCode } from 'discord.js'
import { parseAccount, toSteam2, toSteam3, type FoundBy, type SteamId } from '../../../model/steam-id.ts'
import { createView, type View } from '../../../discord/view.ts'
import type { Texts } from '../texts.ts'
import { accountButtons, formatFacts, formatNameOrId } from './account-parts.ts'

/** All forms of the id of an account, each easy to copy; the custom URL as far as its profile (`summary`) is known. */
export function idsView(
  {
    steamId,
    foundBy,
    summary,
  }: {
    steamId: SteamId
    foundBy: FoundBy | null
    summary: Pick<Account['profile'], 'personaname' | 'profileurl'> | null
  },
  texts: Texts,
): View {
  const customUrl = summary && parseAccount(summary.profileurl)
  const lines = [
    `## 🪪 ${formatNameOrId({ steamId, name: summary?.personaname ?? null }, texts)}`,
    ...[steamId, toSteam2(steamId), toSteam3(steamId)].map((id) => inlineCode(id)),
    ...(customUrl?.kind === 'vanity' ? [formatFacts([texts.lookup.customUrl, inlineCode(customUrl.name)])] : []),
  ]
  return createView('neutral', [lines.join('\n')], accountButtons({ steamId, foundBy }, [], null, texts))
}
