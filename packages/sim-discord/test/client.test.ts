import {
  ActionRowBuilder,
  AttachmentBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  ContextMenuCommandBuilder,
  ApplicationCommandType,
  FileBuilder,
  InteractionContextType,
  MessageFlags,
  PermissionFlagsBits,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  ThumbnailBuilder,
  type ApplicationCommandData,
  type Interaction,
  type MessageActionRowComponentBuilder,
} from 'discord.js'
import { describe, expect, test } from 'vitest'
import { answering, discord, logIn } from './support.ts'

const button = (customId: string, label: string) =>
  new ButtonBuilder().setCustomId(customId).setLabel(label).setStyle(ButtonStyle.Secondary)
const row = (...components: MessageActionRowComponentBuilder[]) =>
  new ActionRowBuilder<MessageActionRowComponentBuilder>().addComponents(components)
const text = (content: string) => new TextDisplayBuilder().setContent(content)

describe('a real client', () => {
  test('logs in, and reads its user from READY', async () => {
    const sim = await discord({ guilds: 3, name: 'Bot' })
    const { client } = await logIn(sim)
    await sim.gateway.untilReady()
    expect([client.user?.id, client.user?.username, client.application?.id]).toEqual([
      sim.applicationId,
      'Bot',
      sim.applicationId,
    ])
    expect([...client.guilds.cache.keys()]).toEqual(sim.guildIds)
    expect(sim.gateway.intents()).toEqual([0])
    expect(sim.rest.requests().map(({ route }) => route)).toEqual(['gateway'])
    expect(sim.violations()).toEqual([])
  })

  test('receives the command, the member and the channel', async () => {
    const seen: Interaction[] = []
    const { sim } = await answering(async (interaction) => seen.push(interaction))
    const before = Date.now()
    const user = sim.user({ name: 'Ada', locale: 'de', permissions: PermissionFlagsBits.BanMembers })
    const reply = user.type('/friends raider within:30')
    await expect.poll(() => seen.length).toBe(1)
    const [interaction] = seen
    if (!interaction?.isChatInputCommand()) throw new Error('not a command')
    expect({
      id: interaction.id,
      user: [interaction.user.id, interaction.user.displayName],
      locale: [interaction.locale, interaction.guildLocale],
      guild: interaction.guildId,
      channel: interaction.channelId,
      context: interaction.context,
      isFresh: Math.abs(interaction.createdTimestamp - before) < 1000,
      permissions: interaction.memberPermissions?.toArray(),
      limit: interaction.attachmentSizeLimit,
      options: [interaction.options.getString('account'), interaction.options.getInteger('within')],
    }).toEqual({
      id: reply.interactionId,
      user: [user.id, 'Ada'],
      locale: ['de', 'en-US'],
      guild: sim.guildIds[0],
      channel: user.channelId,
      context: InteractionContextType.Guild,
      isFresh: true,
      permissions: ['BanMembers'],
      limit: 10_485_760,
      options: ['raider', 30],
    })
  })

  test('defers, edits, and posts publicly', async () => {
    const { sim } = await answering(async (interaction) => {
      if (!interaction.isChatInputCommand()) return
      await interaction.deferReply({ flags: MessageFlags.Ephemeral })
      await interaction.editReply({ flags: MessageFlags.IsComponentsV2, components: [text('half')] })
      await interaction.editReply({ components: [text('whole'), row(button('v1:share', 'Share'))] })
      const message = await interaction.followUp({ flags: MessageFlags.IsComponentsV2, components: [text('shared')] })
      await interaction.editReply({ message, components: [text('shared, and edited')] })
    })
    const reply = sim.user().type('/friends raider')
    expect((await reply.acknowledged()).type).toBe(5)
    await reply.until(() => reply.followUps()[0]?.text() === 'shared, and edited')
    expect(reply.text()).toBe('whole\n[1 Share]\n👁 Only you can see this')
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.edits().map(({ text }) => text.split('\n')[0])).toEqual(['Bot is thinking…', 'half', 'whole'])
    expect(sim.channel().map((message) => message.text())).toEqual(['shared, and edited'])
  })

  test('sends files, and shows them with components', async () => {
    const { sim } = await answering(async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const container = new ContainerBuilder()
          .setAccentColor(0x00ff00)
          .addSectionComponents((section) =>
            section
              .addTextDisplayComponents(text('Raider'))
              .setThumbnailAccessory(new ThumbnailBuilder().setURL('attachment://face.png').setDescription('a face')),
          )
          .addFileComponents(new FileBuilder().setURL('attachment://result.csv'))
        await interaction.reply({
          flags: MessageFlags.IsComponentsV2,
          components: [container, row(button('v1:again', 'Again'))],
          files: [
            new AttachmentBuilder(Buffer.from('picture'), { name: 'face.png', description: 'a face' }),
            new AttachmentBuilder(Buffer.from('a,b\n'), { name: 'result.csv' }),
          ],
        })
      }
      if (interaction.isButton()) {
        const [first] = interaction.message.components
        const json = JSON.stringify(first?.toJSON())
        await interaction.reply(`${interaction.message.attachments.size} ${json.includes('attachment://')}`)
      }
    })
    const reply = sim.user().type('/friends raider')
    await reply.until('result.csv')
    expect(reply.text()).toBe(
      ['┃ [#00ff00]', '┃ Raider', '┃ (picture: a face)', '┃ 📎 result.csv (4 B)', '[1 Again]'].join('\n'),
    )
    expect(reply.files().map(({ name, text, size }) => [name, text, size])).toEqual([
      ['face.png', 'picture', 7],
      ['result.csv', 'a,b\n', 4],
    ])
    const download = await fetch(reply.files()[1]?.url ?? '')
    expect([await download.text(), download.headers.get('content-type')]).toEqual(['a,b\n', 'text/csv; charset=utf-8'])
    // The message in a click contains the URLs.
    expect(await reply.click('Again').until(/./)).toBe('0 false')
    expect(
      sim.rest
        .requests()
        .find(({ files }) => files.length > 0)
        ?.files.map(({ name }) => name),
    ).toEqual(['face.png', 'result.csv'])
  })

  test('updates the clicked message, and reads its origin', async () => {
    const { sim } = await answering(async (interaction) => {
      if (interaction.isChatInputCommand()) {
        await interaction.reply({ content: 'page 1', components: [row(button('v1:2', 'Next ▶'))] })
      } else if (interaction.isButton() && interaction.customId === 'v1:2') {
        const { interactionMetadata } = interaction.message
        const isOwn = interactionMetadata?.user.id === interaction.user.id
        const menu = new StringSelectMenuBuilder()
          .setCustomId('v1:sort')
          .setPlaceholder('Sort by')
          .addOptions({ label: 'Newest', value: 'new' }, { label: 'Oldest', value: 'old', default: true })
        await interaction.update({ content: isOwn ? 'page 2' : 'not yours', components: [row(menu)] })
      } else if (interaction.isStringSelectMenu()) {
        await interaction.deferUpdate()
        await interaction.editReply({ content: `sorted by ${interaction.values.join()}`, components: [] })
      }
    })
    const reply = sim.user().type('/friends raider')
    await reply.until('page 1')
    const click = reply.click('Next')
    expect(await click.until('page 2')).toBe('page 2\n▾ Sort by\n  ○ Newest\n  ● Oldest')
    expect(click.message()?.id).toBe(reply.message()?.id)
    const choice = reply.select('Newest')
    expect(await choice.until('sorted')).toBe('sorted by new')
    expect((await choice.acknowledged()).type).toBe(6)
    expect(reply.text()).toBe('sorted by new')
    expect(sim.channel()).toHaveLength(1)
  })

  test('fetches its deployed commands', async () => {
    const sim = await discord()
    const { client } = await logIn(sim)
    const commands = [
      new SlashCommandBuilder()
        .setName('friends')
        .setNameLocalizations({ de: 'freunde' })
        .setDescription('Friends of an account')
        .setDescriptionLocalizations({ de: 'Freunde eines Kontos' })
        .setDefaultMemberPermissions(PermissionFlagsBits.ModerateMembers)
        .setContexts(InteractionContextType.Guild)
        .setIntegrationTypes(0)
        .addStringOption((option) =>
          option.setName('account').setDescription('Whose').setRequired(true).setMaxLength(200),
        )
        .addIntegerOption((option) =>
          option
            .setName('within')
            .setDescription('Days')
            .setMinValue(1)
            .addChoices({ name: 'a month', value: 30 }, { name: 'a year', value: 365 }),
        ),
      new ContextMenuCommandBuilder().setName('Look Up').setType(ApplicationCommandType.Message).setIntegrationTypes(0),
    ].map((command) => JSON.parse(JSON.stringify(command)) as ApplicationCommandData & { name: string })
    await client.application?.commands.set(commands)
    const deployed = await client.application?.commands.fetch({ withLocalizations: true })
    const isSame = (name: string, command: ApplicationCommandData | undefined) =>
      deployed?.find((each) => each.name === name)?.equals(command ?? ({} as never), true)
    expect(deployed?.size).toBe(2)
    expect([isSame('friends', commands[0]), isSame('Look Up', commands[1])]).toEqual([true, true])
    expect(isSame('friends', { ...commands[0], description: 'Something else' } as ApplicationCommandData)).toBe(false)
    expect([sim.commands.puts(), sim.violations()]).toEqual([1, []])
  })
})
