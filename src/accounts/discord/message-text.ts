import type { Message, MessageSnapshot } from 'discord.js'
import { CommandError } from '../../discord/command-error.ts'
import type { Invocation } from '../../discord/command.ts'
import { fileLocaleOf, filesOf, readText, type DiscordFile } from '../../discord/files.ts'
import { withoutControlSequences } from '../../text/marks.ts'
import { AccountError } from './account-error.ts'

/** Maximum size of the text files of a message together. Discord turns a long paste into the file `message.txt`. */
const MAX_KIBIBYTES = 1024

/** The fields of embeds, components and files that hold what people see or can open. The `url` of a button is its link. */
const SHOWN = new Set(['content', 'title', 'description', 'url', 'name', 'value', 'text', 'label', 'placeholder'])
/** Fields with objects whose addresses and names are not shown. */
const NOT_SHOWN = new Set(['emoji', 'file', 'image', 'media', 'thumbnail', 'video'])

/** A message or a forwarded one. */
type Part = Message | MessageSnapshot

/** What a message contains. */
export interface MessageText {
  /** Its texts, each on its own, because a line of one does not continue in another. */
  texts: string[]
  /** Why parts of it were not read; `subject` is the name of a file. */
  unread: (CommandError | AccountError)[]
}

/** Reads all texts of a message, of the messages that it forwards, and of their text files. */
export async function readMessage(
  message: Message,
  invocation: Pick<Invocation, 'downloadFile' | 'guildLocale' | 'texts'>,
): Promise<MessageText> {
  const parts: Part[] = [message, ...message.messageSnapshots.values()]
  const texts = parts.flatMap(textsOf)
  const unread: MessageText['unread'] = parts.filter(isWithheld).map(() => new AccountError('message_withheld'))
  let kibibytesLeft = MAX_KIBIBYTES
  for (const file of parts.flatMap(filesOfPart)) {
    try {
      if (file.isMedia) throw new CommandError('file_not_text', { subject: file.name })
      const downloaded = await invocation.downloadFile(file, kibibytesLeft)
      kibibytesLeft -= Math.ceil(downloaded.data.length / 1024)
      texts.push(readText(downloaded, fileLocaleOf(invocation)))
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      unread.push(error)
    }
  }
  return { texts: texts.map(withoutControlSequences), unread }
}

function textsOf({ content, embeds, components, attachments, poll }: Part): string[] {
  const files = attachments.map(({ name, title, description }) => ({ name, title, description }))
  const answers = poll?.answers.map(({ text }) => ({ text }))
  const shown = [embeds.map((embed) => embed.toJSON()), components.map((each) => each.toJSON()), files]
  return [...shownTexts([{ content }, ...shown, poll?.question, answers])]
}

/** The texts and links that people see in a part of a message as Discord sends it. Custom ids are not among them. */
export function* shownTexts(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    if (typeof value !== 'string') yield* NOT_SHOWN.has(name) ? [] : shownTexts(value)
    else if (SHOWN.has(name) && value !== '') yield value
  }
}

function filesOfPart(part: Part): (DiscordFile & { isMedia?: boolean })[] {
  const attached = part.attachments.map(({ name, url, size, contentType }) => {
    return { name, url, size, isMedia: /^(?:audio|image|video)\//.test(contentType ?? '') }
  })
  return [...attached, ...filesOf(part)]
}

/** Whether Discord has withheld the content of a message, which then looks empty: Discord accepts no empty message from its users. */
function isWithheld({ system, content, poll, messageSnapshots, ...part }: Part): boolean {
  const { embeds, components, attachments, stickers } = part
  if (system === true || content || poll || messageSnapshots?.size) return false
  return embeds.length + components.length + attachments.size + stickers.size === 0
}
