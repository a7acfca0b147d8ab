import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findAxeProblems } from './browser/axe.ts'
import { EMPTY, GERMAN, GUEST, messageOf, MODERATOR, textOf } from './fake-page.ts'
import { useFakePage } from './use-fake-page.ts'

const open = await useFakePage()
const CHANNEL = { user: MODERATOR, channel: '300000000000000001' }

const messageBox = (page: Page) => page.getByRole('textbox', { name: 'Message #moderation' })
const write = async (page: Page, text: string) => {
  await messageBox(page).focus()
  await page.keyboard.type(text)
}

test('a command and its required option are typed in one go', async () => {
  const { service, page } = await open()
  await write(page, '/lookup raider')
  expect(await page.getByRole('combobox', { name: 'account', exact: true }).inputValue()).toBe('raider')
  await page.keyboard.press('Enter')
  const body = { ...CHANNEL, command: 'lookup', subcommands: [], options: { account: 'raider' } }
  await expect.poll(() => service.requests).toEqual([['command', body]])
  expect(await messageBox(page).inputValue()).toBe('')
})

test('the commands that fit are offered, and arrows, Tab and Enter choose a command, an option and a choice', async () => {
  const { service, page } = await open()
  await write(page, '/')
  const offered = page.getByRole('listbox', { name: 'Commands' }).getByRole('option')
  expect(await offered.allInnerTexts()).toEqual([
    expect.stringContaining('/friends'),
    expect.stringContaining('/lookup'),
    expect.stringContaining('/watch channel'),
    expect.stringContaining('/watch import'),
  ])
  expect(await findAxeProblems(page)).toEqual([])
  await page.keyboard.type('f')
  await page.keyboard.press('Tab')
  await page.keyboard.type('raider')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const kind = page.getByRole('combobox', { name: 'kind', exact: true })
  expect(await kind.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('game')
  await page.keyboard.press('Enter')
  expect(await kind.inputValue()).toBe('Game bans')
  expect(await findAxeProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  const options = { account: 'raider', kind: 'game' }
  const body = { ...CHANNEL, command: 'friends', subcommands: [], options }
  await expect.poll(() => service.requests).toEqual([['command', body]])
})

test('a command that waits for its answer is named in the language of the person', async () => {
  const { service, page } = await open({}, '/?user=anna')
  const box = page.getByRole('textbox', { name: 'Nachricht an #moderation' })
  await box.waitFor()
  const waiting = { id: '1', userId: GERMAN, channelId: CHANNEL.channel, kind: 'command', state: 'waiting' } as const
  service.send({ type: 'interaction', interaction: { ...waiting, title: '/lookup account:raider' } })
  await page.getByText('anna hat /nachschlagen verwendet').waitFor()
})

test('a channel and a role are chosen by name, and a file is sent with its content', async () => {
  const { service, page } = await open()
  await write(page, '/watch channel #alerts role:@Mods')
  await page.keyboard.press('Enter')
  await write(page, '/watch import ')
  await page.keyboard.press('Tab')
  await page.keyboard.type('file:')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('joe') })
  await page.getByText('a.txt').waitFor()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => service.requests.map(([, body]) => body))
    .toEqual([
      {
        ...CHANNEL,
        command: 'watch',
        subcommands: ['channel'],
        options: { channel: '300000000000000002', role: '500000000000000001' },
      },
      {
        ...CHANNEL,
        command: 'watch',
        subcommands: ['import'],
        options: {},
        files: { file: { name: 'a.txt', contentType: 'text/plain', base64: 'am9l' } },
      },
    ])
})

test('someone without the permission is offered no commands, and a refusal of the server is shown', async () => {
  const { service, page } = await open({}, '/?user=guest')
  await write(page, '/lookup')
  await page.getByText('No command fits.').waitFor()
  await messageBox(page).fill('hello')
  service.answers.refusal = 'You may not write here.'
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('You may not write here.').waitFor()
  expect(service.requests).toEqual([['message', { user: GUEST, channel: CHANNEL.channel, content: 'hello' }]])
})

