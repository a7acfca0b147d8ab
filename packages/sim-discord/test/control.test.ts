import { LabelBuilder, ModalBuilder, TextInputBuilder, TextInputStyle, type Interaction } from 'discord.js'
import { describe, expect, test } from 'vitest'
import type { SimDiscord } from '../src/server.ts'
import { PERMISSION } from '../src/wire.ts'
import { answering, ask, asBot, discord, V2 } from './support.ts'

/** Sends a control request, and returns its status and its answer. */
async function control(sim: SimDiscord, method: string, path: string, body?: object) {
  const response = await fetch(`${sim.url}/_sim/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const post = (sim: SimDiscord, channelId: string, body: object) =>
  ask(sim, 'POST', `/channels/${channelId}/messages`, body, asBot(sim))
const text = (content: string): object => ({ type: 10, content })
const button = { type: 1, components: [{ type: 2, style: 1, label: 'Watch', custom_id: 'v1:watch' }] }
const form = new ModalBuilder()
  .setCustomId('v1:watch')
  .setTitle('Watch')
  .addLabelComponents(
    new LabelBuilder()
      .setLabel('Reason')
      .setTextInputComponent(new TextInputBuilder().setCustomId('why').setStyle(TextInputStyle.Short)),
  )

/** A bot that answers a command with a button, the button with a modal, and the modal with its text. */
async function answerAll(interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand()) {
    await interaction.deferReply({ flags: 64 })
    await interaction.editReply({ content: 'Roof Raider', components: [button] })
  }
  if (interaction.isButton()) await interaction.showModal(form)
  if (interaction.isModalSubmit()) {
    await interaction.deferUpdate()
    await interaction.editReply({ content: `watched: ${interaction.fields.getTextInputValue('why')}`, components: [] })
  }
}

describe('control requests', () => {
  test('use the bot: type a command, press a button, submit a modal', async () => {
    const users = new Set<string>()
    const { sim } = await answering(async (interaction) => {
      users.add(interaction.user.id)
      await answerAll(interaction)
    })
    const typed = await control(sim, 'POST', 'type', { line: '/friends raider' })
    expect(typed.body).toMatchObject({ text: expect.stringContaining('Roof Raider'), buttons: ['Watch'] })
    const pressed = await control(sim, 'POST', 'press', { message: typed.body['message'], button: 'Watch' })
    expect(pressed.body).toMatchObject({ modal: { title: 'Watch' } })
    const order = { interaction: pressed.body['interaction'], values: { Reason: 'cheats' } }
    expect((await control(sim, 'POST', 'submit', order)).body).toMatchObject({
      message: typed.body['message'],
      text: expect.stringContaining('watched: cheats'),
    })
    expect(users.size).toBe(1)
  })

  test('list the guilds and the messages of a channel', async () => {
    const sim = await discord({ guilds: 2 })
    const channelId = sim.guild(sim.guildIds[1]).channelId
    await post(sim, channelId, { flags: V2, components: [text('banned'), button] })
    expect((await control(sim, 'GET', 'guilds')).body).toMatchObject([
      { id: sim.guildIds[0], channels: { [sim.guild().channelId]: 'moderation' } },
      { id: sim.guildIds[1], channelId, roles: { [sim.guildIds[1] ?? '']: '@everyone' } },
    ])
    expect((await control(sim, 'GET', `messages?channel=${channelId}`)).body).toEqual([
      {
        id: sim.channel(channelId)[0]?.id,
        createdAt: expect.any(String),
        text: 'banned\n[1 Watch]',
        notifies: [],
        buttons: [{ label: 'Watch', customId: 'v1:watch' }],
        files: [],
      },
    ])
    expect((await control(sim, 'GET', 'messages')).body).toEqual([])
  })

  test('create and delete channels, take permissions, and remove the bot', async () => {
    const sim = await discord()
    const channel = String((await control(sim, 'POST', 'channel', { name: 'bans' })).body['id'])
    const statusOf = async () => (await post(sim, channel, { content: 'x' })).status
    expect(await statusOf()).toBe(200)
    await control(sim, 'POST', 'deny', { channel, permissions: String(PERMISSION.sendMessages) })
    expect(await statusOf()).toBe(403)
    await control(sim, 'POST', 'deny', { channel, permissions: '0' })
    await control(sim, 'POST', 'bot', { isMember: false })
    expect(await statusOf()).toBe(403)
    await control(sim, 'POST', 'bot', { isMember: true })
    expect(await statusOf()).toBe(200)
    await control(sim, 'DELETE', 'channel', { channel })
    expect(await statusOf()).toBe(404)
  })

  test('make requests fail', async () => {
    const sim = await discord()
    await control(sim, 'POST', 'fail', { match: 'message', status: 503, isAccepted: true })
    expect((await post(sim, sim.guild().channelId, { content: 'x' })).status).toBe(503)
    expect(sim.channel()).toHaveLength(1)
    expect((await control(sim, 'GET', 'violations')).body).toEqual({ violations: [], rateLimited: 0 })
  })

  test('with a mistake are rejected with the reason', async () => {
    const sim = await discord()
    expect((await control(sim, 'POST', 'nothing')).status).toBe(404)
    expect(await control(sim, 'POST', 'fail', { match: 'message', status: 200 })).toMatchObject({ status: 400 })
    expect(await control(sim, 'POST', 'type', { line: '/nothing' })).toEqual({
      status: 400,
      body: { error: 'Error: No such command is deployed: nothing' },
    })
    expect((await control(sim, 'POST', 'press', { message: '1', button: 1 })).body).toEqual({
      error: 'Error: There is no message 1',
    })
  })
})

describe('a spoiled Discord', () => {
  /** The statuses of posts to many channels, 0 for a reset connection, and whether each was posted. */
  async function postMany(sim: SimDiscord, count: number): Promise<[number, boolean][]> {
    const outcomes: [number, boolean][] = []
    for (let index = 0; index < count; index += 1) {
      const channelId = sim.guild().createChannel()
      const { status } = await post(sim, channelId, { content: 'x' }).catch(() => ({ status: 0 }))
      outcomes.push([status, sim.channel(channelId).length === 1])
    }
    return outcomes
  }
  /** A clock that moves on with each reading, so that no rate limit is reached. */
  async function unlimited(): Promise<SimDiscord> {
    let now = Date.UTC(2026, 0, 1)
    return discord({ clock: () => (now += 100) })
  }

  test('answers a share of the requests wrongly, half of which take effect', async () => {
    const sim = await unlimited()
    await control(sim, 'POST', 'spoil', { share: 0.5 })
    const outcomes = await postMany(sim, 300)
    const failed = outcomes.filter(([status]) => status !== 200)
    expect(failed.length).toBeGreaterThan(110)
    expect(failed.length).toBeLessThan(190)
    expect(sim.rest.spoiled()).toBe(failed.length)
    const kinds = [...new Set(failed.map(String))].toSorted()
    expect(kinds).toEqual(['0,false', '0,true', '429,false', '500,false', '502,true', '504,true'])
    expect((await ask(sim, 'GET', '/users/@me', undefined, asBot(sim))).status).toBe(200)
  })

  test('fails in the same order for the same seed, and ends with a share of 0', async () => {
    const outcomes = async (seed: number) => {
      const sim = await unlimited()
      sim.rest.spoil({ share: 0.5, seed, match: ['message'] })
      const spoiled = await postMany(sim, 20)
      sim.rest.spoil({ share: 0 })
      expect((await postMany(sim, 20)).every(([status]) => status === 200)).toBe(true)
      return spoiled
    }
    const first = await outcomes(1)
    expect(await outcomes(1)).toEqual(first)
    expect(await outcomes(2)).not.toEqual(first)
  })
})
