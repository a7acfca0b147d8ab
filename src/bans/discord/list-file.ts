import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { actorOf } from '../../discord/actor.ts'
import { CommandError } from '../../discord/command-error.ts'
import { fileLocaleOf, formatKibibytes } from '../../discord/files.ts'
import type { GivenList } from '../../discord/list-fields.ts'
import type { ViewFile } from '../../discord/view.ts'
import { BanError } from '../../model/ban.ts'
import type { DecodedBanList } from '../formats/read-list-file.ts'
import { MAX_DIRECT_BYTES, toListFile } from '../formats/list-file-reader.ts'
import type { Invocation } from './command.ts'

/** Maximum size of a list, also of one that was compressed: room for 50,000 bans with long reasons and notes. */
export const MAX_LIST_BYTES = 32 * 1024 * 1024
const MAX_LIST_KIBIBYTES = MAX_LIST_BYTES / 1024

const decompress = promisify(gunzip)

/** Reads a list that is given as text or as one file. A large or compressed one waits for its turn, so that few of them are in memory. */
export async function readGivenList(invocation: Invocation, { pasted, files }: GivenList): Promise<DecodedBanList> {
  const { context, callContext, downloadFile } = invocation
  const [given] = files
  const count = files.length + (pasted.trim() === '' ? 0 : 1)
  if (count > 1) throw new BanError({ code: 'two_lists' })
  if (count === 0) throw new BanError({ code: 'no_list' })
  if (!given) return readList(invocation, { name: '', data: Buffer.from(pasted) })
  const inTurn = <Result>(work: () => Promise<Result>) =>
    context.listReader.inTurn(actorOf(invocation).guildId, work, callContext.signal)
  const download = () => downloadFile(given, MAX_LIST_KIBIBYTES)
  try {
    if (given.size === undefined || given.size > MAX_DIRECT_BYTES)
      return await inTurn(async () => readList(invocation, await download()))
    const file = await download()
    return await (isCompressed(file.data) ? inTurn(() => readList(invocation, file)) : readList(invocation, file))
  } catch (error) {
    // The text of this error is about a lookup.
    if (error instanceof CommandError && error.code === 'too_slow') throw new BanError({ code: 'list_not_read' })
    throw error
  }
}

async function readList(invocation: Invocation, file: ViewFile): Promise<DecodedBanList> {
  const { context, callContext } = invocation
  const listFile = toListFile(context, await decompressFile(file), fileLocaleOf(invocation))
  const list = await context.listReader.read(listFile, callContext.signal)
  if (typeof list === 'string') throw new CommandError('file_not_text', { subject: file.name })
  return list
}

const isCompressed = ([first, second]: Buffer) => first === 0x1f && second === 0x8b

async function decompressFile({ name, data }: ViewFile): Promise<Buffer> {
  if (!isCompressed(data)) return data
  try {
    return await decompress(data, { maxOutputLength: MAX_LIST_BYTES })
  } catch (cause) {
    // Node throws a RangeError for too much output only.
    if (cause instanceof RangeError)
      throw new CommandError('file_too_large', { subject: name, detail: formatKibibytes(MAX_LIST_KIBIBYTES) })
    throw new CommandError('file_not_text', { subject: name, cause })
  }
}
