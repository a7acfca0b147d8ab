import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { commands } from '../../commands/index.ts'
import {
  DEFAULT_PERMISSIONS,
  PERMISSION,
  type Person,
  type SimReply,
  type SimUser,
} from '../../packages/sim-discord/src/index.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { definitionsOf } from '../../src/discord/deploy-commands.ts'
import { banBot } from '../support/ban-bot.ts'
import { answerTo, postedIn } from '../support/command-tests.ts'
import { toStats } from '../../src/steam/methods/get-rust-stats.ts'
import { steamIsDown } from '../support/failure.ts'
import { cached, CLEAN, friendListOf, NOW } from '../support/fake-context.ts'
import { ALICE, BOB, CAROL, nth } from '../support/watch-tests.ts'

beforeEach(() => void vi.setSystemTime(NOW * 1_000))
afterEach(() => void vi.useRealTimers())

const CHECK = 'Check Steam accounts'
/** The last name is that of two commands: on messages, and on people. */
const FOR_USERS = ['lookup', 'batch', 'friends', 'compare', 'stats', 'inventory', CHECK, CHECK]
/** What only the server has written down about the account. */
const SECRET = /secret|🔨|anned by us|our list|👁️ <?@|Lift ban|Ban|Watch|olicy|[Rr]ules/

/** A bot whose server watches and bans ALICE, watches BOB and refuses accounts with bans; friends and bans are those of Steam. */
async function serverWithLists() {
  const bot = await banBot({
    getFriends: async () => cached(friendListOf([ALICE, BOB, CAROL])),
    getRustStats: async () => cached({ kind: 'stats' as const, stats: toStats(new Map([['kill_player', 77]])) }),
    getBans: async (steamId) => cached(steamId === CAROL ? { ...CLEAN, VACBanned: true, NumberOfVACBans: 1 } : CLEAN),
  })
  const { context, guildId } = bot
  await bot.watch(ALICE, { reason: 'secret reason' })
  await bot.watch(BOB, { reason: 'secret reason' })
  await bot.save({ mode: 'enforce', rules: { maxVacBans: 0 } })
  await banAccounts(context, {
    guildId,
    locale: 'en-US',
    userId: '300000000000000001',
    accounts: [{ steamId: ALICE, name: 'alice' }],
    typed: { reason: 'secret ban', note: 'secret note', until: '' },
    replaces: false,
    replacesExceptions: false,
  })
  const administrator = (more: Partial<Person> = {}): SimUser =>
    bot.discord.user({ permissions: PERMISSION.administrator | DEFAULT_PERMISSIONS, hasInstalled: true, ...more })
  return { ...bot, administrator }
}

/** The answer to a command that Discord has sent although it is not for users. */
const raw = (user: SimUser, name: string, options: object[] = []) =>
  user.sendRaw({ data: { id: '1', name, type: 1, options } })
const subcommand = (name: string, options: object[] = []) => ({ type: 1, name, options })
const account = { type: 3, name: 'account', value: ALICE }
const click = (user: SimUser, customId: string) =>
  user.sendRaw({ type: 3, data: { custom_id: customId, component_type: 2 } })
/** The text of the answer, without the progress before it. */
const finished = (reply: SimReply) => reply.until((text) => text.includes(ALICE) && !text.includes('🔎 Checking'))
const labelsOf = (reply: SimReply) => reply.buttons().map(({ label }) => label)
const optionsOf = (reply: SimReply) => reply.selects().flatMap(({ options }) => options.map(({ label }) => label))

/** What shows facts of the server beside those of Steam. */
const LINES = [
  `/lookup ${ALICE}`,
  `/batch ${ALICE} ${BOB}`,
  `/friends ${ALICE}`,
  `/compare account:${ALICE} other:${BOB}`,
  `/stats ${ALICE}`,
  `/inventory ${ALICE}`,
]

test.each(LINES)('what members of the server see by %s is neither posted nor shown in another server', async (line) => {
  const bot = await serverWithLists()
  const reply = bot.discord.user().type(line)
  expect(await finished(reply)).toMatch(/banned by us/i)
  reply.click('Post in channel')
  const posted = await postedIn(bot.discord)
  expect(posted.text()).toContain(ALICE)
  expect(JSON.stringify(posted.wire())).not.toMatch(SECRET)
  const elsewhere = await finished(bot.discord.user({ guildId: '900000000000000001' }).type(line))
  expect(elsewhere).not.toMatch(/secret|anned by us|👁️ <?@|olicy|[Rr]ules/)
})

