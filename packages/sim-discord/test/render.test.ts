import { describe, expect, test } from 'vitest'
import { showMarkdown } from '../src/render/markdown.ts'
import { answer, discord, EPHEMERAL, typed, V2 } from './support.ts'
import { cpuMsOf } from './cpu-time.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const seconds = (offset: number): number => NOW / 1000 + offset
const NAMES: Record<string, string> = {
  'user 12345678901234567': 'Ada',
  'role 22345678901234567': 'Mods',
  'channel 32345678901234567': 'bans',
}
const reader = { now: NOW, nameOf: (id: string, kind: string) => NAMES[`${kind} ${id}`] }

const show = (text: string): string => showMarkdown(text, reader)

describe('markdown', () => {
  test.each([
    ['plain text, nothing else', 'plain text, nothing else'],
    ['**bold** *italic* _italic_ __under__ ~~gone~~ ***both***', 'bold italic italic under gone both'],
    ['**bold with *italic* inside**', 'bold with italic inside'],
    ['||secret||', '▒secret▒'],
    ['2 * 3 * 4, snake_case_name, a ** b', '2 * 3 * 4, snake_case_name, a ** b'],
    ['# Title\n## Second\n### Third\n-# small\n#none', 'Title\nSecond\nThird\nsmall\n#none'],
    ['#### four', '#### four'],
    ['- one\n* two\n  - three', '• one\n• two\n  • three'],
    ['> quoted\n>>> all', '▎ quoted\n▎ all'],
    ['`76561197960287930`', '`76561197960287930`'],
    ['`**not bold**`', '`**not bold**`'],
    ['``a ` b``', '``a ` b``'],
    ['```js\n# **code**\n```', '```js\n# **code**\n```'],
    ['[profile](https://example.com/a_b_c)', 'profile (https://example.com/a_b_c)'],
    ['[**bold**](<https://example.com>)', 'bold (https://example.com)'],
    ['[titled](https://example.com "a title")', 'titled (https://example.com)'],
    ['[round](https://example.com/a_(b))', 'round (https://example.com/a_(b))'],
    ['[not](javascript:alert)', '[not](javascript:alert)'],
    ['https://example.com/_a_/__b__', 'https://example.com/_a_/__b__'],
    ['<https://example.com/*a*>', 'https://example.com/*a*'],
    ['<@12345678901234567> <@!12345678901234567>', '@Ada @Ada'],
    ['<@99999999999999999>', '@unknown-user'],
    ['<@&12345678901234567> <#12345678901234567>', '@unknown-role #unknown'],
    ['<:rust:12345678901234567> <a:spin:12345678901234567>', ':rust: :spin:'],
    ['</friends:12345678901234567>', '/friends'],
    ['<@&22345678901234567> <#32345678901234567>', '@Mods #bans'],
    ['@everyone', '@everyone'],
  ])('%j is rendered as %j', (text, seen) => {
    expect(show(text)).toBe(seen)
  })

  test.each([
    ['\\*\\*raider\\*\\*', '**raider**'],
    ['\\_raider\\_ \\~\\~x\\~\\~ \\|\\|x\\|\\|', '_raider_ ~~x~~ ||x||'],
    ['\\`raider\\`', '`raider`'],
    ['\\[free skins\\](https://evil.example)', '[free skins](https://evil.example)'],
    ['\\[free skins\\]\\(https\\://evil.example\\)', '[free skins](https://evil.example)'],
    ['\\<@12345678901234567>', '<@12345678901234567>'],
    ['\\# raider', '# raider'],
    ['\\- raider', '- raider'],
    ['\\> raider', '> raider'],
    ['\\-# raider', '-# raider'],
    ['a\\\\b', 'a\\b'],
    ['C:\\name', 'C:\\name'],
    ['**\\*\\*raider\\*\\***', '**raider**'],
    ['**a\\*b** [\\[x\\]](https://example.com)', 'a*b [x] (https://example.com)'],
  ])('the escaped name %j is rendered literally as %j', (text, seen) => {
    expect(show(text)).toBe(seen)
  })

  test.each([
    ['[free skins](https://evil.example)', 'free skins (https://evil.example)'],
    ['**raider**', 'raider'],
    ['_raider_', 'raider'],
    ['<@12345678901234567>', '@Ada'],
    ['x\n# Banned', 'x\nBanned'],
    ['<t:0>', '1 January 1970 00:00'],
  ])('the unescaped name %j is rendered as Markdown', (name, seen) => {
    expect(show(name)).toBe(seen)
  })

  test.each([
    ['R', seconds(0), '0 seconds ago'],
    ['R', seconds(-1), '1 second ago'],
    ['R', seconds(-300), '5 minutes ago'],
    ['R', seconds(5), 'in 5 seconds'],
    ['R', seconds(3 * 86_400), 'in 3 days'],
    ['R', seconds(-3_600), '1 hour ago'],
    ['R', seconds(-23.6 * 3_600), '1 day ago'],
    ['R', seconds(-60 * 86_400), '2 months ago'],
    ['R', seconds(-800 * 86_400), '2 years ago'],
    ['t', seconds(61), '12:01'],
    ['T', seconds(61), '12:01:01'],
    ['d', seconds(0), '31/01/2026'],
    ['D', seconds(0), '31 January 2026'],
    ['f', seconds(0), '31 January 2026 12:00'],
    ['F', seconds(0), 'Saturday, 31 January 2026 12:00'],
    ['s', seconds(0), '31/01/2026 12:00'],
    ['S', seconds(0), '31/01/2026 12:00:00'],
  ])('the timestamp style %s of %d is rendered as %j', (style, time, seen) => {
    expect(show(`<t:${Math.round(time)}:${style}>`)).toBe(seen)
    expect(show(`checked **<t:${Math.round(time)}:${style}>**`)).toBe(`checked ${seen}`)
  })

  test.each([
    ['R', seconds(-300), 'vor 5 Minuten'],
    ['R', seconds(86_400), 'in 1 Tag'],
    ['t', seconds(61), '12:01'],
    ['T', seconds(61), '12:01:01'],
    ['d', seconds(0), '31.01.2026'],
    ['D', seconds(0), '31. Januar 2026'],
    ['f', seconds(0), '31. Januar 2026 12:00'],
    ['F', seconds(0), 'Samstag, 31. Januar 2026 12:00'],
    ['S', seconds(0), '31.01.2026 12:00:00'],
  ])('for a German reader, the timestamp style %s of %d is rendered as %j', (style, time, seen) => {
    expect(showMarkdown(`<t:${time}:${style}>`, { ...reader, locale: 'de' })).toBe(seen)
  })

  test('an out-of-range timestamp stays unchanged', () => {
    expect(show('<t:99999999999999999:R>')).toBe('<t:99999999999999999:R>')
  })

  test.each(['*', '_', '**', '[', '](', '`', '~~a', '||', '\\', '<t:', '[a](https://b/('])(
    'thousands of %j are rendered within two seconds',
    (text) => {
      expect(cpuMsOf(() => show(text.repeat(Math.floor(4000 / text.length))))).toBeLessThan(2_000)
    },
  )
})

