import { ButtonStyle, ComponentType, type APIMessageTopLevelComponent } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { canBePosted, toMarkedAsPosted, toPosted } from '../../src/discord/post.ts'
import { asPrivate, createView, isPrivate, privateText, row, text } from '../../src/discord/view.ts'
import { en } from '../support/texts.ts'
import { componentsOf } from '../support/view-content.ts'
const USER = '123456789012345678'
const NOW = Date.UTC(2026, 5, 1, 12)

/** The posted copy of an ephemeral message, without the line that says who posted it. */
const postedOf = (components: APIMessageTopLevelComponent[]) =>
  toPosted(components, { userId: USER, now: NOW }, en).slice(1)

test('the first line of a posted message says who posted it and when', () => {
  expect(toPosted([], { userId: USER, now: NOW }, en)).toEqual([
    { type: ComponentType.TextDisplay, content: `-# Posted by <@${USER}> · <t:1780315200:f>` },
  ])
})

describe('the copy of components that Discord returned', () => {
  const media = { url: 'https://avatars.steamstatic.com/a_full.jpg' }
  const seen = { ...media, proxy_url: 'https://media.discordapp.net/a', width: 184, height: 184 }

  test('has texts, pictures and separators, without fields that Discord does not accept', () => {
    expect(
      postedOf([
        {
          type: ComponentType.Container,
          id: 1,
          accent_color: 0x2d_a4_4e,
          spoiler: false,
          components: [
            {
              type: ComponentType.Section,
              id: 2,
              components: [{ type: ComponentType.TextDisplay, id: 3, content: '## Roof Raider' }],
              accessory: { type: ComponentType.Thumbnail, id: 4, media: seen, description: 'Avatar', spoiler: false },
            },
            { type: ComponentType.TextDisplay, id: 5, content: 'facts' },
            { type: ComponentType.Separator, id: 6 },
            {
              type: ComponentType.MediaGallery,
              id: 7,
              items: [
                { media: seen, description: 'a rock', spoiler: false },
                { media: seen, description: null },
              ],
            },
          ],
        },
      ]),
    ).toEqual([
      {
        type: ComponentType.Container,
        accent_color: 0x2d_a4_4e,
        components: [
          {
            type: ComponentType.Section,
            components: [{ type: ComponentType.TextDisplay, content: '## Roof Raider' }],
            accessory: { type: ComponentType.Thumbnail, media, description: 'Avatar' },
          },
          { type: ComponentType.TextDisplay, content: 'facts' },
          { type: ComponentType.Separator },
          { type: ComponentType.MediaGallery, items: [{ media, description: 'a rock' }, { media }] },
        ],
      },
    ])
  })

  test('has the files under the names that Discord gave them', () => {
    const address = 'https://cdn.discordapp.com/ephemeral-attachments/1/2/accounts.csv?ex=1&is=2&hm=3&'
    const named = { type: ComponentType.File as const, id: 3, file: { url: address }, name: 'accounts.csv', size: 12 }
    const { name: _, ...nameless } = named
    const file = { type: ComponentType.File, file: { url: 'attachment://accounts.csv' } }
    expect(postedOf([{ type: ComponentType.Container, components: [named, nameless] }])).toEqual([
      { type: ComponentType.Container, components: [file, file] },
    ])
  })

  const button = (label: string, custom_id: string, more = {}) =>
    ({ type: ComponentType.Button, style: ButtonStyle.Secondary, label, custom_id, ...more }) as const
  const link = {
    type: ComponentType.Button,
    style: ButtonStyle.Link,
    label: 'Profile',
    url: 'https://x.example',
  } as const
  const menu = {
    type: ComponentType.StringSelect as const,
    custom_id: 'v1:open',
    placeholder: 'Open an account',
    options: [
      { label: 'Raider', value: '1', description: '1 · banned', emoji: { name: '⛔' } },
      { label: 'x', value: '2' },
    ],
  }
  const rowOf = (...components: object[]) =>
    ({ type: ComponentType.ActionRow, components }) as unknown as APIMessageTopLevelComponent

  test('has the buttons and menus except Post and private ones', () => {
    const next = button('Next page', 'v1:batch:page:1', { emoji: { name: '➡️' } })
    const previous = button('Previous page', 'v1:batch:page:-1', { disabled: true })
    const given = [
      rowOf({ ...menu, id: 7 }),
      rowOf(asPrivate(button('Account', 'v1:lookup:1')), previous, { ...next, id: 9 }, link, button('Post', 'v1:post')),
      rowOf(button('Post', 'v1:post')),
    ]
    expect(postedOf(given)).toEqual([rowOf(menu), rowOf(previous, next, link)])
  })

  test.each([
    ['abc', 'd', ['abcd']],
    ['abcde', 'f', ['abc', 'def']],
  ])('leaves no button alone where the rows %s and %s are left', (first, second, rows) => {
    const buttons = (labels: string) => [...labels].map((label) => button(label, `v1:lookup-of:${label}`))
    const given = [rowOf(...buttons(first)), rowOf(...buttons(second), button('Post', 'v1:post'))]
    expect(postedOf(given)).toEqual(rows.map((row) => rowOf(...buttons(row))))
  })

  test('has none of the private components that any feature adds to a message', () => {
    const view = createView(
      'neutral',
      ['## A result', privateText('on a list of this server'), asPrivate({ ...text('a fact'), id: 5 })],
      [
        row([asPrivate(menu)]),
        row([link, asPrivate(button('New', 'v1:newfeature:1')), asPrivate(button('Newer', 'v1:newfeature:2'))]),
      ],
    )
    const ids = componentsOf(view).flatMap((part) => (isPrivate(part) ? [part.id] : []))
    expect(new Set(ids).size).toBe(5)
    const shown = createView('neutral', ['## A result'], [row([link])])
    expect(postedOf(view.components)).toEqual(shown.components)
    // After it was posted, the message of the user has all of them, and what is posted of it has none.
    const marked = toMarkedAsPosted(view.components, en)
    expect(marked).toEqual(view.components)
    expect(postedOf(marked)).toEqual(shown.components)
  })

  test('keeps a button below a menu in its own row', () => {
    const given = [rowOf(menu), rowOf(link, button('Post', 'v1:post'))]
    expect(postedOf(given)).toEqual([rowOf(menu), rowOf(link)])
  })

  test('has a disabled button that says Posted, for the ephemeral message', () => {
    const given = [rowOf(button('Account', 'v1:lookup:1'), button('Post', 'v1:post', { emoji: { name: '📢' } }))]
    expect(canBePosted(given)).toBe(true)
    const marked = toMarkedAsPosted(given, en)
    expect(marked).toEqual([
      rowOf(button('Account', 'v1:lookup:1'), button('Posted', 'v1:post', { emoji: { name: '📢' }, disabled: true })),
    ])
    expect(canBePosted(marked)).toBe(false)
  })
})
