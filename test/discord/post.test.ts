import { ButtonStyle, ComponentType } from 'discord.js'
import { describe, expect, test } from 'vitest'
import { toPosted } from '../../src/discord/post.ts'
import { createView, row, type View } from '../../src/discord/view.ts'
import { en } from '../support/texts.ts'

const postedOf = (view: View) => toPosted(view, { userId: '123456789012345678', now: Date.UTC(2026, 5, 1, 12) }, en)

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
  options: [{ label: 'x', value: '2' }],
}

describe('a posted card', () => {
  test('says first who posted it and when, and keeps the parts and the files', () => {
    const card = createView('clean', ['facts'], [], [{ name: 'accounts.csv', data: Buffer.from('a') }])
    const posted = postedOf(card)
    expect(posted).toEqual({
      components: [
        { type: ComponentType.TextDisplay, content: '-# Posted by <@123456789012345678> · <t:1780315200:f>' },
        ...card.components,
      ],
      files: card.files,
    })
  })

  test('has the buttons and menus except Post', () => {
    const next = button('Next page', 'v1:batch:page:1', { emoji: { name: '➡️' } })
    const card = createView('clean', [], [row([menu]), row([next, link, button('Post', 'v1:post:lookup:1')])])
    expect(postedOf(card).components.slice(2)).toEqual([row([menu]), row([next, link])])
  })

  test('keeps a menu below its buttons', () => {
    const card = createView('clean', [], [row([link, button('Post', 'v1:post:lookup:1')]), row([menu])])
    expect(postedOf(card).components.slice(2)).toEqual([row([link]), row([menu])])
  })

  test.each([
    ['abc', 'd', ['abcd']],
    ['abcde', 'f', ['abc', 'def']],
  ])('leaves no button alone where the rows %s and %s are left', (first, second, rows) => {
    const buttons = (labels: string) => [...labels].map((label) => button(label, `v1:lookup-of:${label}`))
    const card = createView('clean', [], [row(buttons(first)), row([...buttons(second), button('Post', 'v1:post:x')])])
    expect(postedOf(card).components.slice(2)).toEqual(rows.map((labels) => row(buttons(labels))))
  })
})
