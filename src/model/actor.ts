/** The user who changes the data of a Discord server, and the locale of the server. */
export interface Actor {
  guildId: string
  locale: string
  userId: string
}
