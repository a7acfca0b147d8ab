import { describe, expect, test } from 'vitest'
import { commands } from '../../../commands/index.ts'
import { answerTo, messageOf } from '../../support/command-tests.ts'
import { policyBot } from '../../support/policy-bot.ts'
import { ALICE } from '../../support/watch-tests.ts'

const REFUSED = 'You need the permission Manage Server for this.'
const ACCOUNT = { type: 3, name: 'account', value: ALICE }

/** The options of each subcommand. */
const SUBCOMMANDS: Record<string, object[]> = {
  show: [],
  edit: [],
  test: [ACCOUNT],
  except: [ACCOUNT, { type: 3, name: 'decision', value: 'allow' }, { type: 3, name: 'reason', value: 'x' }],
  exceptions: [],
  token: [{ type: 3, name: 'name', value: 'EU Main' }],
  mode: [{ type: 3, name: 'mode', value: 'observe' }],
}

/** The id of something that is not kept. */
const ID = 'x'.repeat(16)
/** The buttons and menus, with what is chosen from them. */
const PRESSES: Record<string, { args: string[]; values?: string[] }> = {
  policyflags: { args: [ID], values: ['denyTradeBan'] },
  policynotifying: { args: [ID], values: ['denyTradeBan'] },
  policyhidden: { args: [ID, 'minRustHours'], values: ['allow'] },
  policydraft: { args: ['save', ID] },
  policyexceptions: { args: ['1'] },
  policyexception: { args: [], values: [ALICE] },
  policyunexcept: { args: [ALICE] },
  policytoken: { args: [], values: ['all:EU Main'] },
  policyrevoke: { args: ['all', 'EU Main'] },
  policyenforce: { args: ['1'] },
  policyexemptbanned: { args: [ID] },
}

/** The buttons that open forms; `DRAFT` is the id of a draft. */
const FORMS: Record<string, { args: string[]; values?: string[] }> = {
  policynumbers: { args: ['DRAFT'], values: ['maxVacBans'] },
  policyappeal: { args: ['DRAFT'] },
  policyexcept: { args: [] },
  policyexempt: { args: [ALICE] },
}

const isOfPolicy = ({ name }: { name: string }) => name.startsWith('policy')
const customId = (name: string, args: string[]) => ['v1', name, ...args].join(':')

test('these are all commands, buttons, menus and forms of policies', () => {
  const names = (list: { name: string }[]) => new Set(list.filter(isOfPolicy).map(({ name }) => name))
  expect(names(commands.actions)).toEqual(new Set(Object.keys(PRESSES)))
  expect(names(commands.forms)).toEqual(new Set(Object.keys(FORMS)))
  const policy = commands.slash.find(({ data }) => data.name === 'policy')
  expect(new Set(policy?.data.options?.map(({ name }) => name))).toEqual(new Set(Object.keys(SUBCOMMANDS)))
})

describe('without Manage Server nothing is shown or changed', () => {
  test.each(Object.entries(SUBCOMMANDS))('by /policy %s', async (name, options) => {
    const bot = await policyBot()
    const data = { id: '1', name: 'policy', type: 1, options: [{ type: 1, name, options }] }
    expect(await answerTo(bot.moderator().sendRaw({ data }))).toContain(REFUSED)
    expect(await bot.status()).toBeNull()
  })

  test('by /policy except without a reason, which opens a form', async () => {
    const options = [ACCOUNT, { type: 3, name: 'decision', value: 'allow' }]
    const data = { id: '1', name: 'policy', type: 1, options: [{ type: 1, name: 'except', options }] }
    const bot = await policyBot()
    expect(await answerTo(bot.moderator().sendRaw({ data }))).toContain(REFUSED)
  })

  test('by a press, a menu or a form', async () => {
    const bot = await policyBot()
    await bot.save({ rules: { maxVacBans: 0 } })
    const before = await bot.status()
    const member = bot.moderator()
    const reply = bot.manager().type('/policy edit')
    await answerTo(reply)
    const draftId = reply.buttons()[0]?.customId?.split(':').at(-1) ?? ''
    for (const [name, { args, values }] of Object.entries(PRESSES)) {
      const data = { component_type: values ? 3 : 2, custom_id: customId(name, args), ...(values && { values }) }
      expect([name, await answerTo(member.sendRaw({ type: 3, data }))]).toEqual([
        name,
        expect.stringContaining(REFUSED),
      ])
    }
    for (const [name, { args, values }] of Object.entries(FORMS)) {
      const data = {
        component_type: values ? 3 : 2,
        custom_id: customId(name, args).replace('DRAFT', draftId),
        ...(values && { values }),
      }
      const opened = member.sendRaw({ type: 3, data })
      expect([name, await answerTo(opened)]).toEqual([name, expect.stringContaining(REFUSED)])
    }
    expect(await bot.status()).toEqual(before)
  })
})

test('the draft of another user cannot be used', async () => {
  const bot = await policyBot()
  const reply = bot.manager().type('/policy edit')
  await answerTo(reply)
  const message = messageOf(reply)
  const other = bot.manager()
  for (const { customId: id = '' } of reply.buttons()) {
    expect(await other.click(message, id).until(/\S/)).toContain('Not your buttons')
  }
  expect(await other.choose(message, 'v1:policyflags', ['denyTradeBan']).until(/\S/)).toContain('Not your buttons')
})
