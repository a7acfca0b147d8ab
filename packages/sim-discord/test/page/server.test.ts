import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { ModalBuilder, TextInputBuilder, TextInputStyle, LabelBuilder, type Interaction } from 'discord.js'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SimDiscord } from '../../src/index.ts'
import { startLoopback } from '../../src/loopback.ts'
import { DEPLOYED } from '../deployed.ts'
import { discord, logIn } from '../support.ts'
import { buttonsOf, openEvents, openTestPage, type TestPage } from './support.ts'

const form = new ModalBuilder()
  .setCustomId('v1:watch')
  .setTitle('Watch Roof Raider')
  .addLabelComponents(
    new LabelBuilder()
      .setLabel('Reason')
      .setTextInputComponent(new TextInputBuilder().setCustomId('why').setStyle(TextInputStyle.Short).setMaxLength(10)),
  )
const button = { type: 1, components: [{ type: 2, style: 1, label: 'Watch', custom_id: 'v1:watch' }] }
const roleMenu = { type: 1, components: [{ type: 6, custom_id: 'v1:role' }] }
const COMPLETE = {
  name: 'complete',
  description: 'Completes',
  options: [{ type: 3, name: 'word', description: 'A word', autocomplete: true, required: true }],
}

/** A bot that answers a command with a button and a menu, the button with a modal, and is silent for /batch. */
async function answerAll(interaction: Interaction): Promise<void> {
  if (interaction.isChatInputCommand() && interaction.commandName !== 'batch') {
    const [account, channel] = [interaction.options.getString('account'), interaction.options.getChannel('channel')]
    const content = `${interaction.guildLocale}: ${account ?? channel?.id}`
    await interaction.reply({ content, components: [button, roleMenu], flags: 64 } as never)
  }
  if (interaction.isMessageContextMenuCommand()) {
    await interaction.reply({ content: `checked “${interaction.targetMessage.content}”`, flags: 64 })
  }
  if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused()
    await interaction.respond([{ name: `${typed}er`, value: `${typed}er` }])
  }
  if (interaction.isRoleSelectMenu()) {
    await interaction.update({ content: `role ${interaction.roles.first()?.name}` })
  }
  if (interaction.isButton()) await interaction.showModal(form)
  if (interaction.isModalSubmit() && interaction.isFromMessage()) {
    await interaction.update({ content: `watched: ${interaction.fields.getTextInputValue('why')}`, components: [] })
  }
}

let sim: SimDiscord
let page: TestPage
let moderator: string
let channel: string

beforeEach(async () => {
  sim = await discord()
  sim.guild().createChannel({ name: 'alerts' })
  sim.commands.set([...DEPLOYED, COMPLETE])
  await logIn(sim, answerAll)
  page = await openTestPage(sim)
  moderator = page.person('moderator')
  channel = page.channel('moderation')
})
const lookup = (options: Record<string, string> = { account: 'raider' }, user = moderator) =>
  page.post('command', { user, channel, command: 'lookup', options })

describe('the state', () => {
  test('has the guild, its channels, the people with their permissions, and the commands', () => {
    const { guild, channels, people, commands } = page.state
    expect(guild).toEqual({ id: sim.guild().id, name: 'Guild 1', locale: 'en-US' })
    expect(channels.map(({ name, isWritable }) => [name, isWritable])).toEqual([
      ['moderation', true],
      ['alerts', true],
    ])
    expect(people.map(({ name, isModerator, isManager }) => [name, isModerator, isManager])).toEqual([
      ['moderator', true, true],
      ['anna', true, false],
      ['guest', false, false],
    ])
    expect(commands.map(({ name }) => name)).toContain('lookup')
  })

  test('has the messages so far, with the ephemeral ones of everybody, for a page that connects later', async () => {
    await lookup()
    await page.untilMessage('en-US: raider')
    await page.post('message', { user: page.person('guest'), channel, content: 'hello **all**' })
    await page.untilMessage('hello')
    const [first] = await openEvents(page.url)
    expect(
      first?.type === 'state' && first.state.messages.map(({ wire, visibleTo }) => [wire.content, visibleTo]),
    ).toEqual([
      ['en-US: raider', moderator],
      ['hello **all**', null],
    ])
  })
})

