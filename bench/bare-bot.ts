import { ApplicationCommandOptionType, Client, MessageFlags } from 'discord.js'

// A minimal discord.js client: acknowledges every command, and does nothing else. It loads nothing else either, because its memory is
// compared with ours.
const { DISCORD_API_URL = '', DISCORD_TOKEN = '' } = process.env

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
