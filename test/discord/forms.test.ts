import { expect, test } from 'vitest'
import { PERMISSION, type SimReply, type SimUser } from '../../packages/sim-discord/src/index.ts'
import { AccountError } from '../../src/accounts/discord/account-error.ts'
import {
  botWith,
  clickedAction,
  typedCommand,
  viewOf,
  type TestForm,
  type TestInvocation as Invocation,
} from '../support/fake-discord-bot.ts'
import { followUpTo, messageOf, postedIn } from '../support/command-tests.ts'

const DEFER_REPLY = 5
const DEFER_UPDATE = 6
const MODAL = 9

/** A form that asks for a reason; its task shows what it got. */
function reasonForm(): TestForm {
  return {
    name: 'why',
    permission: 'ModerateMembers',
    open(args, texts) {
      if (args.length !== 1) throw new Error('one argument')
      const field = {
        kind: 'text',
        name: 'reason',
        label: texts.buttons.more,
        maxLength: 200,
        isRequired: true,
      } as const
      return { title: `Why ${args[0]}`, fields: [{ ...field, description: 'at most 200' }] }
    },
    createTask: (args, { fields, message }) => ({
      cost: 'free',
      run: ({ reply }) => reply.show(viewOf(`${args[0]}: ${fields.texts.get('reason')} on ${message?.id}`)),
    }),
  }
}

const botWithForm = (form: TestForm) =>
  botWith({
    slash: [
      typedCommand('go', ({ reply }) => reply.show(viewOf('ready', 'v1:why:1', 'v1:why', 'v1:post'))),
      typedCommand('public', async ({ post, reply }) => {
        await reply.show(viewOf('posting'))
        await post(viewOf('ready', 'v1:why:1', 'v1:press'))
      }),
    ],
    actions: [clickedAction('press', ({ reply }) => reply.show(viewOf('pressed')))],
    forms: [form],
  })

/** Submits the form with this custom id, opened from the message of a reply. */
function submit(user: SimUser, reply: SimReply, customId: string, texts: Record<string, string>): SimReply {
  const components = Object.entries(texts).map(([name, value], index) => ({
    type: 18,
    id: 2 * index + 1,
    component: { type: 4, id: 2 * index + 2, custom_id: name, value },
  }))
  return user.sendRaw({ type: 5, data: { custom_id: customId, components }, message: reply.message()?.wire() })
}

test('a button opens a form as the first response, and the submitted form is answered in a new ephemeral message', async () => {
  const { discord, records } = await botWithForm(reasonForm())
  const user = discord.user()
  const reply = user.type('/go')
  const before = await reply.until('ready')
  const opened = reply.click('v1:why:1')
  expect((await opened.acknowledged()).type).toBe(MODAL)
  expect(opened.answer()).toEqual({
    custom_id: 'v1:why:1',
    title: 'Why 1',
    components: [
      {
        type: 18,
        label: 'All stats',
        description: 'at most 200',
        component: { type: 4, custom_id: 'reason', style: 1, max_length: 200, required: true },
      },
    ],
  })
  const submitted = submit(user, reply, 'v1:why:1', { reason: 'aimbot' })
  expect((await submitted.acknowledged()).type).toBe(DEFER_REPLY)
  expect(await submitted.until('aimbot')).toContain(`1: aimbot on ${reply.message()?.id}`)
  expect(submitted.isEphemeral()).toBe(true)
  expect(reply.text()).toBe(before)
  await expect
    .poll(() => records.map(({ command, outcome }) => [command, outcome]))
    .toEqual([
      ['go', 'answered'],
      ['button why', 'answered'],
      ['form why', 'answered'],
    ])
})

test('a form that edits is answered in the message with its button, and an error leaves that message as it is', async () => {
  const form = reasonForm()
  const { discord } = await botWithForm({
    ...form,
    isEdit: true,
    open: async (...input) => {
      const opened = await form.open(...input)
      return { ...opened, fields: opened.fields.map((field) => ({ ...field, value: 'as before' })) }
    },
    createTask: (args, input) => ({
      ...form.createTask(args, input),
      errorAsFollowUp: true,
      async run({ reply }) {
        if (input.fields.texts.get('reason') === 'wrong') throw new AccountError('nothing_given')
        await reply.show(viewOf(`now: ${input.fields.texts.get('reason')}`, 'v1:why:1'))
      },
    }),
  })
  const user = discord.user()
  const reply = user.type('/go')
  await reply.until('ready')
  const opened = reply.click('v1:why:1')
  expect((await opened.untilModal()).fields).toMatchObject([{ value: 'as before' }])
  const submitted = opened.submit('aimbot')
  expect((await submitted.acknowledged()).type).toBe(DEFER_UPDATE)
  expect(await reply.until('now: aimbot')).not.toContain('ready')

  const second = reply.click('v1:why:1')
  await second.untilModal()
  const failed = second.submit('wrong')
  await failed.acknowledged()
  expect(await followUpTo(failed)).toContain('Nothing to look up')
  expect(reply.text()).toContain('now: aimbot')
})

