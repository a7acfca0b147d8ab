import { Client } from 'discord.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SimDiscord, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { commands } from '../../commands/index.ts'
import { definitionsOf, deployCommands } from '../../src/discord/deploy-commands.ts'
import { startBotService } from '../support/bot.ts'

/** The parts of a definition that these tests change. */
interface Loose {
  [field: string]: unknown
  name: string
  options?: Loose[]
  choices?: Loose[]
}

const definitions = definitionsOf(commands)
const copyOf = () => structuredClone(definitions) as unknown as Loose[]

let discord: SimDiscord
let client: Client<true>

beforeAll(async () => {
  discord = await startDiscord()
  client = new Client({ intents: [], rest: { api: discord.apiUrl, version: '10' } })
  await client.login(discord.token)
})
beforeEach(() => {
  discord.commands.set(definitions)
  discord.rest.reset()
  // discord.js misses some changes of cached commands; a bot that starts has none cached.
  client.application.commands.cache.clear()
})
afterAll(async () => {
  await client.destroy()
  await discord.close()
  expect(discord.violations()).toEqual([])
})

const written = () => discord.rest.requests().map(({ method }) => method)

describe('commands that are registered already', () => {
  test('are not registered again at a start of the bot', async () => {
    const own = await startDiscord()
    const first = await startBotService({}, { discord: own })
    expect(own.commands.puts()).toBe(1)
    expect(first.log.map(({ msg }) => msg)).toContain('the commands were registered with Discord')
    await first.close()
    const second = await startBotService({}, { discord: own })
    expect(second.log.map(({ msg }) => msg)).toContain('the commands registered with Discord are current')
    await second.close()
    expect(own.commands.puts()).toBe(1)
    // The description in Discord's portal is the operator's own.
    const changes = own.rest
      .requests()
      .filter(({ method, path }) => method !== 'GET' && /^\/applications\/[^/]+$/.test(path))
    expect(changes.filter(({ body }) => JSON.stringify(body ?? null).includes('"description"'))).toEqual([])
    expect(own.violations()).toEqual([])
    await own.close()
  })

  test('cost one request', async () => {
    expect(await deployCommands(client, definitions)).toBe(false)
    expect(written()).toEqual(['GET'])
  })
})

describe('commands are registered again when Discord has', () => {
  const find = (all: Loose[], name: string) => all.find((each) => each.name === name) ?? expect.unreachable(name)
  const option = (all: Loose[], name: string, index = 0) =>
    find(all, name).options?.[index] ?? expect.unreachable(`${name} ${index}`)
  const kind = (all: Loose[], index: number) =>
    option(all, 'friends', 2).choices?.[index] ?? expect.unreachable(`choice ${index}`)

  test.each<[string, (all: Loose[]) => Loose[] | void]>([
    ['no command', () => []],
    ['one command too few', (all) => all.slice(1)],
    ['another description', (all) => void (find(all, 'stats')['description'] = 'something else')],
    ['another translation of a name', (all) => void (find(all, 'stats')['name_localizations'] = { de: 'anders' })],
    ['other permissions', (all) => void (find(all, 'stats')['default_member_permissions'] = '8')],
    ['other contexts', (all) => void (find(all, 'stats')['contexts'] = [0, 1])],
    ['a missing option', (all) => void find(all, 'batch').options?.pop()],
    ['other bounds of an option', (all) => void (option(all, 'friends', 1)['max_value'] = 5)],
    ['another value of a choice', (all) => void (kind(all, 1)['value'] = 'cheating')],
  ])('%s', async (_, change) => {
    const changed = copyOf()
    discord.commands.set(change(changed) ?? changed)
    expect(await deployCommands(client, definitions)).toBe(true)
    expect(written()).toEqual(['GET', 'PUT'])
    client.application.commands.cache.clear()
    // All are registered now.
    expect(await deployCommands(client, definitions)).toBe(false)
    expect(discord.commands.list()).toHaveLength(definitions.length)
  })
})

test('the error of Discord is passed on', async () => {
  discord.rest.fail({ match: /^PUT/, status: 400, body: { code: 30_034, message: 'Max number of daily commands' } })
  await expect(deployCommands(client, definitions.slice(1))).rejects.toThrow('Max number of daily commands')
})
