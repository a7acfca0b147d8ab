import { Client, Message } from 'discord.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readMessage } from '../../../src/accounts/discord/message-text.ts'
import { CommandError } from '../../../src/discord/command-error.ts'
import type { DiscordFile } from '../../../src/discord/files.ts'
import { textsFor } from '../../support/texts.ts'

const BASE = {
  id: '900000000000000001',
  type: 0,
  channel_id: '900000000000000002',
  author: { id: '900000000000000003', username: 'bob' },
  content: '',
  embeds: [],
  attachments: [],
  components: [],
}
const attachment = (filename: string, more: object = {}) => ({
  id: String(900_000_000_000_000_100n + BigInt(filename.length)),
  filename,
  size: 3,
  url: `https://cdn.discordapp.com/attachments/1/2/${filename}`,
  ...more,
})

/** Reads a message as the gateway sends it; `download` answers for each file. */
function read(
  payload: object,
  download: (file: DiscordFile, maxKibibytes?: number) => Uint8Array = () => new Uint8Array(),
) {
  const client = new Client({ intents: [] })
  onTestFinished(() => client.destroy())
  const message = Reflect.construct(Message, [client, { ...BASE, ...payload }]) as Message
  const downloadFile = async (file: DiscordFile, maxKibibytes?: number) => ({
    name: file.name,
    data: Buffer.from(download(file, maxKibibytes)),
  })
  return readMessage(message, { downloadFile, guildLocale: 'en-US', texts: textsFor('en') })
}
const summaryOf = ({ unread }: Awaited<ReturnType<typeof read>>) =>
  unread.map(({ code, subject }) => (subject === undefined ? code : `${code} ${subject}`))

test('each text is on its own: content, all parts of an embed, names and descriptions of files', async () => {
  const embed = {
    type: 'rich',
    author: { name: 'author', url: 'https://author.example', icon_url: 'https://icon.example' },
    title: 'title',
    url: 'https://title.example',
    description: 'description',
    fields: [{ name: 'field', value: 'value', inline: true }],
    image: { url: 'https://image.example' },
    footer: { text: 'footer', icon_url: 'https://icon.example' },
  }
  const files = [attachment('a.png', { content_type: 'image/png', description: 'alternative' })]
  const { texts } = await read({ content: 'content', embeds: [embed], attachments: files })
  expect(texts.toSorted()).toEqual(
    `content author https://author.example title https://title.example description field value footer a.png alternative`
      .split(' ')
      .toSorted(),
  )
})

test('what components show or lead to is read, but no custom id, emoji or address of media', async () => {
  const media = { url: 'https://media.example/a.png' }
  const components = [
    {
      type: 17,
      components: [
        { type: 10, content: 'text' },
        {
          type: 9,
          components: [{ type: 10, content: 'section' }],
          accessory: { type: 11, media, description: 'thumb' },
        },
        { type: 12, items: [{ media, description: 'picture' }] },
        { type: 14 },
        // A kind that discord.js does not know.
        { type: 99, custom_id: 'hidden', content: 'newer' },
      ],
    },
    {
      type: 1,
      components: [
        { type: 2, style: 5, label: 'link', url: 'https://link.example', emoji: { id: null, name: 'smile' } },
        { type: 2, style: 1, label: 'button', custom_id: 'hidden' },
      ],
    },
    {
      type: 1,
      components: [
        {
          type: 3,
          custom_id: 'hidden',
          placeholder: 'choose',
          options: [{ label: 'option', value: 'chosen', description: 'about' }],
        },
      ],
    },
  ]
  const { texts, unread } = await read({ components, flags: 1 << 15 })
  expect(texts.toSorted()).toEqual(
    `text section thumb picture newer link https://link.example button choose option chosen about`
      .split(' ')
      .toSorted(),
  )
  expect(unread).toEqual([])
})

test.each([
  ['\u001b[2;31mred\u001b[0m', 'red'],
  ['\u001b[2K\u001b[38;5;12mblue', 'blue'],
  ['[0;31mcopied[0m', 'copied'],
  ['line\n[name](link)\t[U:1:22202]', 'line\n[name](link)\t[U:1:22202]'],
])('colours are removed from %j, and nothing else', async (content, expected) => {
  expect((await read({ content })).texts).toEqual([expected])
})

test('a megabyte of beginnings of colours takes no time', { timeout: 5_000 }, async () => {
  for (const content of ['\u001b['.repeat(500_000), `\u001b[${'0;'.repeat(500_000)}`, '[1'.repeat(500_000)])
    expect((await read({ content })).texts).toHaveLength(1)
})

describe('text files', () => {
  test('share one megabyte, also those of the forwarded message and of components', async () => {
    const allowed: [string, number | undefined][] = []
    const file = {
      type: 13,
      file: { url: 'https://cdn.discordapp.com/attachments/1/2/c.txt?ex=1' },
      name: 'c.txt',
      size: 3,
    }
    const forwarded = { ...BASE, attachments: [attachment('b.txt')], components: [file] }
    const found = await read(
      {
        content: 'see',
        attachments: [attachment('first.txt')],
        message_reference: { type: 1, channel_id: '900000000000000004', message_id: '900000000000000005' },
        message_snapshots: [{ message: forwarded }],
      },
      ({ name }, maxKibibytes) => {
        allowed.push([name, maxKibibytes])
        if (name === 'b.txt') throw new CommandError('file_too_large', { subject: name })
        return Buffer.from(`in ${name}`.padEnd(2_000))
      },
    )
    expect(allowed).toEqual([
      ['first.txt', 1024],
      ['b.txt', 1022],
      ['c.txt', 1022],
    ])
    expect(found.texts.map((text) => text.trim())).toEqual(
      expect.arrayContaining(['see', 'in first.txt', 'in c.txt', 'b.txt']),
    )
    expect(summaryOf(found)).toEqual(['file_too_large b.txt'])
  })

  test('that are none are named, and pictures are not downloaded', async () => {
    const attachments = [attachment('a.png', { content_type: 'image/png' }), attachment('binary.bin')]
    const asked: string[] = []
    const found = await read({ attachments }, ({ name }) => {
      asked.push(name)
      return Uint8Array.of(0x4d, 0x5a, 0x90, 0, 3, 0, 0xff)
    })
    expect(asked).toEqual(['binary.bin'])
    expect(summaryOf(found)).toEqual(['file_not_text a.png', 'file_not_text binary.bin'])
  })

  test('end the reading when the command is cancelled', async () => {
    const cancelled = new Error('cancelled')
    const reading = read({ attachments: [attachment('a.txt')] }, () => {
      throw cancelled
    })
    await expect(reading).rejects.toBe(cancelled)
  })
})

describe('the content was withheld', () => {
  test.each([
    ['of a message without any part', {}, true],
    ['not of a message with a sticker', { sticker_items: [{ id: '1', name: 'wave', format_type: 1 }] }, false],
    ['not of a message that says that somebody has joined', { type: 7 }, false],
  ])('%s', async (_, payload, isWithheld) => {
    expect(summaryOf(await read(payload))).toEqual(isWithheld ? ['message_withheld'] : [])
  })
})
