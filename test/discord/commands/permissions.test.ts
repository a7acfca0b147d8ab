import { ApplicationCommandOptionType } from 'discord.js'
import { expect, test } from 'vitest'
import { commands } from '../../../commands/index.ts'
import { DEFAULT_PERMISSIONS, PERMISSION } from '../../../packages/sim-discord/src/index.ts'
import { banBot } from '../../support/ban-bot.ts'
import { answerTo } from '../../support/command-tests.ts'
import { ALICE } from '../../support/watch-tests.ts'

const PERMISSIONS = {
  'Timeout Members': PERMISSION.moderateMembers,
  'Ban Members': PERMISSION.banMembers,
  'Manage Server': PERMISSION.manageGuild,
}
type Need = keyof typeof PERMISSIONS
/** A use of the bot that needs this permission, as Discord sends it. */
interface Use {
  what: string
  name: string
  need: Need
  sent: { type: number; data: object }
}

/** The id of something that is not kept. */
const ID = 'x'.repeat(16)
const CHANNEL = { id: '400000000000000001', type: 0, name: 'alerts', permissions: '0' }

const toOption = (name: string, value: string) => ({ type: name === 'channel' ? 7 : 3, name, value })

function command(need: Need, name: string, given: Record<string, string> = {}): Use {
  const [top = '', sub = ''] = name.split(' ')
  const filled = Object.entries(given).map(([option, value]) => toOption(option, value))
  const options = sub === '' ? filled : [{ type: 1, name: sub, options: filled }]
  const resolved = { channels: { [CHANNEL.id]: CHANNEL } }
  return { what: `/${name}`, name, need, sent: { type: 2, data: { id: '1', name: top, type: 1, options, resolved } } }
}
/** A press of a button, or a choice from a menu. */
function press(need: Need, id: string, values?: string[]): Use {
  const data = { component_type: values ? 3 : 2, custom_id: `v1:${id}`, ...(values && { values }) }
  return { what: `a press of ${id}`, name: id.split(':')[0] ?? '', need, sent: { type: 3, data } }
}
/** A form that is submitted, although the permission was needed to open it. */
function submit(need: Need, id: string, field = 'reason'): Use {
  const component = { type: 4, id: 2, custom_id: field, value: '0' }
  const data = { custom_id: `v1:${id}`, components: [{ type: 18, id: 1, component }] }
  return { what: `the form ${id}`, name: id.split(':')[0] ?? '', need, sent: { type: 5, data } }
}