describe('a command', () => {
  test('is sent with its options, and its answer is shown to its user with the command above it', async () => {
    const { status, body } = await lookup()
    expect(status).toBe(200)
    const message = await page.untilMessage('en-US: raider')
    expect(message).toMatchObject({ visibleTo: moderator, command: { name: 'lookup', user: { id: moderator } } })
    const { interaction } = await page.untilEvent('interaction', (event) => event.interaction.state === 'answered')
    expect(interaction).toMatchObject({ id: body['interaction'], userId: moderator, title: '/lookup account:raider' })
  })

  test('of a subcommand takes channels by their ids', async () => {
    const options = { channel: page.channel('alerts') }
    await page.post('command', { user: moderator, channel, command: 'watch', subcommands: ['channel'], options })
    const message = await page.untilMessage(`en-US: ${page.channel('alerts')}`)
    expect(message.command?.name).toBe('watch channel')
  })

  test('without an answer fails after 3 s in the words of Discord, in the language of the user', async () => {
    await page.post('person', { user: moderator, locale: 'de' })
    const { status } = await page.post('command', { user: moderator, channel, command: 'batch', options: {} })
    expect(status).toBe(200)
    const { interaction } = await page.untilEvent('interaction', (event) => event.interaction.state === 'failed')
    expect(interaction).toMatchObject({ title: '/batch', failure: 'Die Anwendung reagiert nicht' })
  })

  test('with a mistake is refused with a sentence', async () => {
    const { status, body } = await lookup({ account: 'raider', within: 'soon' })
    expect(status).toBe(400)
    expect(body['error']).toMatch(/within is a whole number, not "soon"/)
    expect((await lookup({ account: 'raider', nothing: 'x' })).body['error']).toMatch(/\/lookup has no option nothing/)
  })

  test('in an unknown channel, of an unknown person or without this name is refused', async () => {
    expect(await lookup({ account: 'raider' }, '1')).toEqual({
      status: 400,
      body: { error: 'There is no such person.' },
    })
    const wrong = { user: moderator, channel: '1', command: 'lookup', options: { account: 'raider' } }
    expect(await page.post('command', wrong)).toMatchObject({
      status: 400,
      body: { error: 'There is no such channel.' },
    })
    expect(await page.post('command', { ...wrong, channel, command: 'nothing' })).toMatchObject({ status: 400 })
  })

  test('completes an option', async () => {
    const request = { user: moderator, channel, command: 'complete', options: { word: 'raid' } }
    expect(await page.post('autocomplete', { ...request, focused: 'word' })).toEqual({
      status: 200,
      body: { choices: [{ name: 'raider', value: 'raider' }] },
    })
    const { status } = await page.post('autocomplete', { ...request, command: 'lookup', focused: 'account' })
    expect(status).toBe(400)
  })
})

describe('a component', () => {
  test('opens a modal for its user, whose values reach the bot, and the message changes', async () => {
    await lookup()
    const message = await page.untilMessage('en-US: raider')
    const customId = buttonsOf(message)['Watch'] ?? ''
    await page.post('component', { user: moderator, message: message.wire.id, customId })
    const { interactionId, userId, modal } = await page.untilEvent('modal')
    expect([userId, modal.title]).toEqual([moderator, 'Watch Roof Raider'])
    const submit = (user: string, why: string) =>
      page.post('modal', { user, interaction: interactionId, values: { why } })
    expect((await submit(moderator, 'more than ten')).body['error']).toMatch(/Reason has 0 to 10 characters/)
    expect((await submit(page.person('anna'), 'cheats')).status).toBe(400)
    expect((await submit(moderator, 'cheats')).status).toBe(200)
    const changed = await page.untilMessage('watched: cheats')
    expect(changed.wire.id).toBe(message.wire.id)
    expect(sim.violations()).toEqual([])
  })

  test('that offers roles takes a role of the guild, and nothing else', async () => {
    const role = sim.guild().createRole({ name: 'Mods' })
    await lookup()
    const { wire } = await page.untilMessage('en-US: raider')
    const choose = (value: string) =>
      page.post('component', { user: moderator, message: wire.id, customId: 'v1:role', values: [value] })
    expect((await choose(channel)).body).toEqual({ error: 'The menu does not have this option any more.' })
    expect((await choose(role)).status).toBe(200)
    expect((await page.untilMessage('role Mods')).wire.id).toBe(wire.id)
    const { interaction } = await page.untilEvent('interaction', (event) => event.interaction.kind === 'component')
    expect(interaction.title).toBe('@Mods')
    expect(sim.violations()).toEqual([])
  })

  test('of an ephemeral message is not for others', async () => {
    await lookup()
    const message = await page.untilMessage('en-US: raider')
    const request = { user: page.person('anna'), message: message.wire.id, customId: 'v1:watch' }
    expect(await page.post('component', request)).toEqual({
      status: 400,
      body: { error: 'Only another person sees this message.' },
    })
    expect((await page.post('component', { ...request, user: moderator, customId: 'v1:gone' })).body).toEqual({
      error: 'The message does not have this button any more.',
    })
    expect((await page.post('component', { ...request, message: '1' })).status).toBe(400)
    const menu = { user: request.user, message: message.wire.id, command: 'Check Steam accounts' }
    expect((await page.post('message-command', menu)).body).toEqual({ error: 'Only another person sees this message.' })
  })
})

