import { PERMISSION, type SimDiscord } from '../../packages/sim-discord/src/index.ts'

/** Adds channels and roles to the demo's server, one of each that alerts cannot use. */
export function furnishGuild(discord: SimDiscord): void {
  const guild = discord.guild()
  guild.rename('Rust community')
  guild.createChannel({ name: 'alerts' })
  guild.createChannel({ name: 'read-only', denied: PERMISSION.sendMessages })
  guild.createRole({ name: 'Mods' })
  guild.createRole({ name: 'Owners', isMentionable: false })
}
