import { commands } from '../../commands/index.ts'
import { DEFAULT_PERMISSIONS, PERMISSION, type Person, type SimUser } from '../../packages/sim-discord/src/index.ts'
import { createCallContext } from '../../src/lib/call-context.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { addWatch } from '../../src/watch/entries.ts'
import type { ServerContext } from '../../src/app/bot/discord.ts'
import type { Steam } from '../../src/steam/steam.ts'
import { botWith, type TestBotOptions } from './fake-discord-bot.ts'
import { openWatchTest } from './watch-tests.ts'

const MANAGER = DEFAULT_PERMISSIONS | PERMISSION.manageGuild

/** A bot with all commands and a database of its own, which users may install too; its Steam knows each account as clean, unless `steam` says otherwise. */
export async function watchBot(
  steam: Partial<Steam> = {},
  rest: Partial<ServerContext> = {},
  options: TestBotOptions = {},
) {
  const { context, database, time } = await openWatchTest(steam, rest)
  const bot = await botWith(commands, { context, userAllowance: { check() {}, take() {} }, ...options })
  const guildId = bot.discord.guildIds[0] ?? ''
  return {
    ...bot,
    context,
    database,
    /** The context's time, which the test may set. */
    time,
    guildId,
    /** A member who may time out others. */
    moderator: (more: Partial<Person> = {}): SimUser => bot.discord.user(more),
    /** A moderator who may also manage the server. */
    manager: (more: Partial<Person> = {}): SimUser => bot.discord.user({ permissions: MANAGER, ...more }),
    /** Puts an account on the list of the server. */
    watch: (steamId: SteamId, { reason = 'aimbot', userId = '300000000000000001' } = {}) =>
      addWatch(
        context,
        { guildId, locale: 'en-US', userId, steamId, reason, until: null },
        createCallContext(new AbortController().signal),
      ),
    /** The list of the server, as stored. */
    list: () => database.read(({ watches }) => watches.list(guildId)),
    /** The log of the server, as stored. */
    changes: () => database.read(({ audit }) => audit.list(guildId, 1_000)),
  }
}
