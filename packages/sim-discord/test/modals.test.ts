import { describe, expect, test } from 'vitest'
import type { SimReply } from '../src/reply.ts'
import { answer, asked, discord, typed } from './support.ts'

const input = (fields: object = {}) => ({ type: 4, custom_id: 'why', style: 1, label: 'Why', ...fields })
const row = (fields: object = {}) => ({ type: 1, components: [input(fields)] })
const label = (component: object, fields: object = {}) => ({ type: 18, label: 'Reason', component, ...fields })
const unnamed = (fields: object = {}) => input({ label: undefined, ...fields })
const menu = {
  type: 3,
  custom_id: 'days',
  required: false,
  options: [
    { label: 'One day', value: '1' },
    { label: 'A week', value: '7' },
  ],
}
const options = [
  { label: 'Low', value: 'low' },
  { label: 'High', value: 'high', description: 'Loud', default: true },
]
const radio = { type: 21, custom_id: 'level', options }
const boxes = { type: 22, custom_id: 'levels', options }
const upload = { type: 19, custom_id: 'list' }
const modal = (...components: object[]) => ({ custom_id: 'v1:watch', title: 'Watch', components })

const manyOptions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ label: `Option ${index}`, value: String(index) }))

/** A command that the bot has answered with this modal. */
async function opened(...components: object[]) {
  const { sim, reply } = await asked()
  const { status } = await answer(sim, reply, 9, modal(...components))
  return { sim, reply, status }
}

describe('a modal', () => {
  test.each<[string, object]>([
    ['a text input in a row', row()],
    ['a text input with a label', label(unnamed({ style: 2, min_length: 1, max_length: 200, placeholder: 'x' }))],
    ['a menu', label(menu, { description: 'How long' })],
    ['a radio group', label(radio)],
    ['a checkbox group', label({ ...boxes, min_values: 0, max_values: 1, required: false })],
    ['a file upload', label({ ...upload, min_values: 2, max_values: 10 })],
  ])('may have %s', async (_, component) => {
    const { sim, status } = await opened(component)
    expect([status, sim.violations()]).toEqual([204, []])
  })

  test.each<[string, object[], RegExp]>([
    ['no component', [], /1 or more/],
    ['six components', Array.from({ length: 6 }, (_, index) => row({ custom_id: `f${index}` })), /5 or fewer/],
    ['a text input without a label', [row({ label: undefined })], /label: This field is required/],
    ['two labels', [label(input())], /The label names this text input/],
    ['a long label', [row({ label: 'x'.repeat(46) })], /45 or fewer/],
    ['a long placeholder', [row({ placeholder: 'x'.repeat(101) })], /100 or fewer/],
    ['a long value', [row({ value: 'x'.repeat(201), max_length: 200 })], /not within the lengths/],
    ['crossed lengths', [row({ min_length: 9, max_length: 8 })], /min_length exceeds max_length/],
    ['fields with one custom id', [row(), row()], /cannot be duplicated/],
    ['a radio group of one option', [label({ ...radio, options: options.slice(1) })], /2 or more/],
    ['eleven checkboxes', [label({ ...boxes, options: manyOptions(11) })], /10 or fewer/],
    [
      'two defaults',
      [label({ ...radio, options: options.map((option) => ({ ...option, default: true })) })],
      /defaults/,
    ],
    ['two options of one value', [label({ ...boxes, options: [...options, ...options] })], /already used/],
    ['more checkboxes than there are', [label({ ...boxes, max_values: 3 })], /exceeds the number of options/],
    ['a required field that may stay empty', [label({ ...boxes, min_values: 0 })], /at least one value/],
    ['eleven files', [label({ ...upload, max_values: 11 })], /less than or equal to 10/],
    ['crossed numbers of files', [label({ ...upload, min_values: 2 })], /min_values exceeds max_values/],
    ['a file upload in a row', [{ type: 1, components: [upload] }], /type/],
    ['a button', [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'x' }] }], /type/],
  ])('with %s is refused and a violation', async (_, components, why) => {
    const { sim, reply, status } = await opened(...components)
    expect([status, reply.modal()]).toEqual([400, undefined])
    expect(sim.violations().join()).toMatch(why)
  })

  test('has a title of 45 characters at most', async () => {
    const sim = await discord()
    const { status } = await answer(sim, typed(sim), 9, { ...modal(row()), title: 'x'.repeat(46) })
    expect(status).toBe(400)
  })

  test('shows its fields', async () => {
    const text = label(unnamed({ style: 2, value: 'old' }))
    const { reply } = await opened({ type: 10, content: 'Please say why.' }, text, label(radio, { label: 'Level' }))
    expect(reply.modal()).toEqual({
      customId: 'v1:watch',
      title: 'Watch',
      texts: ['Please say why.'],
      fields: [
        {
          kind: 'text',
          customId: 'why',
          label: 'Reason',
          description: undefined,
          placeholder: undefined,
          value: 'old',
          isRequired: true,
          maxLength: undefined,
          isLong: true,
          options: undefined,
        },
        {
          kind: 'radio',
          customId: 'level',
          label: 'Level',
          description: undefined,
          placeholder: undefined,
          value: '',
          isRequired: true,
          maxLength: undefined,
          isLong: false,
          options: [
            { label: 'Low', description: undefined, isDefault: false },
            { label: 'High', description: 'Loud', isDefault: true },
          ],
        },
      ],
    })
  })
})