describe('an administrator of a server that has removed the bot, who has installed it alone', () => {
  test.each(LINES)('%s says nothing of its lists and rules, and offers neither them nor Post', async (line) => {
    const bot = await serverWithLists()
    bot.discord.guild().uninstall()
    for (const place of [{}, { guildId: null }, { guildId: null, isPrivate: true }]) {
      const reply = bot.administrator(place).type(line)
      const text = await finished(reply)
      expect(text).toContain(ALICE)
      expect(text).not.toMatch(SECRET)
      const offered = [...labelsOf(reply), ...optionsOf(reply)]
      expect(offered.filter((label) => /Post|Watch|Ban|History/i.test(label ?? ''))).toEqual([])
      expect(reply.isEphemeral()).toBe(true)
      expect(reply.followUps()).toEqual([])
    }
  })

  test('Check Steam accounts says nothing of it', async () => {
    const bot = await serverWithLists()
    bot.discord.guild().uninstall()
    const user = bot.administrator()
    const checked = await answerTo(user.useMessageCommand(CHECK, { content: `${ALICE} ${BOB}` }))
    const person = bot.discord.user({ name: `alice_${ALICE}` })
    const checkedPerson = await answerTo(user.useUserCommand(CHECK, person.id))
    for (const text of [checked, checkedPerson]) {
      expect(text).toContain(ALICE)
      expect(text).not.toMatch(SECRET)
    }
  })

  test('Check Steam accounts on a person reads the nickname that Discord sends, and in a direct message only the names', async () => {
    const bot = await serverWithLists()
    bot.discord.guild().uninstall()
    const person = bot.discord.user({ nick: `Bob ${BOB}`, name: 'bob' })
    expect(await answerTo(bot.administrator().useUserCommand(CHECK, person.id))).toContain(`\`${BOB}\` (nickname)`)
    const inDirect = bot.administrator({ guildId: null, isPrivate: true })
    const text = await answerTo(inDirect.useUserCommand(CHECK, bot.discord.user({ name: 'bob', guildId: null }).id))
    expect(text).toContain(
      'Neither the display name nor the user name contains a Steam ID or a profile link. The names',
    )
  })

  test('an error says nothing of it, and does not offer to watch or ban', async () => {
    const bot = await serverWithLists()
    const isDown = async () => {
      throw steamIsDown()
    }
    Object.assign(bot.context.steam, { getSummary: isDown, getBans: isDown })
    const line = `/lookup ${ALICE}`
    expect(await answerTo(bot.discord.user({ hasInstalled: true }).type(line))).toContain('Banned by us')
    bot.discord.guild().uninstall()
    const reply = bot.administrator().type(line)
    expect(await answerTo(reply)).not.toMatch(SECRET)
    bot.context.steam.getSummary = async () => cached(null)
    bot.context.steam.getBans = async () => cached({ ...CLEAN, VACBanned: true, NumberOfVACBans: 1 })
    const withoutProfile = bot.administrator().type(line)
    expect(await answerTo(withoutProfile)).not.toMatch(SECRET)
    expect(labelsOf(withoutProfile).join()).not.toMatch(/Watch|Ban/)
  })

  test.each<[string, object[]]>([
    ['watch', [subcommand('list')]],
    ['watch', [subcommand('add', [account])]],
    ['history', [account]],
    ['forget', [account]],
    ['policy', [subcommand('show')]],
    ['banlist', [subcommand('list')]],
    ['banlist', [subcommand('add')]],
    ['token', [subcommand('list')]],
  ])('/%s is refused with the reason', async (name, options) => {
    const bot = await serverWithLists()
    const before = [await bot.list(), await bot.changes()]
    bot.discord.guild().uninstall()
    const text = await answerTo(raw(bot.administrator(), name, options))
    expect(text).toContain('This server has not added the bot')
    expect(text).not.toMatch(/secret/)
    expect(await answerTo(raw(bot.administrator({ guildId: null }), name, options))).toContain('Use this on a server')
    expect([await bot.list(), await bot.changes()]).toEqual(before)
  })

  const actions = [...commands.actions, ...commands.forms].map(({ name }) => name)
  const ofAccounts = 'lookup refresh open friends turn cancel compare batch both stats inventory'.split(' ')

  test('every other button and form is refused, and no form opens', async () => {
    const bot = await serverWithLists()
    bot.discord.guild().uninstall()
    const before = [await bot.list(), await bot.changes()]
    const others = actions.filter((name) => !ofAccounts.includes(name))
    expect(others.length).toBeGreaterThan(20)
    for (const name of others) {
      for (const args of ['', `:${ALICE}`, `:${ALICE}:list`, ':all', ':0']) {
        const reply = click(bot.administrator(), `v1:${name}${args}`)
        const text = await answerTo(reply)
        expect(text, name).toMatch(/This server has not added the bot|outdated|An old message/)
        expect(text).not.toMatch(/secret/)
        expect(reply.answer()).not.toMatchObject({ title: expect.anything() })
      }
    }
    expect([await bot.list(), await bot.changes()]).toEqual(before)
  })

  test('a button of a message that was posted before is refused', async () => {
    const bot = await serverWithLists()
    const moderator = bot.discord.user()
    const own = moderator.type(`/lookup ${CAROL}`)
    await answerTo(own)
    own.click('Post in channel')
    const posted = await postedIn(bot.discord)
    bot.endDoubleClicks()
    bot.discord.guild().uninstall()
    const reply = bot.administrator().press(posted, 'Friends')
    expect(await reply.until(/\S/)).toContain('This server has not added the bot')
    bot.endDoubleClicks()
    // The message is older than the removal, and its Post button is still there.
    const again = own.select('Refresh')
    await again.acknowledged()
    await again.until(() => !labelsOf(own).includes('Post in channel'))
  })
})

