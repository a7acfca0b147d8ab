import { formatNameOrId } from '../../accounts/discord/views/account-parts.ts'
import type { Actor } from '../../model/actor.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import type { Texts } from './texts.ts'
import { dangerButton, questionView } from '../../discord/confirm.ts'
import { createView, type View } from '../../discord/view.ts'
import { publishedLines } from '../../discord/views/parts.ts'
import { idLines, type NamedAccount } from './watch-parts.ts'

/** What was forgotten of an account: whether it was on the list, whether it had an exception, and what became of its active ban. */
export interface Forgotten {
  wasWatched: boolean
  hadException: boolean
  ban: 'none' | 'lifted' | 'stays'
}

/** What the command that forgets an account needs. */
export interface ForgetContext {
  /** Deletes what a server has stored about an account in all features, its active ban only with `liftsBan`. */
  forgetAccount: (account: Actor & { steamId: SteamId; liftsBan: boolean }) => Promise<Forgotten>
  /** Whether a server bans an account now. */
  isBanned: (guildId: string, steamId: SteamId) => boolean
}

/** Asks whether to delete what the server has stored about an account. */
export function forgetQuestionView(
  account: NamedAccount,
  { isBanned, published }: { isBanned: boolean; published: OperatorLinks },
  texts: Texts,
): View {
  const { forget, buttons } = texts
  const lift = dangerButton('🗑️', buttons.forgetAndLift, toCustomId('forget', account.steamId, 'lift'))
  return questionView(
    [
      `### 🗑️ ${forget.question({ account: formatNameOrId(account, texts) })}`,
      forget.what,
      ...(isBanned ? [forget.isBanned] : []),
      ...idLines(account),
      `-# ${forget.remains}`,
      ...publishedLines(published, texts),
    ],
    toCustomId('forget', account.steamId),
    texts,
    { more: isBanned ? [lift] : [], tone: 'neutral' },
  )
}

/** Says what was deleted, and mentions an exception, because the rules of the policy decide from then on. */
export function forgottenView(
  account: NamedAccount,
  { wasWatched, hadException, ban }: Forgotten,
  published: OperatorLinks,
  texts: Texts,
): View {
  const { forget } = texts
  const heading = `### 🗑️ ${forget.done({ account: formatNameOrId(account, texts) })}`
  const lines = [
    heading,
    wasWatched ? forget.wasWatched : forget.wasNotWatched,
    ...(hadException ? [forget.hadException] : []),
    ...(ban === 'lifted' ? [forget.banLifted] : []),
    ...(ban === 'stays' ? [forget.banStays] : []),
    ...idLines(account),
    `-# ${forget.remains}`,
    ...publishedLines(published, texts),
  ]
  return createView('neutral', [lines.join('\n')], [])
}
