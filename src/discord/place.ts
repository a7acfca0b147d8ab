import type { BaseInteraction, PermissionsBitField } from 'discord.js'

/** The fields of an interaction that say where it comes from. */
export type Placed = Pick<BaseInteraction, 'guildId' | 'memberPermissions' | 'authorizingIntegrationOwners'>

/**
 * The server of an interaction if it has installed the bot; null elsewhere. Only such a server entrusts data to the bot: in any other one a
 * user may use the bot that they have installed themselves, and the permissions that Discord sends along say nothing about this bot.
 */
export const serverOf = ({ guildId, authorizingIntegrationOwners: owners }: Placed): string | null =>
  guildId !== null && owners.guildId === guildId ? guildId : null

/** The permissions of a member in a server that has installed the bot; null elsewhere. */
export const permissionsOf = (interaction: Placed): Readonly<PermissionsBitField> | null =>
  serverOf(interaction) === null ? null : interaction.memberPermissions

/** Why an interaction has no server with the bot: it is a direct message, or the server has not installed the bot. */
export type NoServer = 'server_only' | 'not_installed_here'

/** The reason why `serverOf` is null. */
export const noServerOf = ({ guildId }: Placed): NoServer => (guildId === null ? 'server_only' : 'not_installed_here')
