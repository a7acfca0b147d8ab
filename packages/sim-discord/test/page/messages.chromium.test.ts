import { describe, expect, test } from 'vitest'
import type { WireComponent } from '../../src/page/wire-format.ts'
import { findAxeProblems } from './browser/axe.ts'
import { scrollsSideways } from './browser/browser.ts'
import { answerOf, GERMAN, GUEST, messageOf, MODERATOR, textOf } from './fake-page.ts'
import { useFakePage } from './use-fake-page.ts'

const open = await useFakePage()

const media = (name: string) => ({
  url: `http://127.0.0.1/${name}`,
  width: 184,
  height: 184,
  content_type: 'image/png',
})
const NOW = Math.floor(Date.now() / 1000)
const ALL: WireComponent[] = [
  {
    type: 17,
    id: 1,
    accent_color: 0xd83c3e,
    components: [
      {
        type: 9,
        id: 2,
        components: [textOf(`## Banned\n**bold** <t:${NOW - 86_400}:R> <@&500000000000000001> \`code\`\n-# small`)],
        accessory: { type: 11, id: 3, media: media('avatar.png'), description: 'The avatar' },
      },
      { type: 14, id: 4, divider: true, spacing: 2 },
      textOf('- one\n- [Profile](https://steamcommunity.com/)\n||hidden||', 5),
      { type: 12, id: 6, items: [{ media: media('item.png'), description: 'An item' }] },
      { type: 13, id: 7, file: media('accounts.csv'), name: 'accounts.csv', size: 2_048 },
      {
        type: 1,
        id: 8,
        components: [
          { type: 2, id: 9, style: 2, label: 'Friends', custom_id: 'friends', emoji: { name: '👥' } },
          { type: 2, id: 10, style: 4, label: 'Remove', custom_id: 'remove', disabled: true },
          { type: 2, id: 11, style: 5, label: 'Steam', url: 'https://steamcommunity.com/id/raider' },
        ],
      },
      {
        type: 1,
        id: 12,
        components: [
          {
            type: 3,
            id: 13,
            custom_id: 'open',
            placeholder: 'Open an account',
            options: [
              { label: 'raider', value: '1', description: 'VAC ban' },
              { label: 'joe', value: '2' },
            ],
          },
        ],
      },
    ],
  },
]

test.each(['dark', 'light'])('all components are readable in the %s theme, for axe-core too', async (theme) => {
  const { page, problems, failedRequests } = await open({ messages: [answerOf(ALL)] }, `/?theme=${theme}`)
  const message = page.getByRole('article')
  expect(await message.getByRole('heading').innerText()).toBe('Banned')
  expect(await message.getByText('1 day ago').getAttribute('title')).toMatch(/\d{4} \d{2}:\d{2}$/)
  expect(await message.locator('.mention').innerText()).toBe('@Mods')
  expect(await message.getByRole('img', { name: 'The avatar' }).getAttribute('src')).toContain('/media?url=http')
  expect(await message.getByRole('link', { name: 'Steam', exact: true }).getAttribute('href')).toBe(
    'https://steamcommunity.com/id/raider',
  )
  expect(await message.getByRole('button', { name: 'Remove' }).isDisabled()).toBe(true)
  expect(await message.innerText()).toContain('Only you can see this')
  const bar = await message.locator('.container').evaluate((box) => getComputedStyle(box, '::before').backgroundColor)
  expect(bar).toBe('rgb(216, 60, 62)')
  expect(await findAxeProblems(page)).toEqual([])
  expect({ problems, failedRequests }).toEqual({ problems: [], failedRequests: [] })
})

test('a phone of 390 pixels shows all components without scrolling sideways', async () => {
  const { page } = await open({ messages: [answerOf(ALL)] }, '/', { viewport: { width: 390, height: 844 } })
  await page.getByRole('article').waitFor()
  expect(await scrollsSideways(page)).toBe(false)
  const right = await page.locator('.container').evaluate((box) => box.getBoundingClientRect().right)
  expect(right).toBeLessThanOrEqual(390)
  await page.getByRole('button', { name: 'Text channels' }).click()
  await page.getByRole('button', { name: 'alerts' }).click()
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('alerts')
})

