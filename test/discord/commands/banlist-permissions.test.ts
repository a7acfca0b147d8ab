import { describe, expect, test } from 'vitest'
import { commands } from '../../../commands/index.ts'
import { answerTo } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { ALICE } from '../../support/watch-tests.ts'
import { DEFAULT_PERMISSIONS, PERMISSION } from '../../../packages/sim-discord/src/index.ts'

const NEEDS = {
  timeout: 'You need the permission Timeout Members for this.',
  ban: 'You need the permission Ban Members for this.',
  manage: 'You need the permission Manage Server for this.',
}
type Need = keyof typeof NEEDS

const ACCOUNT = { type: 3, name: 'account', value: ALICE }
const LISTED: Record<string, { options: object[]; need: Need }> = {
  add: { options: [ACCOUNT], need: 'ban' },
  remove: { options: [ACCOUNT], need: 'ban' },
  list: { options: [], need: 'timeout' },
  import: { options: [], need: 'manage' },
  export: { options: [{ type: 3, name: 'format', value: 'json' }], need: 'manage' },
  undo: { options: [], need: 'manage' },
}

/** The buttons, menus and forms, with what is chosen from them. */
const PRESSES: Record<string, { args: string[]; values?: string[]; need: Need }> = {
  ban: { args: [ALICE], need: 'ban' },
  banagain: { args: ['x'.repeat(16), 'replace', ''], need: 'ban' },
  banlift: { args: [ALICE], need: 'ban' },
  bantakeback: { args: ['1700000000'], need: 'ban' },
  bans: { args: ['1', 'all', '', ''], need: 'timeout' },
  banentry: { args: [], values: [`${ALICE}:1`], need: 'timeout' },
  banimport: { args: ['confirm', 'x'.repeat(16), '0', '0'], need: 'manage' },
  banimportform: { args: [], need: 'manage' },
  banundo: { args: ['1', '1700000000'], need: 'manage' },
}

test('these are all subcommands, buttons, menus and forms of ban lists', () => {
  const names = [...commands.actions, ...commands.forms].map(({ name }) => name)
  expect(new Set(names.filter((name) => name.startsWith('ban')))).toEqual(new Set(Object.keys(PRESSES)))
  const banlist = commands.slash.find(({ data }) => data.name === 'banlist')
  expect(new Set(banlist?.data.options?.map(({ name }) => name))).toEqual(new Set(Object.keys(LISTED)))
})

describe('nothing is shown or changed without the permission', () => {
  /** Somebody with every permission except the given one. */
  const withoutPermission = (bot: Awaited<ReturnType<typeof banBot>>, need: Need) => {
    const all = DEFAULT_PERMISSIONS | PERMISSION.banMembers | PERMISSION.manageGuild
    const missing = { timeout: PERMISSION.moderateMembers, ban: PERMISSION.banMembers, manage: PERMISSION.manageGuild }
    return bot.discord.user({ permissions: all & ~missing[need] })
  }

  test.each(Object.entries(LISTED))('by /banlist %s', async (name, { options, need }) => {
    const bot = await banBot()
    const data = { id: '1', name: 'banlist', type: 1, options: [{ type: 1, name, options }] }
    expect(await answerTo(withoutPermission(bot, need).sendRaw({ data }))).toContain(NEEDS[need])
    expect(await bot.changes()).toEqual([])
  })

  test.each(Object.entries(PRESSES))('by a press of %s', async (name, { args, values, need }) => {
    const bot = await banBot()
    const custom_id = ['v1', name, ...args].join(':')
    const data = { component_type: values ? 3 : 2, custom_id, ...(values && { values }) }
    expect(await answerTo(withoutPermission(bot, need).sendRaw({ type: 3, data }))).toContain(NEEDS[need])
    expect(await bot.changes()).toEqual([])
  })
})
