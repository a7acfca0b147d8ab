import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Message } from 'discord.js'
import { actorOf } from '../../discord/actor.ts'
import { CommandError } from '../../discord/command-error.ts'
import { fileLocaleOf } from '../../discord/file-locale.ts'
import { type DiscordFile, fileNamed, filesOf, formatKibibytes } from '../../discord/files.ts'
import type { GivenList } from '../../discord/list-fields.ts'
import type { ViewFile } from '../../discord/view.ts'
import { BanError } from '../../model/ban.ts'
import { MAX_EXCEPTIONS } from '../../model/policy.ts'
import { decodeAs, type Encoding, ENCODINGS } from '../../text/decode-text.ts'
import type { DecodedBanList } from '../formats/read-list-file.ts'
import { MAX_DIRECT_BYTES } from '../formats/list-file-reader.ts'
import type { Invocation } from './command.ts'

/** Maximum size of a list, also of one that was compressed: room for 50,000 bans with long reasons and notes. */
export const MAX_LIST_BYTES = 32 * 1024 * 1024
const MAX_LIST_KIBIBYTES = MAX_LIST_BYTES / 1024

/**
 * The file in which a preview keeps the list as it was given. It is compressed if it was given so or Discord would not accept it otherwise; with
 * the name of the encoding from which it was converted to UTF-8, if that was guessed.
 */
const LIST_FILE = 'ban-list.txt'
const STORED_FILE = /^ban-list(?:-from-([\w-]+))?\.txt(?:\.gz)?$/
const convertedName = (encoding: Encoding) => `ban-list-from-${encoding}.txt`

type ToStored = (file: ViewFile, name: string) => Promise<ViewFile> | ViewFile

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** A list that was read, and its file in the preview, which the buttons of the preview read again. */
export interface StoredList {
  list: DecodedBanList
  file: ViewFile
}

/** Reads a list that is given as text or as one file. */
export async function readGivenList(invocation: Invocation, { pasted, files }: GivenList): Promise<StoredList> {
  const [given] = files
  const count = files.length + (pasted.trim() === '' ? 0 : 1)
  if (count > 1) throw new BanError({ code: 'two_lists' })
  if (count === 0) throw new BanError({ code: 'no_list' })
  const toStored: ToStored = (file, name) => toStoredFile(file, name, invocation.maxFileBytes)
  if (given) return readFile(invocation, given, toStored)
  const file = { name: LIST_FILE, data: Buffer.from(pasted) }
  return readList(invocation, file, toStored)
}

/** Reads the list of a preview again. */
export async function readStoredList(invocation: Invocation, message: Message): Promise<StoredList> {
  const files = filesOf(message)
  const stored = files.find(({ name }) => STORED_FILE.test(name)) ?? fileNamed(files, LIST_FILE)
  const { list, file } = await readFile(invocation, stored)
  const [, converted] = STORED_FILE.exec(stored.name) ?? []
  const encoding = ENCODINGS.find((each) => each === converted)
  return { list: encoding ? { ...list, encoding, isGuessed: true } : list, file }
}

/** Downloads and reads a list. A large or compressed one waits for its turn, so that few of them are in memory. */
async function readFile(
  invocation: Invocation,
  given: DiscordFile,
  toStored: ToStored = (file) => file,
): Promise<StoredList> {
  const { context, callContext, downloadFile } = invocation
  const inTurn = <Result>(work: () => Promise<Result>) =>
    context.listReader.inTurn(actorOf(invocation).guildId, work, callContext.signal)
  const download = () => downloadFile(given, MAX_LIST_KIBIBYTES)
  const read = (file: ViewFile) => readList(invocation, file, toStored)
  try {
    if (given.size === undefined || given.size > MAX_DIRECT_BYTES)
      return await inTurn(async () => read(await download()))
    const file = await download()
    return await (isCompressed(file.data) ? inTurn(() => read(file)) : read(file))
  } catch (error) {
    // The text of this error is about a lookup.
    if (error instanceof CommandError && error.code === 'too_slow') throw new BanError({ code: 'list_not_read' })
    throw error
  }
}

async function readList(invocation: Invocation, file: ViewFile, toStored: ToStored): Promise<StoredList> {
  const { clock, banLimits, listReader } = invocation.context
  const { name, data } = await decompressFile(file)
  // A list with more bans never fits, even if some accounts have an exception.
  const maxBans = banLimits.maxPerGuild + MAX_EXCEPTIONS
  const listFile = { bytes: data, now: clock.unixSeconds(), maxBans, locale: fileLocaleOf(invocation) }
  const list = await listReader.read(listFile, invocation.callContext.signal)
  if (typeof list === 'string') throw new CommandError('file_not_text', { subject: name })
  if (!list.isGuessed) return { list, file: await toStored(file, LIST_FILE) }
  // *Confirm* adds what the preview shows, also when a person with another locale presses it.
  const converted = { name, data: Buffer.from(decodeAs(data, list.encoding)) }
  return { list, file: await toStored(converted, convertedName(list.encoding)) }
}

const isCompressed = ([first, second]: Buffer) => first === 0x1f && second === 0x8b

async function decompressFile({ name, data }: ViewFile): Promise<ViewFile> {
  if (!isCompressed(data)) return { name, data }
  try {
    return { name, data: await decompress(data, { maxOutputLength: MAX_LIST_BYTES }) }
  } catch (cause) {
    // Node throws a RangeError for too much output only.
    if (cause instanceof RangeError) throw tooLarge(name, MAX_LIST_BYTES)
    throw new CommandError('file_not_text', { subject: name, cause })
  }
}

async function toStoredFile({ name, data }: ViewFile, storedName: string, maxBytes: number): Promise<ViewFile> {
  if (isCompressed(data)) {
    if (data.length > maxBytes) throw tooLarge(name, maxBytes)
    return { name: `${storedName}.gz`, data }
  }
  if (data.length <= maxBytes) return { name: storedName, data }
  return toStoredFile({ name: `${name}.gz`, data: await compress(data) }, storedName, maxBytes)
}

const tooLarge = (subject: string, maxBytes: number) =>
  new CommandError('file_too_large', { subject, detail: formatKibibytes(maxBytes / 1024) })