describe('a message', () => {
  const picture = { url: 'https://example.com/a.png' }
  const button = (label: string, fields: object = {}) => ({ type: 2, style: 2, label, custom_id: label, ...fields })
  const text = (content: string) => ({ type: 10, content })

  async function seen(data: object): Promise<string> {
    const sim = await discord({ clock: () => NOW })
    const reply = typed(sim)
    expect(await answer(sim, reply, 4, data)).toMatchObject({ status: 204 })
    expect(sim.violations()).toEqual([])
    return reply.text()
  }

  test('of components is rendered from top to bottom', async () => {
    const components = [
      {
        type: 17,
        accent_color: 0xd83c3e,
        components: [
          {
            type: 9,
            components: [text('# Raider'), text('**Banned** once')],
            accessory: { type: 11, media: picture, description: 'the avatar' },
          },
          { type: 14 },
          { type: 14, divider: false },
          { type: 12, items: [{ media: picture, description: 'a sheet' }, { media: picture }] },
          text('line one\nline two'),
          { type: 9, components: [text('beside')], accessory: button('More') },
        ],
      },
      { type: 1, components: [button('Friends'), button('Stats', { emoji: { name: '📊' } })] },
      {
        type: 1,
        components: [
          button('Next ▶', { disabled: true }),
          { type: 2, style: 5, label: 'Profile', url: 'https://example.com' },
          button('Last'),
        ],
      },
      {
        type: 1,
        components: [
          {
            type: 3,
            custom_id: 'sort',
            placeholder: 'Sort by',
            options: [
              { label: 'Newest', value: 'n', description: 'the newest first', default: true },
              { label: 'Oldest', value: 'o', emoji: { name: '⏳' } },
            ],
          },
        ],
      },
      { type: 1, components: [{ type: 5, custom_id: 'who', disabled: true }] },
    ]
    expect(await seen({ flags: V2 | EPHEMERAL, components })).toBe(
      [
        '┃ [#d83c3e]',
        '┃ Raider',
        '┃ Banned once',
        '┃ (picture: the avatar)',
        '┃ ───',
        '┃',
        '┃ ▣ a sheet',
        '┃ ▣ a.png',
        '┃ line one',
        '┃ line two',
        '┃ beside',
        '┃ [1 More]',
        '[2 Friends] [3 📊 Stats]',
        '[4 Next ▶ (disabled)] [🔗 Profile] [5 Last]',
        '▾ Sort by',
        '  ● Newest – the newest first',
        '  ○ ⏳ Oldest',
        '▾ Make a selection (disabled)',
        '👁 Only you can see this',
      ].join('\n'),
    )
  })

  test('hides spoilers', async () => {
    const components = [
      { type: 17, spoiler: true, components: [text('hidden')] },
      {
        type: 9,
        components: [text('open')],
        accessory: { type: 11, media: picture, spoiler: true, description: 'face' },
      },
    ]
    expect(await seen({ flags: V2, components })).toBe('┃ ▒hidden▒\nopen\n▒(picture: face)▒')
  })

  test('of content and embeds is rendered', async () => {
    const embed = {
      color: 0x00ff00,
      author: { name: 'Steam' },
      title: 'Raider',
      url: 'https://example.com',
      description: '**two**\nlines',
      fields: [{ name: 'Bans', value: '_none_' }],
      thumbnail: picture,
      footer: { text: 'checked' },
    }
    expect(await seen({ content: 'Look: <t:0:d>', embeds: [embed] })).toBe(
      [
        'Look: 01/01/1970',
        '┃ [#00ff00]',
        '┃ Steam',
        '┃ Raider (https://example.com)',
        '┃ two',
        '┃ lines',
        '┃ Bans',
        '┃ none',
        '┃ (picture)',
        '┃ checked',
      ].join('\n'),
    )
  })

  test('has what Discord itself says in the language of the reader', async () => {
    const sim = await discord({ name: 'Bot' })
    const reply = typed(sim)
    await answer(sim, reply, 5, { flags: EPHEMERAL })
    expect(reply.text('de')).toBe('Bot denkt nach …\n👁 Nur du kannst dies sehen')
    expect(reply.text('fr')).toBe('Bot is thinking…\n👁 Only you can see this')
    const menu = { type: 5, custom_id: 'users' }
    const shown = typed(sim)
    await answer(sim, shown, 4, { flags: V2, components: [{ type: 1, components: [menu] }] })
    expect(shown.text('de')).toBe('▾ Triff eine Auswahl')
  })

  test('that is deferred is rendered as thinking', async () => {
    const sim = await discord({ name: 'Bot' })
    const [open, hidden] = [typed(sim), typed(sim)]
    expect(open.text()).toBe('')
    await answer(sim, open, 5)
    await answer(sim, hidden, 5, { flags: EPHEMERAL })
    expect(open.text()).toBe('Bot is thinking…')
    expect(hidden.text()).toBe('Bot is thinking…\n👁 Only you can see this')
  })
})