/** Everything that is about the lists of a server; `DRAFT` is the id of a draft that is kept. */
const COMMANDS = [
  command('Timeout Members', 'watch add', { account: ALICE, reason: 'x' }),
  command('Timeout Members', 'watch remove', { account: ALICE }),
  command('Timeout Members', 'watch edit', { account: ALICE }),
  command('Timeout Members', 'watch list'),
  command('Manage Server', 'watch import'),
  command('Manage Server', 'watch channel', { channel: CHANNEL.id }),
  command('Manage Server', 'forget', { account: ALICE }),
  command('Manage Server', 'policy show'),
  command('Manage Server', 'policy edit'),
  command('Manage Server', 'policy test', { account: ALICE }),
  command('Manage Server', 'policy except', { account: ALICE, decision: 'allow', reason: 'x' }),
  command('Manage Server', 'policy except', { account: ALICE, decision: 'allow' }),
  command('Manage Server', 'policy except', { account: ALICE, decision: 'remove' }),
  command('Manage Server', 'policy exceptions'),
  command('Manage Server', 'policy token', { name: 'EU Main' }),
  command('Manage Server', 'policy token'),
  command('Manage Server', 'policy mode', { mode: 'observe' }),
  command('Ban Members', 'banlist add', { account: ALICE }),
  command('Ban Members', 'banlist remove', { account: ALICE }),
  command('Ban Members', 'banlist edit', { account: ALICE }),
  command('Timeout Members', 'banlist list'),
  command('Manage Server', 'banlist import'),
  command('Manage Server', 'banlist export', { format: 'json' }),
  command('Manage Server', 'banlist undo'),
  command('Manage Server', 'token create'),
  command('Manage Server', 'token list'),
  command('Manage Server', 'token revoke', { name: 'x' }),
  command('Manage Server', 'settings language', { language: 'de' }),
  command('Manage Server', 'settings log', { instead: 'off' }),
  command('Manage Server', 'settings reasons'),
  command('Timeout Members', 'log'),
  command('Timeout Members', 'history', { account: ALICE }),
]
const PRESSES = [
  // An option of the menu *More …* needs what the button needs that it stands for.
  { ...press('Ban Members', 'more', [`v1:banlift:${ALICE}`]), name: 'banlift' },
  press('Timeout Members', `unwatch:${ALICE}`),
  press('Timeout Members', 'watches:1:all:'),
  press('Timeout Members', 'watchlist'),
  press('Timeout Members', 'log:1::'),
  press('Timeout Members', `history:${ALICE}:0`),
  press('Timeout Members', 'watched', [ALICE]),
  press('Manage Server', `import:${ID}`),
  press('Manage Server', `forget:${ALICE}`),
  press('Ban Members', `forget:${ALICE}:lift`),
  press('Manage Server', `policyflags:${ID}`, ['denyTradeBan']),
  press('Manage Server', `policynotifying:${ID}`, ['denyTradeBan']),
  press('Manage Server', `policyhidden:${ID}:minRustHours`, ['allow']),
  press('Manage Server', `policydraft:save:${ID}`),
  press('Manage Server', 'policyexceptions:1'),
  press('Manage Server', 'policyexception', [ALICE]),
  press('Manage Server', 'policytoken', ['all:EU Main']),
  press('Manage Server', 'policyrevoke:all:EU Main'),
  press('Manage Server', 'policyenforce:1'),
  ...['edit', 'exceptions', 'servers', 'enforce'].map((each) => press('Manage Server', `policyopen:${each}`)),
  press('Manage Server', `policyexemptbanned:${ID}`),
  press('Ban Members', `policyexemptbanned:${ID}`),
  press('Timeout Members', 'refused', [ALICE]),
  press('Timeout Members', 'noticed', [ALICE]),
  press('Ban Members', `banagain:${ID}:replace:`),
  press('Manage Server', `banagain:${ID}::exempt`),
  press('Ban Members', `banagain:${ID}::exempt`),
  press('Ban Members', `banlift:${ALICE}`),
  press('Timeout Members', `undo:watch:${ID}`),
  press('Ban Members', `undo:ban:${ID}`),
  press('Manage Server', `undo:manage:${ID}`),
  press('Ban Members', `undo:both:${ID}`),
  press('Manage Server', `undo:both:${ID}`),
  press('Timeout Members', 'bans:1:all::'),
  press('Timeout Members', 'banentry', [`${ALICE}:1`]),
  press('Manage Server', `banimport:confirm:${ID}:0:0`),
  press('Manage Server', 'banundo:1:1700000000'),
  press('Manage Server', 'tooltokens'),
  press('Manage Server', 'tooltoken', ['1']),
  press('Manage Server', 'toolrevoke:1'),
]
const OPENED = [
  press('Timeout Members', `watch:${ALICE}`),
  press('Timeout Members', `watchthese:all:${ID}:50`),
  press('Manage Server', `watchthese:all:${ID}:51`),
  press('Manage Server', 'watchimport'),
  press('Manage Server', 'policynumbers:DRAFT', ['maxVacBans']),
  press('Manage Server', 'policyappeal:DRAFT'),
  press('Manage Server', 'policyexcept'),
  press('Manage Server', `policyexempt:${ALICE}`),
  press('Ban Members', `ban:${ALICE}`),
  press('Ban Members', `banedit:${ALICE}`),
  press('Timeout Members', `watchedit:${ALICE}`),
  press('Manage Server', 'banimportform'),
  press('Manage Server', 'reasons'),
  press('Manage Server', 'toolcreate'),
]
const SUBMITTED = [
  submit('Timeout Members', `watch:${ALICE}`),
  submit('Timeout Members', `watchthese:all:${ID}:50`),
  submit('Manage Server', `watchthese:all:${ID}:51`),
  submit('Manage Server', 'watchimport'),
  submit('Manage Server', 'policynumbers:DRAFT', 'maxVacBans'),
  submit('Manage Server', 'policyappeal:DRAFT'),
  submit('Manage Server', 'policyexcept'),
  submit('Manage Server', `policyexempt:${ALICE}`),
  submit('Ban Members', `ban:${ALICE}`),
  submit('Ban Members', `banedit:${ALICE}:1`),
  submit('Timeout Members', `watchedit:${ALICE}`),
  submit('Manage Server', 'banimportform'),
  submit('Manage Server', 'reasons:x', 'reasons'),
  submit('Manage Server', 'toolcreate'),
]

/** What is about accounts alone, and needs the permission to use the command. */
const OF_ACCOUNTS = {
  commands: ['lookup', 'batch', 'friends', 'compare', 'stats', 'inventory'],
  actions: 'lookup ids refresh open friends turn cancel compare batch both stats inventory post'.split(' '),
}

test('these are all commands, buttons, menus and forms', () => {
  const names = (uses: { name: string }[]) => new Set(uses.map(({ name }) => name))
  const subcommands = commands.slash.flatMap(({ data }) => {
    const subs = data.options?.filter(({ type }) => type === ApplicationCommandOptionType.Subcommand) ?? []
    return subs.length === 0 ? [data.name] : subs.map(({ name }) => `${data.name} ${name}`)
  })
  expect(new Set([...names(COMMANDS), ...OF_ACCOUNTS.commands])).toEqual(new Set(subcommands))
  expect(new Set([...names(PRESSES), ...OF_ACCOUNTS.actions])).toEqual(names(commands.actions))
  for (const uses of [OPENED, SUBMITTED]) expect(names(uses)).toEqual(names(commands.forms))
})

test.each(Object.keys(PERMISSIONS) as Need[])('nothing is shown or changed without %s', async (need) => {
  const bot = await banBot()
  await bot.save({ rules: { maxVacBans: 0 } })
  await bot.watch(ALICE)
  const draft = bot.manager().type('/policy edit')
  await answerTo(draft)
  const draftId = draft.buttons()[0]?.customId?.split(':').at(-1) ?? ''
  const stored = async () => [await bot.status(), await bot.list(), await bot.changes()]
  const before = await stored()
  const all = Object.values(PERMISSIONS).reduce((sum, each) => sum | each, DEFAULT_PERMISSIONS)
  const user = bot.discord.user({ permissions: all & ~PERMISSIONS[need] })
  const uses = [...COMMANDS, ...PRESSES, ...OPENED, ...SUBMITTED].filter((use) => use.need === need)
  for (const { what, sent } of uses) {
    const given = JSON.parse(JSON.stringify(sent).replace('DRAFT', draftId)) as object
    expect([what, await answerTo(user.sendRaw(given))]).toEqual([
      what,
      expect.stringContaining(`You need the permission ${need} for this.`),
    ])
  }
  expect(await stored()).toEqual(before)
})
