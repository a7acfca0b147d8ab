/** Why messages for a Discord server cannot be sent. */
export type AlertBlock = 'channel_gone' | 'forbidden'

/** A Discord server that has entrusted data to the service. */
export interface Guild {
  guildId: string
  /** Where alerts go; null until `/watch channel` has set it. */
  alertChannelId: string | null
  /** The role that alerts mention; null for none. */
  alertRoleId: string | null
  /** The Discord locale of the server, for the language of its alerts. */
  locale: string
  /** Set when Discord refused a message for good; `/watch channel` clears it. */
  alertBlock: AlertBlock | null
  /** When a complete listing of the bot's servers last contained it; null if none ever did. */
  lastListedAt: number | null
  /** When the first complete listing without it was, since the last one with it; null while it is listed, or never was. */
  absentSince: number | null
  lastInteractionAt: number
}

export interface GuildsRepository {
  get(guildId: string): Promise<Guild | undefined>
  /** Creates the server if it is unknown, and notes that somebody has used the bot there. */
  touch(guildId: string, locale: string, now: number): Promise<void>
  /** Sets channel and role of a known server, and clears its block. */
  setAlertChannel(guildId: string, channel: { channelId: string; roleId: string | null }): Promise<void>
  block(guildId: string, reason: AlertBlock): Promise<void>
  /** Notes which of the known servers a complete listing contained; with `countsAbsence`, also which it did not contain. */
  recordListing(guildIds: readonly string[], now: number, countsAbsence: boolean): Promise<void>
  /** Servers that are absent since `before` or earlier, and whose last interaction is older than `before`. */
  abandoned(before: number): Promise<string[]>
  /** Deletes a server with all its watches, alerts and its audit log. */
  remove(guildId: string): Promise<void>
  all(): Promise<Guild[]>
}
