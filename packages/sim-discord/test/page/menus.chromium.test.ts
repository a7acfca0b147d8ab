import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { WireRow } from '../../src/page/wire-format.ts'
import { findAxeProblems } from './browser/axe.ts'
import { answerOf, EMPTY, MODERATOR, textOf } from './fake-page.ts'
import { useFakePage } from './use-fake-page.ts'

const open = await useFakePage()
const [MODERATION, ALERTS] = EMPTY.channels.map(({ id }) => id)

const rowOf = (menu: object): WireRow => ({
  type: 1,
  id: 2,
  components: [{ id: 3, custom_id: 'menu', ...menu } as never],
})
const KINDS = ['VAC', 'Game', 'Trade'].map((label) => ({ label, value: label.toLowerCase() }))

/** A message with a menu, and what the page has sent because of it. */
async function withMenu(menu: object) {
  const message = answerOf([textOf('Which ones?'), rowOf({ placeholder: 'Choose', ...menu })])
  const { service, page } = await open({ messages: [message] })
  const field = page.getByRole('combobox', { name: 'Choose' })
  await field.click()
  const sent = (values: readonly (string | undefined)[]) => [
    'component',
    { user: MODERATOR, message: message.wire.id, customId: 'menu', values },
  ]
  return { service, page, field, sent }
}
/** The options of the open menu. */
const offered = (page: Page) => page.getByRole('listbox').getByRole('option')
const choose = (page: Page, name: string) =>
  offered(page)
    .and(page.getByRole('option', { name, exact: true }))
    .click()

test('a menu of several options is sent once, when a click outside closes it', async () => {
  const { service, page, field, sent } = await withMenu({ type: 3, options: KINDS, min_values: 1, max_values: 2 })
  await choose(page, 'VAC')
  await choose(page, 'Trade')
  await choose(page, 'Game')
  expect(
    await offered(page)
      .and(page.getByRole('option', { selected: true }))
      .allInnerTexts(),
  ).toEqual(['VAC', 'Trade'])
  expect(service.requests).toEqual([])
  await page.getByRole('heading', { level: 1 }).click()
  await expect.poll(() => service.requests).toEqual([sent(['vac', 'trade'])])
  expect(await field.getAttribute('aria-expanded')).toBe('false')
})

test('a menu of several options that closes unchanged or with too few sends nothing, and shows what it had', async () => {
  const options = KINDS.map((option, index) => ({ ...option, default: index < 2 }))
  const { service, page, field } = await withMenu({ type: 3, options, min_values: 2, max_values: 3 })
  await page.getByRole('heading', { level: 1 }).click()
  await field.click()
  await choose(page, 'VAC')
  await page.keyboard.press('Escape')
  expect(await field.getAttribute('aria-expanded')).toBe('false')
  expect(await field.innerText()).toContain('VAC')
  expect(service.requests).toEqual([])
})

test.each<[number, string[], string, string | undefined]>([
  [5, ['@moderator', '@anna', '@guest'], '@anna', EMPTY.people[1]?.id],
  [6, ['@Mods'], '@Mods', EMPTY.roles[0]?.id],
  [7, ['@moderator', '@anna', '@guest', '@Mods'], '@Mods', EMPTY.roles[0]?.id],
  [8, ['#moderation', '#alerts'], '#alerts', ALERTS],
])('a menu of type %i offers %j', async (type, names, chosen, id) => {
  const { service, page, sent } = await withMenu({ type })
  expect(await offered(page).allInnerTexts()).toEqual(names)
  expect(await findAxeProblems(page)).toEqual([])
  await choose(page, chosen)
  await expect.poll(() => service.requests).toEqual([sent([id])])
})

/** A command with an option that the bot completes. */
const FIND = {
  id: '9',
  type: 1 as const,
  name: 'find',
  description: 'Finds an account',
  options: [{ type: 3, name: 'name', description: 'A name', required: true, autocomplete: true }],
}

test('the completions of an option are those of the newest text, and choosing one sends its value', async () => {
  const { service, page } = await open({ commands: [FIND] })
  service.answers.choices = [{ name: 'Roof Raider', value: '76561198000010431' }]
  await page.getByRole('textbox', { name: 'Message #moderation' }).focus()
  await page.keyboard.type('/find ra')
  await page.getByRole('option', { name: 'Roof Raider' }).waitFor()
  const request = { user: MODERATOR, channel: MODERATION, command: 'find', subcommands: [] }
  await expect
    .poll(() => service.requests.at(-1))
    .toEqual(['autocomplete', { ...request, options: { name: 'ra' }, focused: 'name' }])
  expect(await findAxeProblems(page)).toEqual([])

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('combobox', { name: 'name', exact: true }).inputValue()).toBe('Roof Raider')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => service.requests.at(-1))
    .toEqual(['command', { ...request, options: { name: '76561198000010431' } }])
})

test('an option with completions takes any text too, also while the bot completes nothing', async () => {
  const { service, page, problems } = await open({ commands: [FIND] })
  service.answers.refusal = 'Unknown interaction'
  await page.getByRole('textbox', { name: 'Message #moderation' }).focus()
  await page.keyboard.type('/find joe')
  await expect.poll(() => service.requests.length).toBeGreaterThan(0)
  expect(await page.getByRole('alert').count()).toBe(0)
  service.answers.refusal = undefined
  await page.keyboard.press('Enter')
  await expect
    .poll(() => service.requests.at(-1))
    .toEqual([
      'command',
      { user: MODERATOR, channel: MODERATION, command: 'find', subcommands: [], options: { name: 'joe' } },
    ])
  expect(problems).toEqual([])
})
