import type { PolicyTerms } from '../../src/model/policy.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import { policyStatus } from '../../src/policy/policy-status.ts'
import { saveTerms } from '../../src/policy/save-terms.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { watchBot } from './watch-bot.ts'

/** Who saves policies in these tests, apart from the users of the bot. */
const OWNER = '300000000000000009'

/** A bot with all commands, whose server may have a policy. */
export async function policyBot(steam: Partial<Steam> = {}, rest: Partial<ServerContext> = {}) {
  const bot = await watchBot(steam, rest)
  const { context, guildId } = bot
  const status = () => policyStatus(context, guildId)
  return {
    ...bot,
    actor: { guildId, locale: 'en-US', userId: OWNER },
    status,
    /** Saves these terms on top of the default ones, as another user. */
    async save(terms: Partial<PolicyTerms>) {
      const { version = 0 } = (await status())?.policy ?? {}
      const actor = { guildId, locale: 'en-US', userId: OWNER }
      const full: PolicyTerms = { mode: 'observe', rules: {}, onUnknown: {}, actions: {}, appeal: '', ...terms }
      return saveTerms(context, { ...actor, terms: full, fromVersion: version })
    },
  }
}