describe('submitting a modal', () => {
  test.each<[string, Parameters<SimReply['submit']>[0], RegExp]>([
    ['an empty text', '', /Watch: Reason is required/],
    ['blanks', ' ', /Reason is required/],
    ['a short text', 'x', /Reason has 2 to 5 characters/],
    ['a long text', 'xxxxxx', /Reason has 2 to 5/],
    ['an unknown field', { Reason: 'abc', Until: 'x' }, /Watch has no field Until/],
  ])('with %s is rejected by the client', async (_, values, why) => {
    const { reply } = await opened(label(unnamed({ min_length: 2, max_length: 5 })))
    expect(() => reply.submit(values)).toThrow(why)
  })

  test('needs a modal, and one text fits one field only', async () => {
    const sim = await discord()
    expect(() => typed(sim).submit('x')).toThrow('There is no modal to submit')
    const { reply } = await opened(row(), label(menu))
    expect(() => reply.submit('x')).toThrow('Watch has 2 fields')
  })

  test('sends the values, with the lines of a short text joined', async () => {
    const { reply } = await opened({ type: 10, content: 'x' }, row({ min_length: 2 }), label(menu))
    const submit = reply.submit({ why: 'one\ntwo', Reason: 'A week' })
    expect(submit.sent()).toMatchObject({ type: 5, locale: 'en-US' })
    expect(submit.sent()).not.toHaveProperty('message')
    expect(submit.sent()['data']).toEqual({
      custom_id: 'v1:watch',
      components: [
        { type: 10, id: 1 },
        { type: 1, id: 2, components: [{ type: 4, id: 3, custom_id: 'why', value: 'one two' }] },
        { type: 18, id: 4, component: { type: 3, id: 5, custom_id: 'days', values: ['7'] } },
      ],
    })
    expect(() => reply.submit({ why: 'abc', Reason: 'A year' })).toThrow('Watch: Reason has no option A year')
    expect(() => reply.submit({ why: 'abc', Reason: ['One day', 'A week'] })).toThrow('takes 0 to 1 options')
  })

  test('keeps what the field contained, and may leave an optional one empty', async () => {
    const { reply } = await opened(row({ value: 'as before' }), label(unnamed({ custom_id: 'until', required: false })))
    expect(reply.submit({}).sent()['data']).toMatchObject({
      components: [{ components: [{ value: 'as before' }] }, { component: { value: '' } }],
    })
  })

  test('sends chosen options, and those that are chosen already where the user changes nothing', async () => {
    const { reply } = await opened(label(radio, { label: 'One' }), label(boxes, { label: 'Some' }))
    const valuesOf = (submit: SimReply) => submit.sent()['data']
    expect(valuesOf(reply.submit({}))).toMatchObject({
      components: [
        { component: { type: 21, id: 2, custom_id: 'level', value: 'high' } },
        { component: { type: 22, id: 4, custom_id: 'levels', values: ['high'] } },
      ],
    })
    expect(valuesOf(reply.submit({ One: 'Low', Some: ['Low', 'High'] }))).toMatchObject({
      components: [{ component: { value: 'low' } }, { component: { values: ['low', 'high'] } }],
    })
    expect(() => reply.submit({ Some: [] })).toThrow('Watch: Some takes 1 to 2 options')
    expect(() => reply.submit({ One: { name: 'a.txt', data: '' } })).toThrow('Watch: One takes no file')
  })

  test('sends null for an optional radio group without a choice', async () => {
    const { reply } = await opened(label({ ...radio, required: false, options: manyOptions(2) }))
    expect(reply.submit({}).sent()['data']).toMatchObject({ components: [{ component: { value: null } }] })
  })

  test('sends the ids of files, which are attachments of the interaction', async () => {
    const { reply } = await opened(label({ ...upload, required: false }))
    const submit = reply.submit({ Reason: { name: 'my list.txt', data: 'joe' } })
    const data = submit.sent()['data'] as {
      components: [{ component: { values: string[] } }]
      resolved: { attachments: Record<string, { url: string }> }
    }
    const [id = ''] = data.components[0].component.values
    expect(data.resolved.attachments).toEqual({
      [id]: expect.objectContaining({ id, filename: 'my_list.txt', size: 3, ephemeral: true }),
    })
    expect(await (await fetch(data.resolved.attachments[id]?.url ?? '')).text()).toBe('joe')
    expect(reply.submit({}).sent()['data']).toEqual({
      custom_id: 'v1:watch',
      components: [{ type: 18, id: 1, component: { type: 19, id: 2, custom_id: 'list', values: [] } }],
    })
    const file = { name: 'a.txt', data: 'x' }
    expect(() => reply.submit({ Reason: [file, file] })).toThrow('Reason takes 0 to 1 files')
    expect(() => reply.submit({ Reason: 'a.txt' })).toThrow('Reason takes files only')
    expect(() => reply.submit({ Reason: { ...file, size: 11 * 1024 * 1024 } })).toThrow('a.txt is too large')
  })

  test('from a command cannot be answered with an update, nor with a modal', async () => {
    const { sim, reply } = await opened(row())
    const submit = reply.submit('x')
    for (const type of [6, 7, 9]) expect((await answer(sim, submit, type, { content: 'x' })).status).toBe(400)
    expect((await answer(sim, submit, 4, { content: 'thanks' })).status).toBe(204)
    const metadata = submit.message()?.wire()['interaction_metadata']
    expect(metadata).toMatchObject({ type: 5, triggering_interaction_metadata: { type: 2, id: reply.interactionId } })
  })
})
