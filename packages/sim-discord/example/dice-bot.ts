import { ActionRowBuilder, ButtonBuilder, ButtonStyle, Client, Events, SlashCommandBuilder } from 'discord.js'

const COMMAND = new SlashCommandBuilder()
  .setName('roll')
  .setDescription('Rolls a die that only you see')
  .addIntegerOption((option) => option.setName('sides').setDescription('6 if left out').setMinValue(2))

/** Starts a bot that rolls dice; `api` is the address of Discord. */
export async function startBot(token: string, api = 'https://discord.com/api'): Promise<Client> {
  const client = new Client({ intents: [], rest: { api } })
  client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.reply({ ...roll(interaction.options.getInteger('sides') ?? 6), flags: 'Ephemeral' })
    }
    if (interaction.isButton()) await interaction.update(roll(Number(interaction.customId)))
  })
  client.once(Events.ClientReady, (ready) => ready.application.commands.set([COMMAND]))
  await client.login(token)
  return client
}

/** A message with a roll; the button carries the number of sides. */
function roll(sides: number) {
  const again = new ButtonBuilder().setCustomId(String(sides)).setLabel('Again').setStyle(ButtonStyle.Primary)
  const row = new ActionRowBuilder<ButtonBuilder>().addComponents(again)
  return { content: `${1 + Math.floor(Math.random() * sides)} of ${sides}`, components: [row] }
}
