import { ApplicationCommandOptionType, Client, MessageFlags } from 'discord.js'
import { z } from 'zod'

// A minimal discord.js client: acknowledges every command, and does nothing else.
const { DISCORD_API_URL, DISCORD_TOKEN } = z
  .object({ DISCORD_API_URL: z.string(), DISCORD_TOKEN: z.string() })
  .parse(process.env)

const account = { name: 'account', description: 'account', type: ApplicationCommandOptionType.String as const }
const client = new Client({ intents: [], rest: { api: DISCORD_API_URL } })
client.once('clientReady', (ready) => {
  void ready.application.commands.set([{ name: 'lookup', description: 'lookup', options: [account] }])
})
client.on('interactionCreate', (interaction) => {
  if (interaction.isChatInputCommand()) void interaction.deferReply({ flags: MessageFlags.Ephemeral })
})
process.once('SIGTERM', () => process.exit())
await client.login(DISCORD_TOKEN)