test('a second click right after the first opens no second form', async () => {
  const { discord } = await botWithForm(reasonForm())
  const reply = discord.user().type('/go')
  await reply.until('ready')
  const clicks = [reply.click('v1:why:1'), reply.click('v1:why:1')]
  expect(await Promise.all(clicks.map(async (click) => (await click.acknowledged()).type))).toEqual([
    MODAL,
    DEFER_UPDATE,
  ])
})

test('a form submitted twice at once runs once', async () => {
  const { discord, records } = await botWithForm(reasonForm())
  const user = discord.user()
  const reply = user.type('/go')
  await reply.until('ready')
  const [first, second] = [1, 2].map(() => submit(user, reply, 'v1:why:1', { reason: 'aimbot' }))
  await first?.until('aimbot')
  expect((await second?.acknowledged())?.type).toBe(DEFER_UPDATE)
  await expect
    .poll(() => records.map(({ outcome }) => outcome).toSorted())
    .toEqual(['answered', 'answered', 'repeated'])
})

test('a button with unknown arguments, and a form that the bot does not have any more, are outdated', async () => {
  const { discord } = await botWithForm(reasonForm())
  const user = discord.user()
  const reply = user.type('/go')
  await reply.until('ready')
  expect(await reply.click('v1:why').until(/\S/)).toContain('This button is outdated')
  expect(await submit(user, reply, 'v1:gone:1', {}).until(/\S/)).toContain('This button is outdated')
})

test('only the owner of an ephemeral message can open or submit its form', async () => {
  const { discord } = await botWithForm(reasonForm())
  const [owner, other] = [discord.user(), discord.user()]
  const reply = owner.type('/go')
  await reply.until('ready')
  const message = messageOf(reply)
  expect(await other.click(message, 'v1:why:1').until(/\S/)).toContain('Not your buttons')
  expect(await submit(other, reply, 'v1:why:1', { reason: 'x' }).until(/\S/)).toContain('Not your buttons')
})

test('a press on a public message needs Timeout Members, answers in a new ephemeral message and leaves it as it is', async () => {
  const { discord } = await botWithForm(reasonForm())
  discord.user().type('/public')
  const message = await postedIn(discord)
  const before = message.text()
  const moderator = discord.user()
  const pressed = moderator.click(message, 'v1:press')
  expect(await pressed.until('pressed')).toContain('pressed')
  expect(pressed.isEphemeral()).toBe(true)
  await discord.user({ permissions: PERMISSION.administrator }).click(message, 'v1:press').until('pressed')
  const member = discord.user({ permissions: PERMISSION.viewChannel })
  expect(await member.click(message, 'v1:press').until(/\S/)).toContain('You need the permission Timeout Members')
  expect(await member.click(message, 'v1:why:1').until(/\S/)).toContain('You need the permission Timeout Members')
  expect(discord.channel().map((each) => each.text())).toEqual([before])
})

test('a task gets the server, its language and what its user may do', async () => {
  const seen: Pick<Invocation, 'guildId' | 'guildLocale'>[] = []
  const allowed: boolean[] = []
  const go = typedCommand('go', async ({ guildId, guildLocale, isAllowed, reply }) => {
    seen.push({ guildId, guildLocale })
    allowed.push(isAllowed('ModerateMembers'), isAllowed('ManageGuild'))
    await reply.show(viewOf('done'))
  })
  const slash = [{ ...go, isForUsers: true }]
  const { discord } = await botWith({ slash }, { userAllowance: { check() {}, take() {} } })
  discord.guild().setLocale('de')
  await discord.user().type('/go').until('done')
  await discord.user({ guildId: null, permissions: 0n }).type('/go').until('done')
  await discord.user({ hasInstalled: true }).type('/go').until('done')
  discord.guild().uninstall()
  await discord.user({ hasInstalled: true, permissions: PERMISSION.administrator }).type('/go').until('done')
  expect(seen).toEqual([
    { guildId: discord.guildIds[0], guildLocale: 'de' },
    { guildId: null, guildLocale: 'en-US' },
    { guildId: discord.guildIds[0], guildLocale: 'de' },
    { guildId: null, guildLocale: 'en-US' },
  ])
  expect(allowed).toEqual([true, false, false, false, true, false, false, false])
})
