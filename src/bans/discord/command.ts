import type { CardContext } from '../../accounts/discord/server-notes.ts'
import type * as bot from '../../discord/command.ts'
import type { Subcommand as BotSubcommand } from '../../discord/subcommand.ts'
import type { Language } from '../../model/language.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { UndoId } from '../../model/undo.ts'
import type { AddedBans, BanRequest } from '../add-bans.ts'
import type { BansContext } from '../bans-context.ts'
import type { PresetsContext } from '../presets.ts'
import type { ListFileReader } from '../formats/list-file-reader.ts'
import type { Texts } from './texts.ts'

/** What ban lists need to know of the policy, whose game servers refuse the banned players. */
export interface DoorContext {
  /** Bans accounts by hand; throws a BanError, or a WatchError about the end. The exceptions are those that were removed. */
  banAccounts: (
    request: BanRequest,
  ) => Promise<AddedBans & { exceptions: readonly { steamId: SteamId }[]; undo: UndoId | null }>
  /** What a player reads who is refused for this reason; in `language` if the server has no policy. */
  gameReason: (guildId: string | null, reason: string, language: Language) => string
  /** The number of game servers with a token, and when one of them last asked; null for never. */
  gameServers: (guildId: string) => Promise<GameServers>
}

export interface GameServers {
  count: number
  lastAskedAt: number | null
}

/** What reads the lists that users give. */
export interface ListContext {
  listReader: ListFileReader
}

/** The argument of a running task about ban lists. */
export type Invocation = bot.Invocation<CardContext & BansContext & PresetsContext & DoorContext & ListContext, Texts>
export type Task = bot.Task<Invocation>
export type Action = bot.Action<Invocation>
export type Form = bot.Form<Invocation>
export type Subcommand = BotSubcommand<Invocation>
