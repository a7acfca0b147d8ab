/** The user who changes the data of a Discord server, and the locale of the server. */
export interface Actor {
  guildId: string
  locale: string
  userId: string
}

/** The id of the user whom a text mentions as Discord writes it; undefined if it says anything else. */
export const mentionedUser = (text: string): string | undefined => /^<@!?(\d+)>$/.exec(text)?.[1]