describe('people', () => {
  test('write messages, on which others use the menu', async () => {
    await page.post('message', { user: page.person('guest'), channel, content: 'is raider banned?' })
    const { wire } = await page.untilMessage('is raider banned?')
    expect(wire.author).toMatchObject({ username: 'guest', bot: false })
    await page.post('message-command', { user: moderator, message: wire.id, command: 'Check Steam accounts' })
    const answer = await page.untilMessage('checked')
    expect(answer.wire.content).toBe('checked “is raider banned?”')
    expect(answer.command).toMatchObject({ name: 'Check Steam accounts' })
  })

  test('write no empty or overlong messages', async () => {
    for (const content of [' ', 'x'.repeat(2_001)]) {
      expect((await page.post('message', { user: moderator, channel, content })).body).toEqual({
        error: 'A message has 1 to 2000 characters',
      })
    }
    expect(page.messages()).toEqual([])
  })

  test('change their language and permissions, and new ones come', async () => {
    await page.post('person', { user: moderator, locale: 'de', isManager: false })
    const { person } = await page.untilEvent('person')
    expect(person).toMatchObject({ id: moderator, locale: 'de', isModerator: true, isManager: false })
    const { body } = await page.post('new-person', { name: 'Bert' })
    await page.untilEvent('person', (event) => event.person.id === body['user'] && event.person.isModerator)
    expect((await page.post('new-person', { name: 'Bert' })).body).toEqual({ error: 'There is a person Bert already.' })
    const { body: added } = await page.post('new-person', { name: 'Ines', locale: 'de', isModerator: false })
    const ines = await page.untilEvent('person', (event) => event.person.id === added['user'])
    expect(ines.person).toMatchObject({ name: 'Ines', locale: 'de', isModerator: false, isManager: false })
    expect((await page.post('person', { user: moderator, locale: 'klingon' })).status).toBe(400)
  })
})

test('the language of the server reaches the pages and the next commands', async () => {
  await page.post('guild', { locale: 'de' })
  const { guild } = await page.untilEvent('guild')
  expect(guild.locale).toBe('de')
  await lookup()
  await page.untilMessage('de: raider')
})

test('a panel gets the requests of the page, and what it shows then reaches the pages', async () => {
  let asked: unknown[] = []
  const act = (request: unknown) => {
    if (request === 'wrong') throw new Error('That is wrong.')
    asked = [...asked, request]
  }
  const own = await openTestPage(sim, { panel: { read: () => asked, act } })
  expect(own.state.panel).toEqual([])
  expect(await own.post('panel', { verb: 'steam' })).toEqual({ status: 200, body: {} })
  expect((await own.untilEvent('panel')).panel).toEqual([{ verb: 'steam' }])
  expect(await own.post('panel', 'wrong')).toEqual({ status: 400, body: { error: 'That is wrong.' } })
  expect(await page.post('panel', 'anything')).toEqual({ status: 400, body: { error: 'This page has no panel.' } })
})

describe('the server', () => {
  const send = (path: string, init: RequestInit = {}) => fetch(`${page.url}${path}`, init)

  test('serves the page, and says what it does not have', async () => {
    expect((await send('/')).headers.get('x-content-type-options')).toBe('nosniff')
    expect((await send('/nothing')).status).toBe(404)
    expect((await send('/nothing', { method: 'POST' })).status).toBe(404)
    expect((await send('/', { method: 'PUT' })).status).toBe(405)
  })

  test('refuses bodies that are not JSON, or too large', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await send('/guild', { method: 'POST', body: '{}' })).status).toBe(415)
    expect((await send('/guild', { method: 'POST', headers, body: '{' })).status).toBe(400)
    const large = JSON.stringify({ locale: 'x'.repeat(17 * 1024 * 1024) })
    expect((await send('/guild', { method: 'POST', headers, body: large })).status).toBe(413)
  })

  test.each([
    ['another host name', { Host: 'attacker.example' }],
    ['another origin', { Origin: 'http://attacker.example' }],
    ['an opaque origin', { Origin: 'null' }],
  ])('refuses requests of %s', async (_, headers) => {
    // `fetch` sets these headers itself.
    const [answer] = (await once(get(page.url, { headers }), 'response')) as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })

  test('loads attachments of the simulated Discord, and no pictures of other servers', async () => {
    for (const url of [
      `${sim.url}/api/v10/gateway`,
      'http://127.0.0.1:1/attachments/1/2/a.png',
      'https://example.org/a.png',
      '',
    ]) {
      expect((await send(`/media?url=${encodeURIComponent(url)}`)).status).toBe(404)
    }
    expect(sim.rest.requests().some(({ path }) => path.includes('gateway') && path.endsWith('/gateway'))).toBe(false)
  })

  test('loads a picture of another server from where the program finds it', async () => {
    const pictures = await startLoopback(0)
    onTestFinished(pictures.close)
    pictures.serve(async (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end('picture'))
    const findPicture = ({ hostname, pathname }: URL) =>
      hostname === 'example.org' ? new URL(`${pictures.url}${pathname}`) : undefined
    const { url } = await openTestPage(sim, { findPicture })
    const load = (picture: string) => fetch(`${url}/media?url=${encodeURIComponent(picture)}`)
    expect(await (await load('https://example.org/a.png')).text()).toBe('picture')
    expect((await load('https://example.com/a.png')).status).toBe(404)
  })
})

test('a page that is not built does not start', async () => {
  await expect(openTestPage(sim, { folder: '/nowhere' })).rejects.toThrow('ENOENT')
})