describe('a server that has installed the bot', () => {
  test('shows its lists to a member who has installed it too, with Post', async () => {
    const bot = await serverWithLists()
    const reply = bot.discord.user({ hasInstalled: true }).type(`/lookup ${ALICE}`)
    expect(reply.sent()['authorizing_integration_owners']).toEqual({ '0': bot.guildId, '1': expect.any(String) })
    const text = await answerTo(reply)
    expect(text).toContain('secret reason')
    expect(text).toContain('secret ban')
    expect(labelsOf(reply)).toContain('Post in channel')
  })
})

test('only interactions in servers with the bot are noted for the server', async () => {
  const bot = await serverWithLists()
  const read = async () => (await bot.database.read((repositories) => repositories.guilds.get(bot.guildId)))?.locale
  expect(await read()).toBe('en-US')
  bot.discord.guild().uninstall()
  bot.discord.guild().setLocale('de')
  await answerTo(bot.administrator().type(`/lookup ${CAROL}`))
  expect(await read()).toBe('en-US')
  expect(bot.lines().at(-1)).toMatchObject({ guildId: null, outcome: 'answered' })
})

test('a long batch and a friend scan edit their answer, and send no follow-up', async () => {
  const friends = Array.from({ length: 300 }, (_, index) => nth(index))
  const bot = await banBot({ getFriends: async () => cached(friendListOf(friends)) })
  bot.discord.guild().uninstall()
  const user = bot.discord.user({ hasInstalled: true })
  const batch = user.type('/batch', { file: { name: 'list.txt', data: friends.join('\n') } })
  await batch.until('300')
  await answerTo(batch)
  const scan = user.type(`/friends ${ALICE}`)
  await finished(scan)
  expect([batch.followUps(), scan.followUps()]).toEqual([[], []])
})

describe('the commands at Discord', () => {
  test('those that look accounts up are for users where users may install the bot, and all are valid', () => {
    const definitions = definitionsOf(commands, true)
    const everywhere = definitions.filter(({ contexts }) => contexts?.length === 3)
    expect(everywhere.map(({ name }) => name)).toEqual(FOR_USERS)
    for (const definition of definitions)
      expect(definition).toMatchObject(
        FOR_USERS.includes(definition.name)
          ? { integration_types: [0, 1], contexts: [0, 1, 2] }
          : { integration_types: [0], contexts: [0] },
      )
  })
})
