import { beforeEach, describe, expect, test } from 'vitest'
import type { SimDiscord } from '../src/server.ts'
import { answer, discord, typed, V2 } from './support.ts'

let sim: SimDiscord

beforeEach(async () => {
  sim = await discord()
})

/** The answer to a reply, and the rules that it broke. */
async function send(data: object): Promise<{ status: number; code: number | undefined; broken: string[] }> {
  const { status, body } = await answer(sim, typed(sim), 4, data)
  return { status, code: body.code, broken: sim.violations() }
}

const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const text = (content = 'x') => ({ type: 10, content })
const button = (fields: object = {}) => ({ type: 2, style: 1, label: 'Next', custom_id: 'v1:next', ...fields })
const row = (...components: object[]) => ({ type: 1, components })
const option = (index: number | string, fields: object = {}) => ({ label: `L${index}`, value: `${index}`, ...fields })
const select = (fields: object = {}) => ({ type: 3, custom_id: 'v1:sort', options: [option(1)], ...fields })
const thumbnail = (fields: object = {}) => ({ type: 11, media: { url: 'https://example.com/a.png' }, ...fields })
const section = (fields: object = {}) => ({ type: 9, components: [text()], accessory: thumbnail(), ...fields })
const gallery = (...items: object[]) => ({ type: 12, items })
const item = (fields: object = {}) => ({ media: { url: 'https://example.com/a.png' }, ...fields })
const container = (fields: object = {}, ...components: object[]) => ({
  type: 17,
  components: components.length === 0 ? [text()] : components,
  ...fields,
})
const v2 = (...components: object[]) => ({ flags: V2, components })
const buttons = (count: number) => many(count, (index) => button({ custom_id: `v1:${index}` }))

describe('a message may', () => {
  test.each<[string, object]>([
    ['have 2000 characters', { content: 'x'.repeat(2000) }],
    ['have ten embeds', { embeds: many(10, () => ({ title: 'x' })) }],
    [
      'have 6000 characters in its embeds',
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2000) }] },
    ],
    [
      'have five rows of five buttons',
      { content: 'x', components: many(5, (r) => row(...many(5, (i) => button({ custom_id: `${r}:${i}` })))) },
    ],
    ['have a menu in a row', v2(row(select()))],
    ['have 25 options in a menu', v2(row(select({ options: many(25, option), min_values: 0, max_values: 25 })))],
    ['have 40 components, nested ones counted', v2(container({}, ...many(39, () => text())))],
    ['have 4000 characters in all its texts', v2(text('x'.repeat(2000)), container({}, text('x'.repeat(2000))))],
    ['have three texts in a section', v2(section({ components: many(3, () => text()) }))],
    ['have a button as the accessory of a section', v2(section({ accessory: button() }))],
    ['have ten pictures in a gallery', v2(gallery(...many(10, () => item({ description: 'a'.repeat(1024) }))))],
    [
      'have a label of 80 and an id of 100 characters',
      v2(row(button({ label: 'x'.repeat(80), custom_id: 'x'.repeat(100) }))),
    ],
    ['have a link', v2(row({ type: 2, style: 5, label: 'Profile', url: 'https://example.com/' }))],
    ['have a button with an emoji only', v2(row(button({ label: undefined, emoji: { name: '🔎' } })))],
    ['have an emoji without its variation selector', v2(row(button({ emoji: { name: '▶', animated: false } })))],
    ['have an emoji of a guild', v2(row(button({ emoji: { id: '12345678901234567', name: 'rust' } })))],
    ['assign ids to its components', v2({ ...text(), id: 7 }, { ...text(), id: 8 })],
    ['have fields that are null', v2(container({ accent_color: null, spoiler: null, id: null }, text()))],
    ['have every colour', v2(container({ accent_color: 0 }), container({ accent_color: 0xffffff }))],
    ['have allowed mentions', { content: 'x', allowed_mentions: { parse: ['roles'], users: ['12345678901234567'] } }],
  ])('%s', async (_, data) => {
    expect(await send(data)).toEqual({ status: 204, code: undefined, broken: [] })
  })
})

