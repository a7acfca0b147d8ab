import { expect } from 'vitest'
import { isBan } from '../../src/model/ban.ts'
import { createStoredBans, type StoredBans } from '../../src/bans/stored-bans.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import { DEFAULT_PERMISSIONS, PERMISSION, type Person, type SimUser } from '../../packages/sim-discord/src/index.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { policyBot } from './policy-bot.ts'

const BANS = DEFAULT_PERMISSIONS | PERMISSION.banMembers

/** A bot with all commands, whose server has a ban list that is in memory too. */
export async function banBot(steam: Partial<Steam> = {}, rest: Partial<ServerContext> = {}) {
  // Assigned below, because the lists need the database that the bot opens.
  let stored: StoredBans | undefined
  const lists = () => stored ?? expect.fail('the lists are not loaded')
  const bans: ServerContext['bans'] = {
    find: (...args) => lists().find(...args),
    reload: () => lists().reload(),
  }
  const bot = await policyBot(steam, { bans, ...rest })
  const { context, guildId } = bot
  const onError = (error: unknown) => {
    throw error
  }
  stored = createStoredBans({ database: context.database, clock: context.clock, onError })
  await stored.load()
  return {
    ...bot,
    /** A moderator who may also ban. */
    banner: (more: Partial<Person> = {}): SimUser => bot.discord.user({ permissions: BANS, ...more }),
    /** A moderator who may ban and manage the server. */
    owner: (more: Partial<Person> = {}): SimUser =>
      bot.discord.user({ permissions: BANS | PERMISSION.manageGuild, ...more }),
    /** The ban that game servers of the server enforce now. */
    find: (steamId: string) => [lists().find(guildId, steamId)].find(isBan),
  }
}
