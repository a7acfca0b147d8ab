import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Message } from 'discord.js'
import { CommandError } from '../../discord/command-error.ts'
import { fileNamed, filesOf, formatKibibytes } from '../../discord/files.ts'
import type { GivenList } from '../../discord/list-fields.ts'
import type { ViewFile } from '../../discord/view.ts'
import { decodeTextInSteps } from '../../lib/decode-text.ts'
import { finishInSlices } from '../../lib/finish-in-slices.ts'
import { BanError } from '../../model/ban.ts'
import { MAX_EXCEPTIONS } from '../../model/policy.ts'
import { readBanListInSteps, type ReadBanList } from '../formats/read-ban-list.ts'
import type { Invocation } from './command.ts'

/** Maximum size of a list, also of one that was compressed: room for 50,000 bans with long reasons and notes. */
export const MAX_LIST_BYTES = 32 * 1024 * 1024
const MAX_LIST_KIBIBYTES = MAX_LIST_BYTES / 1024

/** The file in which a preview keeps the list as it was given. */
const LIST_FILE = 'ban-list.txt'
/** The name of the file for a list that is compressed, because it was given so or Discord would not accept it otherwise. */
const COMPRESSED_LIST_FILE = `${LIST_FILE}.gz`

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Reads a list that is given as text or as one file. `file` is the list for the preview, which the button *Confirm* reads again. */
export async function readGivenList(
  invocation: Invocation,
  { pasted, files }: GivenList,
): Promise<{ list: ReadBanList; file: ViewFile }> {
  const [given] = files
  const count = files.length + (pasted.trim() === '' ? 0 : 1)
  if (count > 1) throw new BanError({ code: 'two_lists' })
  if (count === 0) throw new BanError({ code: 'no_list' })
  return inTurn(invocation, async () => {
    const file = given
      ? await invocation.downloadFile(given, MAX_LIST_KIBIBYTES)
      : { name: LIST_FILE, data: Buffer.from(pasted) }
    return { list: await readList(invocation, file), file: await toStoredFile(file, invocation.maxFileBytes) }
  })
}

/** Reads the list of a preview again. */
export const readStoredList = (invocation: Invocation, message: Message): Promise<ReadBanList> =>
  inTurn(invocation, async () => {
    const files = filesOf(message)
    const stored = files.find(({ name }) => name === COMPRESSED_LIST_FILE) ?? fileNamed(files, LIST_FILE)
    return readList(invocation, await invocation.downloadFile(stored, MAX_LIST_KIBIBYTES))
  })

/** Settles when no list is being read. */
let lastRead: Promise<unknown> = Promise.resolve()

/** Reads lists one after another, because a large one needs much memory until it is read. */
function inTurn<Result>({ callContext }: Invocation, read: () => Promise<Result>): Promise<Result> {
  const result = lastRead.then(() => {
    callContext.signal.throwIfAborted()
    return read()
  })
  lastRead = result.catch(() => {})
  return result
}

async function readList(
  { context: { clock, banLimits }, callContext: { signal } }: Invocation,
  file: ViewFile,
): Promise<ReadBanList> {
  const { name, data } = await decompressFile(file)
  const text = await finishInSlices(decodeTextInSteps(data), signal)
  if (text === null) throw new CommandError('file_not_text', { subject: name })
  // A list with more bans never fits, even if some accounts have an exception.
  const maxBans = banLimits.maxPerGuild + MAX_EXCEPTIONS
  const now = clock.unixSeconds()
  return finishInSlices(readBanListInSteps(text, now, now, maxBans), signal)
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

async function toStoredFile({ name, data }: ViewFile, maxBytes: number): Promise<ViewFile> {
  if (isCompressed(data)) {
    if (data.length > maxBytes) throw tooLarge(name, maxBytes)
    return { name: COMPRESSED_LIST_FILE, data }
  }
  if (data.length <= maxBytes) return { name: LIST_FILE, data }
  return toStoredFile({ name: `${name}.gz`, data: await compress(data) }, maxBytes)
}

const tooLarge = (subject: string, maxBytes: number) =>
  new CommandError('file_too_large', { subject, detail: formatKibibytes(maxBytes / 1024) })