describe('a message may not', () => {
  test.each<[string, object, RegExp]>([
    ['have more than 2000 characters', { content: 'x'.repeat(2001) }, /content: Must be 2000 or fewer/],
    ['have 11 embeds', { embeds: many(11, () => ({ title: 'x' })) }, /embeds: Must be 10 or fewer/],
    [
      'have more than 6000 characters in its embeds',
      { embeds: [{ description: 'x'.repeat(4000) }, { footer: { text: 'x'.repeat(2001) } }] },
      /embeds: Embed size exceeds/,
    ],
    ['have a long title', { embeds: [{ title: 'x'.repeat(257) }] }, /embeds\[0]\.title: Must be 256/],
    ['have a long description', { embeds: [{ description: 'x'.repeat(4097) }] }, /description: Must be 4096/],
    ['have 26 fields', { embeds: [{ fields: many(26, () => ({ name: 'x', value: 'x' })) }] }, /fields: Must be 25/],
    [
      'have a long field',
      { embeds: [{ fields: [{ name: 'x'.repeat(257), value: 'x'.repeat(1025) }] }] },
      /name: Must be 256.*value: Must be 1024/,
    ],
    ['have a field without a value', { embeds: [{ fields: [{ name: 'x', value: '' }] }] }, /value: Must be 1 or more/],
    [
      'have six rows',
      { content: 'x', components: many(6, (i) => row(button({ custom_id: `${i}` }))) },
      /components: Must be 5 or fewer/,
    ],
    [
      'have texts without IS_COMPONENTS_V2',
      { content: 'x', components: [text()] },
      /components\[0]\.type: .*not IS_COMPONENTS_V2/,
    ],
    ['have content and components', { ...v2(text()), content: 'x' }, /'content' field cannot be used/],
    ['have embeds and components', { ...v2(text()), embeds: [{ title: 'x' }] }, /'embeds' field cannot be used/],
    ['have a poll and components', { ...v2(text()), poll: { question: {} } }, /'poll' field cannot be used/],
    ['have stickers and components', { ...v2(text()), sticker_ids: ['1'] }, /'sticker_ids' field cannot be used/],
    ['have no components with IS_COMPONENTS_V2', v2(), /components: This field is required/],
    [
      'have 41 components',
      v2(container({}, ...many(37, () => text()), section({ components: [text()] }))),
      /41 components/,
    ],
    ['have 41 components at the top level', v2(...many(41, () => text())), /components: Must be 40 or fewer/],
    [
      'have more than 4000 characters in its texts',
      v2(text('x'.repeat(2000)), container({}, text('x'.repeat(2001)))),
      /maximum displayable text size of 4000; it is 4001/,
    ],
    ['have an empty text', v2(text('')), /content: Must be 1 or more/],
    ['have a text of whitespace', v2(text(' \n')), /content: This field is required/],
    [
      'have four texts in a section',
      v2(section({ components: many(4, () => text()) })),
      /components: Must be 3 or fewer/,
    ],
    ['have an empty section', v2(section({ components: [] })), /components: Must be 1 or more/],
    ['have a section without an accessory', v2(section({ accessory: undefined })), /accessory/],
    [
      'have a menu as the accessory of a section',
      v2(section({ accessory: select() })),
      /accessory\.type: Value of field "type"/,
    ],
    ['have an empty gallery', v2(gallery()), /items: Must be 1 or more/],
    ['have eleven pictures in a gallery', v2(gallery(...many(11, () => item()))), /items: Must be 10 or fewer/],
    [
      'have a picture with an invalid URL',
      v2(gallery(item({ media: { url: 'ftp://example.com' } }))),
      /media\.url: Not a URL/,
    ],
    [
      'have a long description of a picture',
      v2(gallery(item({ description: 'x'.repeat(1025) }))),
      /description: Must be 1024/,
    ],
    [
      'have an empty description of a picture',
      v2(section({ accessory: thumbnail({ description: '' }) })),
      /accessory\.description: Must be 1 or more/,
    ],
    [
      'show a file that was not uploaded',
      v2({ type: 13, file: { url: 'attachment://a.csv' } }),
      /file\.url: The referenced attachment was not found: a\.csv/,
    ],
    [
      'show a picture that was not uploaded',
      v2(gallery(item({ media: { url: 'attachment://a.png' } }))),
      /items\[0]\.media\.url: The referenced attachment/,
    ],
    [
      'show a file from another server',
      v2({ type: 13, file: { url: 'https://example.com/a.csv' } }),
      /shows attachment:\/\/ only/,
    ],
    ['have an empty row', v2(row()), /components: Must be 1 or more/],
    ['have six buttons in a row', v2(row(...buttons(6))), /components: Must be 5 or fewer/],
    ['have a menu and a button in one row', v2(row(select(), button())), /up to 5 buttons, or one select/],
    ['have two menus in a row', v2(row(select(), select({ custom_id: 'v1:other' }))), /up to 5 buttons, or one select/],
    ['have a button outside a row', v2(button()), /components\[0]\.type: Value of field "type"/],
    ['have a container in a container', v2(container({}, container())), /Value of field "type"/],
    ['have a component of an unknown type', v2({ type: 99 }), /Value of field "type"/],
    ['have a long label', v2(row(button({ label: 'x'.repeat(81) }))), /label: Must be 80 or fewer/],
    ['have a button without label and emoji', v2(row(button({ label: undefined }))), /needs a label or an emoji/],
    ['have a button without a style', v2(row(button({ style: undefined }))), /style: This field is required/],
    ['have a button without an id', v2(row(button({ custom_id: undefined }))), /custom_id: This field is required/],
    ['have an empty id', v2(row(button({ custom_id: '' }))), /custom_id: Must be 1 or more/],
    ['have a long id', v2(row(button({ custom_id: 'x'.repeat(101) }))), /custom_id: Must be 100 or fewer/],
    [
      'have a duplicate custom id',
      v2(row(button(), button())),
      /components\[0]\.components\[1]\.custom_id: Component custom id cannot be duplicated/,
    ],
    [
      'have the same custom id for a button and a menu',
      v2(row(button()), row(select({ custom_id: 'v1:next' }))),
      /custom id cannot be duplicated/,
    ],
    [
      'have a duplicate component id',
      v2({ ...text(), id: 7 }, { ...text(), id: 7 }),
      /components\[1]\.id: Component id cannot be duplicated/,
    ],
    [
      'have a link with an id',
      v2(row({ type: 2, style: 5, label: 'x', url: 'https://example.com', custom_id: 'x' })),
      /style 5 has no custom_id/,
    ],
    ['have an empty link', v2(row({ type: 2, style: 5, label: 'x', url: '' })), /url: Not a well formed URL/],
    ['have an invalid timestamp', { embeds: [{ title: 'x', timestamp: 'now' }] }, /timestamp: Invalid ISO datetime/],
    [
      'allow mentions of an invalid id',
      { content: 'x', allowed_mentions: { users: ['Ada'] } },
      /users\[0]: Value is not snowflake/,
    ],
    ['have a link without a URL', v2(row({ type: 2, style: 5, label: 'x' })), /url: This field is required/],
    [
      'have a link with an invalid URL',
      v2(row({ type: 2, style: 5, label: 'x', url: 'steam://run/252490' })),
      /url: Not a well formed URL/,
    ],
    ['have a URL on a button of another style', v2(row(button({ url: 'https://example.com' }))), /style 1 has no url/],
    ['have a word as emoji', v2(row(button({ emoji: { name: 'lens' } }))), /emoji\.name: Invalid emoji: "lens"/],
    ['have two emoji in one', v2(row(button({ emoji: { name: '🔎🔎' } }))), /Invalid emoji/],
    ['have an empty menu', v2(row(select({ options: [] }))), /options: Must be 1 or more/],
    ['have 26 options in a menu', v2(row(select({ options: many(26, option) }))), /options: Must be 25 or fewer/],
    [
      'have a duplicate value in a menu',
      v2(row(select({ options: [option(1), option(1)] }))),
      /options\[1]\.value: The specified option value/,
    ],
    [
      'have a long option',
      v2(row(select({ options: [option('x'.repeat(101))] }))),
      /label: Must be 100.*value: Must be 100/,
    ],
    ['have a long placeholder', v2(row(select({ placeholder: 'x'.repeat(151) }))), /placeholder: Must be 150/],
    ['require more values than a menu has', v2(row(select({ max_values: 2 }))), /number of options disagree/],
    [
      'preselect more values than allowed',
      v2(row(select({ options: [option(1, { default: true }), option(2, { default: true })] }))),
      /More defaults/,
    ],
    ['have a colour above 0xffffff', v2(container({ accent_color: 0x1000000 })), /accent_color: Value should be less/],
    ['have a negative colour', v2(container({ accent_color: -1 })), /accent_color: Value should be greater/],
    ['have an empty container', v2(container({ components: [] })), /components: Must be 1 or more/],
    ['have a separator of an unknown size', v2({ type: 14, spacing: 3 }), /spacing/],
    [
      'allow the same mentions twice',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['12345678901234567'] } },
      /mutually exclusive/,
    ],
    [
      'allow an unknown kind of mentions',
      { content: 'x', allowed_mentions: { parse: ['all'] } },
      /allowed_mentions\.parse\[0]/,
    ],
  ])('%s', async (_, data, broken) => {
    const answered = await send(data)
    expect(answered).toEqual({ status: 400, code: 50035, broken: [expect.stringMatching(broken)] })
  })

  test.each<[string, object]>([
    ['be empty', {}],
    ['contain only whitespace', { content: ' \n ' }],
    ['contain only buttons', { components: [row(button())] }],
  ])('%s', async (_, data) => {
    expect(await send(data)).toEqual({
      status: 400,
      code: 50006,
      broken: ['POST callback: Cannot send an empty message'],
    })
  })
})

