import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { type Preset, presetSchema } from '../../model/preset.ts'
import { toolNameOf, ToolServerGoneError } from '../../model/tool-token.ts'
import { flagColumn, inChunks, jsonColumn, selectRows, toRow } from '../../database/rows.ts'

const ALERT_BLOCKS = ['channel_gone', 'forbidden'] as const

/** Why messages for a Discord server cannot be sent. */
export type AlertBlock = (typeof ALERT_BLOCKS)[number]

const guildSchema = z.object({
  guildId: z.string(),
  /** The channel for alerts; null until `/watch channel` has set it. */
  alertChannelId: z.string().nullable(),
  /** The role that alerts mention; null for none. */
  alertRoleId: z.string().nullable(),
  /** Whether the server is told when a game server asks about a watched account. */
  reportsJoins: flagColumn,
  /** The locale of what the server and its players read: the one that Discord sent last for the server, or the chosen one. */
  locale: z.string(),
  /** Whether `locale` was chosen with `/settings language`. */
  isLocaleChosen: flagColumn,
  /** The channel in which changes are told, or `LOG_OFF`; null for the channel for alerts. */
  logChannelId: z.string().nullable(),
  /** Whether the server was told that changes are told in its channel for alerts, and how to switch that off. */
  isLogExplained: flagColumn,
  /** Why Discord refused the last message; null if it did not, and after `/watch channel`. */
  alertBlock: z.enum(ALERT_BLOCKS).nullable(),
  /** Why Discord refused the last line in the channel that `/settings log` has set; null if it did not, and after `/settings log`. */
  logBlock: z.enum(ALERT_BLOCKS).nullable(),
  /** When a complete listing of the bot's servers last contained this server; null if no listing did. */
  lastListedAt: unixSecondsSchema.nullable(),
  /** Since when complete listings lack this server; null while it is listed, or if it was never listed. */
  absentSince: unixSecondsSchema.nullable(),
  lastInteractionAt: unixSecondsSchema,
})
/** A Discord server with data in the service. */
export type Guild = z.infer<typeof guildSchema>

const presetsSchema = z.object({ presets: jsonColumn(z.array(presetSchema)) })

/** Fields of a server to be set. */
type GuildFields = { [Field in keyof Guild]?: Guild[Field] | undefined }

/** The locale of a server, and whether it was chosen. */
export type LocaleChoice = Pick<Guild, 'locale' | 'isLocaleChosen'>

/** What a server chooses with `/watch channel`. */
export interface AlertChoice {
  channelId: string
  /** The role that alerts mention; null for none, undefined to leave that as it is. */
  roleId?: string | null | undefined
  /** Whether the server is told about joins; undefined to leave that as it is. */
  reportsJoins?: boolean | undefined
}

export function createGuildsRepository(db: Knex) {
  /** Sets these fields of a known server; one that is undefined stays as it is. */
  const set = async (guildId: string, fields: GuildFields): Promise<void> => {
    await db('guilds').where('guild_id', guildId).update(toRow(guildSchema, fields))
  }
  return {
    async get(guildId: string): Promise<Guild | undefined> {
      return (await selectRows('guilds', guildSchema, db('guilds').where('guild_id', guildId)))[0]
    },

    /**
     * Records that the bot was used in a server, with its locale at Discord unless another one was chosen, and creates the server if it is unknown.
     * Changes by a tool (`author`) do not count, because the tool may go on when the server has removed the bot; they throw a ToolServerGoneError if
     * the server is unknown.
     */
    async touch(guildId: string, locale: string, now: number, author?: string): Promise<void> {
      if (author !== undefined && toolNameOf(author) !== undefined) {
        const known: unknown[] = await db('guilds').where('guild_id', guildId).select('guild_id')
        if (known.length === 0) throw new ToolServerGoneError()
        return
      }
      await db('guilds')
        .insert({ guild_id: guildId, locale, last_interaction_at: now })
        .onConflict('guild_id')
        .merge({
          locale: db.raw('CASE WHEN guilds.is_locale_chosen THEN guilds.locale ELSE excluded.locale END'),
          last_interaction_at: now,
        })
    },

    set,

    /** Sets the channel and, as far as they are given, the role and the choice about joins of a known server, and clears its block. */
    setAlertChannel: (
      guildId: string,
      { channelId: alertChannelId, roleId: alertRoleId, reportsJoins }: AlertChoice,
    ): Promise<void> => set(guildId, { alertChannelId, alertRoleId, reportsJoins, alertBlock: null }),

    ...createPresets(db),
    ...createListings(db),

    /**
     * Deletes a server with everything that belongs to it in any table. Call `watches.removeAll` before, which marks the accounts that are
     * then on no list.
     */
    async remove(guildId: string): Promise<void> {
      await db('guilds').where('guild_id', guildId).delete()
    },

    all: (): Promise<Guild[]> => selectRows('guilds', guildSchema, db('guilds').orderBy('guild_id')),
  }
}

/** The usual reasons for bans. */
const createPresets = (db: Knex) => ({
  /** The usual reasons for bans of a server, in the order in which it has written them. */
  async presets(guildId: string): Promise<readonly Preset[]> {
    return (await selectRows('guilds', presetsSchema, db('guilds').where('guild_id', guildId)))[0]?.presets ?? []
  },

  async setPresets(guildId: string, presets: readonly Preset[]): Promise<void> {
    await db('guilds').where('guild_id', guildId).update(toRow(presetsSchema, { presets }))
  },
})

/** Which servers complete listings of the bot's servers contained and lacked. */
const createListings = (db: Knex) => ({
  /** Records which known servers a complete listing contained and, with `countsAbsence`, which known servers it lacked. */
  async recordListing(guildIds: readonly string[], now: number, countsAbsence: boolean): Promise<void> {
    await inChunks(guildIds, (chunk) =>
      db('guilds').whereIn('guild_id', chunk).update({ last_listed_at: now, absent_since: null }),
    )
    if (!countsAbsence) return
    const present = await db('guilds')
      .whereNotNull('last_listed_at')
      .whereNull('absent_since')
      .pluck<string[]>('guild_id')
    const listed = new Set(guildIds)
    const absent = present.filter((guildId) => !listed.has(guildId))
    await inChunks(absent, (chunk) => db('guilds').whereIn('guild_id', chunk).update({ absent_since: now }))
  },

  /** Servers that have been absent since `before` or earlier, and had their last interaction before `before`. */
  abandoned: async (before: number): Promise<string[]> =>
    db('guilds')
      .where('absent_since', '<=', before)
      .where('last_interaction_at', '<', before)
      .pluck<string[]>('guild_id'),
})