test('a button sends its interaction, waits, and shows a failure below the message', async () => {
  const message = answerOf(ALL)
  const { service, page } = await open({ messages: [message] })
  const button = page.getByRole('button', { name: 'Friends' })
  await button.click()
  const used = { messageId: message.wire.id, customId: 'friends' }
  await expect
    .poll(() => service.requests)
    .toEqual([['component', { user: MODERATOR, message: message.wire.id, customId: 'friends' }]])
  const interaction = { id: '1', userId: MODERATOR, channelId: message.wire.channel_id, title: 'Friends', ...used }
  service.send({ type: 'interaction', interaction: { ...interaction, kind: 'component', state: 'waiting' } })
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  const failure = 'This interaction failed'
  service.send({ type: 'interaction', interaction: { ...interaction, kind: 'component', state: 'failed', failure } })
  await page.getByRole('article').getByText(failure).waitFor()
  expect(await button.getAttribute('aria-busy')).toBe('false')
})

test('a menu is used with the keyboard', async () => {
  const message = answerOf(ALL)
  const { service, page } = await open({ messages: [message] })
  const menu = page.getByRole('combobox', { name: 'Open an account' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  expect(await findAxeProblems(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect
    .poll(() => service.requests)
    .toEqual([['component', { user: MODERATOR, message: message.wire.id, customId: 'open', values: ['2'] }]])
  expect(await menu.innerText()).toContain('joe')
})

test('an ephemeral message is visible to its user only, and can be dismissed', async () => {
  const { page } = await open({ messages: [answerOf([textOf('for your eyes')])] })
  const text = page.getByText('for your eyes')
  await text.waitFor()
  await page.getByRole('button', { name: /^anna/ }).click()
  await expect.poll(() => text.count()).toBe(0)
  await page.getByRole('button', { name: /^moderator/ }).click()
  await text.waitFor()
  await page.getByRole('button', { name: 'Dismiss message' }).click()
  await expect.poll(() => text.count()).toBe(0)
})

test('the words of the client are in the language of the person', async () => {
  const waiting = messageOf([], { flags: 64 | 128 }, { visibleTo: GERMAN })
  const { page } = await open({ messages: [waiting, messageOf([textOf(`<t:${NOW - 86_400 * 3}:R>`)])] }, `/?user=anna`)
  await page.getByText('Bot denkt nach …').waitFor()
  await page.getByText('vor 3 Tagen').waitFor()
  await page.getByText('Nur du kannst dies sehen').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
})

describe('hostile texts', () => {
  const HOSTILE = '<img src=x onerror="globalThis.ran = true"><script>globalThis.ran = true</script>'

  test('names and messages with markup are texts, and links lead to http only', async () => {
    const author = { id: GUEST, username: HOSTILE, global_name: HOSTILE, bot: false }
    const components: WireComponent[] = [
      textOf(`${HOSTILE}\n[click](javascript:globalThis.ran=true) [real](https://example.com/)`),
      {
        type: 1,
        id: 2,
        components: [
          { type: 2, id: 3, style: 5, label: HOSTILE, url: 'javascript:globalThis.ran=true' },
          { type: 3, id: 4, custom_id: 'm', options: [{ label: HOSTILE, value: '1', default: true }] },
        ],
      },
    ]
    const { page, problems, failedRequests } = await open({
      guild: { id: '1', name: HOSTILE, locale: 'en-US' },
      messages: [messageOf(components, { author })],
    })
    const message = page.getByRole('article')
    await message.getByText('onerror').first().waitFor()
    expect(await message.locator('img, script').count()).toBe(0)
    const links = await message.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
    expect(links).toEqual(['https://example.com/'])
    expect(await page.evaluate(() => 'ran' in globalThis)).toBe(false)
    expect({ problems, failedRequests }).toEqual({ problems: [], failedRequests: [] })
  })

  test('a very long name does not widen the page', async () => {
    const author = { id: GUEST, username: 'W'.repeat(300), global_name: null, bot: false }
    const { page } = await open(
      {
        messages: [messageOf([textOf(`## ${'W'.repeat(300)}`)], { author })],
      },
      '/',
      { viewport: { width: 390, height: 844 } },
    )
    await page.getByRole('article').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    const right = await page.getByRole('heading', { name: 'WWW' }).evaluate((it) => it.getBoundingClientRect().right)
    expect(right).toBeLessThanOrEqual(390)
  })
})