describe('unknown fields', () => {
  test.each<[string, object, string]>([
    ['of the message', { content: 'x', ephemeral: true }, 'ephemeral'],
    ['of a component', v2({ ...text(), colour: 1 }), 'components[0].colour'],
    [
      'of media, sent back as received',
      v2(gallery(item({ media: { url: 'https://example.com/a.png', proxy_url: 'x' } }))),
      'components[0].items[0].media.proxy_url',
    ],
    [
      'of a file, sent back as received',
      v2(text(), container({}, row(button({ name: 'x' })))),
      'components[1].components[0].components[0].name',
    ],
    [
      'of an option',
      v2(row(select({ options: [option(1, { selected: true })] }))),
      'components[0].components[0].options[0].selected',
    ],
  ])('%s are ignored and reported', async (_, data, field) => {
    expect(await send(data)).toEqual({
      status: 204,
      code: undefined,
      broken: [`callback: ${field} is no field Discord knows in a request`],
    })
  })

  test('are reported for a message that is sent back as received', async () => {
    const reply = typed(sim)
    await answer(sim, reply, 4, v2(section(), gallery(item())))
    const { components } = reply.message()?.wire() ?? {}
    await answer(sim, typed(sim), 4, { flags: V2, components })
    expect(sim.violations()).toContain(
      'callback: components[0].accessory.media.loading_state is no field Discord knows in a request',
    )
  })
})

test('problems are reported with their paths, in the format of Discord', async () => {
  const { body } = await answer(sim, typed(sim), 4, v2(text(), row(button({ label: 'x'.repeat(81) }))))
  expect(body).toEqual({
    code: 50035,
    message: 'Invalid Form Body',
    errors: {
      components: {
        1: {
          components: {
            0: { label: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 80 or fewer in length.' }] } },
          },
        },
      },
    },
  })
})
