import { describe, expect, test } from 'vitest'
import type { SimDiscord } from '../src/server.ts'
import { ask, asBot, discord, FRIENDS } from './support.ts'

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const option = (fields: object = {}) => ({ type: 3, name: 'account', description: 'Whose', ...fields })
const command = (fields: object = {}) => ({ name: 'stats', description: 'Statistics', ...fields })
const withOption = (fields: object) => [command({ options: [option(fields)] })]
const choice = (index: number | string, fields: object = {}) => ({ name: `C${index}`, value: `${index}`, ...fields })

const put = (sim: SimDiscord, commands: unknown) =>
  ask(sim, 'PUT', `/applications/${sim.applicationId}/commands`, commands, asBot(sim))

async function get(sim: SimDiscord, query = '') {
  const { body } = await ask(sim, 'GET', `/applications/${sim.applicationId}/commands${query}`, undefined, asBot(sim))
  return body as unknown as Record<string, unknown>[]
}

describe('commands may', () => {
  test.each<[string, unknown]>([
    ['be empty', []],
    [
      'be 100 slash commands, 15 user commands and 15 message commands',
      [
        ...many(100, (index) => command({ name: `c${index}` })),
        ...many(15, (index) => ({ type: 2, name: `User ${index}` })),
        ...many(15, (index) => ({ type: 3, name: `Message ${index}` })),
      ],
    ],
    ['have names of every script', [command({ name: 'ステータス' }), command({ name: 'stätus-1_x' })]],
    [
      'have 25 options and 25 choices',
      [
        command({
          options: many(25, (i) => option({ name: `o${i}`, ...(i === 0 ? { choices: many(25, choice) } : {}) })),
        }),
      ],
    ],
    ['have every known locale', [command({ name_localizations: { de: 'werte', 'en-GB': 'stats', 'zh-TW': '統計' } })]],
    ['have the same name for different types', [command({ name: 'look' }), { type: 3, name: 'look' }]],
    ['have subcommands', [{ ...command(), options: [{ ...option({ type: 1 }), options: [option()] }] }]],
    [
      'have contexts and integration types',
      [command({ contexts: [0, 1, 2], integration_types: [0, 1], default_member_permissions: '1099511627776' })],
    ],
    [
      'have 8000 characters',
      [
        command({
          options: many(25, (i) =>
            option({ name: `o${i}`, choices: many(3, (c) => choice(c, { value: 'x'.repeat(90) })) }),
          ),
        }),
      ],
    ],
  ])('%s', async (_, commands) => {
    const sim = await discord()
    expect([(await put(sim, commands)).status, sim.violations()]).toEqual([200, []])
  })
})

describe('commands may not', () => {
  test.each<[string, unknown, RegExp]>([
    ['be 101 slash commands', many(101, (index) => command({ name: `c${index}` })), /101 commands of type 1/],
    ['be 16 message commands', many(16, (index) => ({ type: 3, name: `M${index}` })), /16 commands of type 3/],
    ['have duplicate names', [command(), command()], /\[1]\.name: Application command names must be unique/],
    ['have capitals in the name of a slash command', [command({ name: 'Stats' })], /name: Command name is invalid/],
    ['have spaces in the name of a slash command', [command({ name: 'my stats' })], /name: Command name is invalid/],
    ['have a long name', [command({ name: 'x'.repeat(33) })], /name: Must be 32 or fewer/],
    ['have no description', [{ name: 'stats' }], /description: This field is required/],
    ['have a long description', [command({ description: 'x'.repeat(101) })], /description: Must be 100/],
    [
      'have a description for a message command',
      [{ type: 3, name: 'Look', description: 'x' }],
      /neither description nor options/,
    ],
    [
      'have an unknown locale',
      [command({ name_localizations: { en: 'stats' } })],
      /name_localizations: Unrecognized key: "en"/,
    ],
    [
      'have a bad translation',
      [command({ name_localizations: { de: 'Werte' } })],
      /name_localizations\.de: Command name/,
    ],
    ['have a long translation', [command({ description_localizations: { de: 'x'.repeat(101) } })], /de: Must be 100/],
    ['have 26 options', [command({ options: many(26, (i) => option({ name: `o${i}` })) })], /options: Must be 25/],
    ['have options without a description', withOption({ description: '' }), /options\[0]\.description: Must be 1/],
    ['have options with a bad name', withOption({ name: 'Account' }), /options\[0]\.name: Command name/],
    [
      'have duplicate options',
      [command({ options: [option(), option()] })],
      /options\[1]\.name: The name account is repeated/,
    ],
    ['have an option of an unknown type', withOption({ type: 12 }), /type: Value should be less/],
    [
      'have a required option after an optional one',
      [command({ options: [option({ name: 'a' }), option({ required: true })] })],
      /options\[1]: Required options must be placed before/,
    ],
    ['have 26 choices', withOption({ choices: many(26, choice) }), /choices: Must be 25/],
    [
      'have duplicate choices',
      withOption({ choices: [choice(1), choice(1)] }),
      /choices\[1]\.name: The name C1 is repeated/,
    ],
    [
      'have a number as choice of a text option',
      withOption({ choices: [choice(1, { value: 1 })] }),
      /choices\[0]\.value: Not a value/,
    ],
    [
      'have a fraction as choice of an integer option',
      withOption({ type: 4, choices: [choice(1, { value: 1.5 })] }),
      /choices\[0]\.value: Not a value/,
    ],
    [
      'have choices and autocompletion',
      withOption({ choices: [choice(1)], autocomplete: true }),
      /Choices or autocompletion/,
    ],
    ['have a maximum length for a number', withOption({ type: 4, max_length: 5 }), /type 4 has no max_length/],
    ['have a maximum value for a text', withOption({ max_value: 5 }), /type 3 has no max_value/],
    ['have a fraction as the minimum of an integer', withOption({ type: 4, min_value: 0.5 }), /in whole numbers/],
    ['have a maximum length above 6000', withOption({ max_length: 6001 }), /max_length: Value should be less/],
    [
      'mix options and subcommands',
      [command({ options: [option(), { type: 1, name: 'sub', description: 'x' }] })],
      /Subcommands and options do not mix/,
    ],
    [
      'have a required subcommand',
      [command({ options: [{ type: 1, name: 'sub', description: 'x', required: true }] })],
      /A subcommand is not required/,
    ],
    ['have no contexts', [command({ contexts: [] })], /contexts: Must be 1 or more/],
    ['have an unknown context', [command({ contexts: [3] })], /contexts\[0]/],
    ['have an unknown integration type', [command({ integration_types: [2] })], /integration_types\[0]/],
    ['have permissions as a number', [command({ default_member_permissions: 8 })], /default_member_permissions/],
    [
      'have permissions that are not a bit set',
      [command({ default_member_permissions: 'BAN' })],
      /Not a string of permission bits/,
    ],
    [
      'have more than 8000 characters',
      [
        command({
          options: many(25, (i) =>
            option({ name: `o${i}`, choices: many(4, (c) => choice(c, { value: 'x'.repeat(90) })) }),
          ),
        }),
      ],
      /maximum size \(8000\)/,
    ],
  ])('%s', async (_, commands, broken) => {
    const sim = await discord()
    const { status, body } = await put(sim, commands)
    expect([status, body.code, sim.commands.list(), sim.commands.puts()]).toEqual([400, 50035, [], 0])
    expect(sim.violations()).toEqual([expect.stringMatching(broken)])
    expect(() => sim.commands.set(commands)).toThrow(broken)
  })

  test('be anything but a list', async () => {
    const sim = await discord()
    expect((await put(sim, { name: 'stats' })).status).toBe(400)
  })

  test('have unknown fields', async () => {
    const sim = await discord()
    expect((await put(sim, withOption({ minLength: 1 }))).status).toBe(200)
    expect(sim.violations()).toEqual(['commands: [0].options[0].minLength is no field Discord knows in a request'])
  })

  test('be deployed for another application', async () => {
    const sim = await discord()
    const { status } = await ask(sim, 'GET', '/applications/12345678901234567/commands', undefined, asBot(sim))
    expect(status).toBe(404)
  })
})

