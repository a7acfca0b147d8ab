import type { Reader, ServerNotes } from '../../accounts/discord/card-context.ts'
import { judgingOf } from '../../policy/discord/judging.ts'
import { policyLines, refusedTexts } from '../../policy/discord/policy-line.ts'
import type { PolicyContext } from '../../policy/policy-context.ts'
import { noteWatched } from '../../watch/discord/account-notes.ts'
import { watchListedButtons } from '../../watch/discord/watch-parts.ts'
import { findEarlierBans } from '../../watch/earlier-bans.ts'
import { renewRecords } from '../../watch/renew-records.ts'
import type { WatchContext } from '../../watch/watch-context.ts'
import { texts as translated } from './texts.ts'

/** The additions of a server's watch list and policy to answers about accounts. */
export function createServerNotes(
  context: WatchContext & Pick<PolicyContext, 'policies'>,
  { guildId, language, now }: Reader,
): ServerNotes {
  const texts = translated[language]
  // Read at each use, because the policy may change during a scan of minutes.
  const judging = () => judgingOf(context, guildId, now)
  return {
    onAccount: async (account, facts) => ({
      ...(await noteWatched(context, guildId, account, texts)),
      verdict: policyLines(judging(), facts, texts),
    }),
    findEarlierBans: (shown) => findEarlierBans(context, guildId, shown),
    renewRecords: (shown) => renewRecords(context, guildId, shown),
    refused: (listed, room) => refusedTexts(judging(), listed, room, texts),
    tableButtons: (which, count) => watchListedButtons(which, count, texts),
  }
}
