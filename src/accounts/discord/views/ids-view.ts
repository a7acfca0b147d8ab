import { inlineCode } from 'discord.js'
import type { Account } from '../../../model/account.ts'
import { parseAccount, toSteam2, toSteam3, type FoundBy } from '../../../model/steam-id.ts'
import { createView, type View } from '../../../discord/view.ts'
import type { Texts } from '../texts.ts'
import { accountButtons, formatFacts } from './account-parts.ts'
import { displayName } from './words.ts'

/** All forms of the id of an account, each easy to copy. */
export function idsView({ steamId, profile }: Account, foundBy: FoundBy | null, texts: Texts): View {
  const customUrl = parseAccount(profile.profileurl)
  const lines = [
    `## 🪪 ${displayName(profile.personaname, texts)}`,
    ...[steamId, toSteam2(steamId), toSteam3(steamId)].map((id) => inlineCode(id)),
    ...(customUrl?.kind === 'vanity' ? [formatFacts([texts.lookup.customUrl, inlineCode(customUrl.name)])] : []),
  ]
  return createView('neutral', [lines.join('\n')], accountButtons({ steamId, foundBy }, [], null, texts))
}