test('the menu of a message has the commands of the bot, with the mouse and with the keyboard', async () => {
  const message = messageOf([textOf('is raider banned?')])
  const { service, page } = await open({ messages: [message] })
  await page.getByText('is raider banned?').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Check Steam accounts' }).waitFor()
  expect(await findAxeProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('menu').count()).toBe(0)
  await page.getByRole('button', { name: 'Actions of this message' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const body = { user: MODERATOR, message: message.wire.id, command: 'Check Steam accounts' }
  await expect.poll(() => service.requests).toEqual([['message-command', body]])
})

test('a modal asks for its required fields, and sends all', async () => {
  const { service, page } = await open()
  await messageBox(page).waitFor()
  service.send({
    type: 'modal',
    interactionId: '77',
    userId: MODERATOR,
    modal: {
      custom_id: 'note',
      title: 'Watch an account',
      components: [
        { type: 10, content: 'A **text** between.' },
        {
          type: 18,
          label: 'Reason',
          description: 'Why',
          component: { type: 4, custom_id: 'reason', style: 2, max_length: 50 },
        },
        {
          type: 1,
          components: [{ type: 4, custom_id: 'until', label: 'Until', style: 1, required: false, value: '30d' }],
        },
        {
          type: 18,
          label: 'Kind',
          component: { type: 3, custom_id: 'kind', placeholder: 'Any kind', options: [{ label: 'VAC', value: 'vac' }] },
        },
      ],
    },
  })
  const dialog = page.getByRole('dialog', { name: 'Watch an account' })
  await dialog.waitFor()
  expect(await findAxeProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Submit' }).click()
  expect(await dialog.getByText('This is a required field').count()).toBe(2)
  await dialog.getByLabel('Reason').fill('sly')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await dialog.getByRole('option', { name: 'VAC' }).click()
  await dialog.getByRole('button', { name: 'Submit' }).click()
  const body = { user: MODERATOR, interaction: '77', values: { reason: 'sly', until: '30d', kind: ['vac'] } }
  await expect.poll(() => service.requests).toEqual([['modal', body]])
  await expect.poll(() => dialog.count()).toBe(0)
})

test('the newest message stays in view, unless the reader has scrolled up', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => messageOf([textOf(`line ${index}`)]))
  const { service, page } = await open({ messages: lines })
  const log = page.getByRole('log', { name: '#moderation' })
  await page.getByText('line 59').waitFor()
  const gap = () => log.evaluate((it) => Math.round(it.scrollHeight - it.scrollTop - it.clientHeight))
  await expect.poll(gap).toBe(0)
  service.send({ type: 'message', message: messageOf([textOf('newer')]) })
  await page.getByText('newer').waitFor()
  await expect.poll(gap).toBe(0)
  await log.evaluate((it) => (it.scrollTop = 0))
  const toEnd = page.getByRole('button', { name: 'To the newest message' })
  await toEnd.waitFor()
  service.send({ type: 'message', message: messageOf([textOf('newest')]) })
  await page.getByText('newest', { exact: true }).waitFor()
  expect(await log.evaluate((it) => it.scrollTop)).toBe(0)
  await toEnd.click()
  await expect.poll(gap).toBe(0)
})

test('a person is added with a name, a language and permissions, and a name that is taken is refused there', async () => {
  const { service, page } = await open()
  await page.getByRole('button', { name: 'Add a person' }).click()
  const form = page.getByRole('form', { name: 'Add a person' })
  await page.keyboard.type('berta')
  await form.getByRole('combobox', { name: 'Language' }).selectOption('de')
  await form.getByLabel('Moderator').uncheck()
  await form.getByLabel('Manages the server').check()
  expect(await findAxeProblems(page)).toEqual([])
  service.answers.refusal = 'There is a person berta already.'
  await page.keyboard.press('Enter')
  await form.getByRole('alert').getByText('There is a person berta already.').waitFor()
  service.answers.refusal = undefined
  await form.getByRole('button', { name: 'Add' }).click()
  await expect.poll(() => form.count()).toBe(0)
  // The keyboard goes on where it was, and Escape closes the form.
  await page.keyboard.press('Enter')
  await form.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => form.count()).toBe(0)
  const person = { name: 'berta', locale: 'de', isModerator: false, isManager: true }
  expect(service.requests).toEqual([
    ['new-person', person],
    ['new-person', person],
  ])
  service.send({ type: 'person', person: { ...person, id: '100000000000000009', permissions: '32' } })
  await page.getByRole('button', { name: /berta/ }).click()
  await page.getByRole('textbox', { name: 'Nachricht an #moderation' }).waitFor()
})

test('a refused change of the permissions is shown beside them', async () => {
  const { service, page } = await open()
  service.answers.refusal = 'There is no such person.'
  const panel = page.getByRole('group', { name: EMPTY.people[0]?.name ?? '', exact: true })
  await panel.getByLabel('Moderator').click()
  await panel.getByRole('alert').getByText('There is no such person.').waitFor()
})

test('a channel where the bot may not write has a lock', async () => {
  const [moderation] = EMPTY.channels
  if (!moderation) throw new Error('no channel')
  const closed = { id: '300000000000000009', name: 'read-only', type: 0, isWritable: false }
  const { page } = await open({ channels: [moderation, closed] })
  await page.getByRole('button', { name: 'read-only The bot may not write here' }).waitFor()
  expect(await page.getByRole('button', { name: 'moderation', exact: true }).count()).toBe(1)
})