describe('deployed commands', () => {
  test('count the longer of a text and its translation', async () => {
    const sim = await discord()
    const texts = {
      description: 'x'.repeat(100),
      description_localizations: { de: 'x'.repeat(90), fr: 'x'.repeat(99) },
    }
    const commands = [command({ options: many(25, (i) => option({ name: `o${i}`, ...texts })) })]
    expect((await put(sim, commands)).status).toBe(200)
  })

  test('are answered with default values and without empty fields', async () => {
    const sim = await discord()
    const options = [
      option({ required: true, max_length: 200, autocomplete: false, choices: [] }),
      option({ type: 4, name: 'within', required: false, min_value: 1, choices: [{ name: 'a day', value: 1 }] }),
    ]
    const { body } = await put(sim, [
      command({ options, default_member_permissions: '8' }),
      { type: 3, name: 'Look Up' },
    ])
    const common = {
      id: expect.stringMatching(/^\d{17,19}$/),
      application_id: sim.applicationId,
      version: expect.stringMatching(/^\d{17,19}$/),
      name_localizations: null,
      description_localizations: null,
      dm_permission: true,
      contexts: null,
      integration_types: [0],
      nsfw: false,
    }
    const none = { name_localizations: null, description_localizations: null }
    expect(body).toEqual([
      {
        ...common,
        type: 1,
        name: 'stats',
        description: 'Statistics',
        default_member_permissions: '8',
        options: [
          { type: 3, name: 'account', description: 'Whose', required: true, max_length: 200, choices: [], ...none },
          {
            type: 4,
            name: 'within',
            description: 'Whose',
            min_value: 1,
            choices: [{ name: 'a day', value: 1, name_localizations: null }],
            ...none,
          },
        ],
      },
      { ...common, type: 3, name: 'Look Up', description: '', default_member_permissions: null },
    ])
    expect(await get(sim, '?with_localizations=true')).toEqual(body)
    expect(sim.commands.list()).toEqual(body)
  })

  test('are answered with translations only on request', async () => {
    const sim = await discord()
    sim.commands.set([command({ name_localizations: { de: 'werte' }, contexts: [0] })])
    const [plain] = await get(sim)
    expect(plain).not.toHaveProperty('name_localizations')
    expect(plain).toMatchObject({ contexts: [0], dm_permission: false })
    const [full] = await get(sim, '?with_localizations=true')
    expect(full).toMatchObject({ name_localizations: { de: 'werte' }, description_localizations: null })
  })

  test('keep their ids, and keep their versions until they change', async () => {
    const sim = await discord()
    await put(sim, [command(), FRIENDS])
    const [stats, friends] = await get(sim)
    await put(sim, [command({ description: 'Other' }), FRIENDS])
    const [changed, same] = await get(sim)
    expect(same).toEqual(friends)
    expect([changed?.['id'], changed?.['version'] === stats?.['version']]).toEqual([stats?.['id'], false])
    await put(sim, [FRIENDS])
    expect((await get(sim)).map(({ name }) => name)).toEqual(['friends'])
    expect(sim.commands.puts()).toBe(3)
  })
})
