import {
  LabelBuilder,
  ModalBuilder,
  Routes,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  type Interaction,
} from 'discord.js'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SimDiscord } from '../../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { discord, logIn, V2 } from '../../../packages/sim-discord/test/support.ts'
import { DEPLOYED } from '../../../packages/sim-discord/test/deployed.ts'
import { openTestPrompt } from './support.ts'

let sim: SimDiscord
let client: Awaited<ReturnType<typeof logIn>>['client']

const text = (content: string): object => ({ type: 10, content })
const button = (label: string): object => ({
  type: 1,
  components: [{ type: 2, style: 1, label, custom_id: `v1:${label}` }],
})
const inputs = [
  new TextInputBuilder().setCustomId('why').setStyle(TextInputStyle.Short).setMaxLength(10),
  new TextInputBuilder().setCustomId('until').setStyle(TextInputStyle.Short).setRequired(false).setValue('30d'),
] as const
const menu = new StringSelectMenuBuilder().setCustomId('tell').addOptions([
  { label: 'nobody', value: 'nobody', default: true },
  { label: 'moderators', value: 'moderators' },
])
const form = new ModalBuilder()
  .setCustomId('v1:watch')
  .setTitle('Watch Roof Raider')
  .addLabelComponents(
    new LabelBuilder().setLabel('Reason').setDescription('Seen by moderators').setTextInputComponent(inputs[0]),
    new LabelBuilder().setLabel('Until').setTextInputComponent(inputs[1]),
    new LabelBuilder().setLabel('Tell').setStringSelectMenuComponent(menu),
  )

/** A bot that answers a command with a button, the button with a modal, and the modal with its values. */
async function answerAll(interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand()) {
    const { options, commandName } = interaction
    const channel = options.getChannel('channel')?.id
    if (commandName === 'batch') await interaction.showModal(form)
    else
      await interaction.reply({
        content: `Roof Raider ${channel ?? ''}`,
        components: [button('Watch')],
        flags: 64,
      } as never)
  }
  if (interaction.isButton()) await interaction.showModal(form)
  if (!interaction.isModalSubmit()) return
  const { fields } = interaction
  const [why, until] = [fields.getTextInputValue('why'), fields.getTextInputValue('until')]
  const content = `watched: ${why}, until "${until}", told: ${fields.getStringSelectValues('tell').join()}`
  if (interaction.isFromMessage()) await interaction.update({ content })
  else await interaction.reply({ content, flags: 64 })
}

beforeEach(async () => {
  sim = await discord()
  sim.commands.set(DEPLOYED)
  ;({ client } = await logIn(sim, answerAll))
})
const open = (rows?: number) => openTestPrompt({ discord: sim, sim: { world: createWorld({ accounts: 1 }) } }, rows)
const post = (channelId: string, content: string, roles: string[] = []) =>
  client.rest.post(Routes.channelMessages(channelId), {
    body: { flags: V2, components: [text(content), button('Look up')], allowed_mentions: { parse: [], roles } },
  })

describe('a modal', () => {
  test('asks for its fields in the input line, and shows the answer in the message', async () => {
    const { enter, input, until } = open()
    enter('/lookup raider')
    await until(/\[1 Watch\]/)
    enter('1')
    await until(
      /\n▢ Watch Roof Raider\n {2}Reason – Seen by moderators; at most 10 characters \(cancel closes the form\)\nReason:$/,
    )
    enter('cheats')
    await until(/\nUntil: 30d$/)
    input.write('7')
    await until(/\n {2}Until \(optional; Enter keeps what is chosen; cancel closes the form\)\nUntil: 30d7$/)
    input.write('\u007F\r')
    await until(/ {4}1 nobody \(chosen\)\n {4}2 moderators\nTell:$/)
    enter('2')
    expect(await until(/#1 \/lookup raider › Watch\nwatched: cheats, until "30d", told: moderators/)).toMatch(
      /\n\nmoderator:$/,
    )
    expect(sim.violations()).toEqual([])
  })

  test('keeps what is chosen when nothing is typed, and closes at cancel below a field that is filled in', async () => {
    const { enter, until } = open()
    enter('/batch')
    await until(/Reason:$/)
    for (const [line, next] of [
      ['cheats', /Until: 30d$/],
      ['', /Tell:$/],
    ] as const) {
      enter(line)
      await until(next)
    }
    enter('')
    await until(/watched: cheats, until "30d", told: nobody/)
    enter('/batch')
    await until(/Reason:$/)
    enter('cheats')
    await until(/Until: 30d$/)
    enter('cancel')
    await until(/\nWatch Roof Raider: closed, nothing was sent\.\nmoderator:$/)
  })

  test('asks again for a field that is needed when nothing is typed', async () => {
    const { enter, until } = open()
    enter('/batch')
    await until(/Reason:$/)
    enter('')
    await until(/✗ Reason: needed; cancel closes the form\.\n▢ Watch Roof Raider\n.*\nReason:$/)
    enter('cheats')
    await until(/Until: 30d$/)
  })

  test('takes no command for the text of a field, and cancel closes it', async () => {
    const { enter, until } = open()
    enter('/batch')
    await until(/Reason:$/)
    enter('/lookup raider')
    await until(/✗ A form is open; cancel closes it\.\n▢ Watch Roof Raider\n.*\nReason:$/)
    enter('cancel')
    await until(/^Watch Roof Raider: closed, nothing was sent\.\nmoderator:$/)
  })
})

describe('a message that the bot posts', () => {
  test('appears without a key, above what the user is typing', async () => {
    const { input, until } = open()
    input.write('/lookup rai')
    await until(/moderator: \/lookup rai$/)
    const channelId = sim.guild().createChannel({ name: 'alerts' })
    await post(channelId, 'Roof Raider was banned')
    await until(/^#1 in #alerts, public\nRoof Raider was banned\n\[1 Look up\]\n\nmoderator: \/lookup rai$/)
    input.write('der\r')
    await until(/#2 \/lookup raider\nRoof Raider/)
  })

  test('is announced with the role that gets a notification', async () => {
    const { until } = open()
    const [mods, owners] = [sim.guild().createRole({ name: 'Mods' }), sim.guild().createRole({ isMentionable: false })]
    await post(sim.guild().channelId, `<@&${mods}> <@&${owners}>`, [mods, owners])
    await until(/^#1 in #moderation, public, notifies @Mods\n@Mods @role\n/)
  })
})

test('commands take channels and roles by name', async () => {
  const { enter, until } = open()
  const guild = sim.guild()
  const channelId = guild.createChannel({ name: 'alerts' })
  guild.createRole({ name: 'Mods' })
  enter('/watch channel channel:#alerts role:@Mods')
  await until(new RegExp(`#1 /watch channel channel:#alerts role:@Mods\nRoof Raider ${channelId}`))
  enter('/watch channel channel:#alarm')
  await until(/✗ \/watch channel: channel is a channel of the guild, not "#alarm"/)
})

test('the language of the server is that of the next interactions', async () => {
  const { enter, until } = open()
  enter('server de')
  await until(/^The server's language is German now; alerts use it from the next command on\.\nmoderator:$/)
  expect(sim.user().sendRaw({}).sent()['guild_locale']).toBe('de')
})
