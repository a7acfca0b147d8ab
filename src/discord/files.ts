import { ComponentType } from 'discord.js'
import type { APIComponentInContainer, APIFileComponent, Message } from 'discord.js'
import { isLoopback } from '../lib/loopback.ts'
import { CommandError } from './command-error.ts'
import type { ViewFile } from './view.ts'

/** Some fifteen thousand accounts, more than anybody checks by hand; reading them takes the event loop a tenth of a second. */
const MAX_KIBIBYTES = 256
const KIBIBYTE = 1024
const READ_WITHIN_MS = 8_000
const DISCORD_HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/** A file that Discord keeps; its size in bytes where Discord says it. */
export interface DiscordFile {
  name: string
  url: string
  size?: number
}

/** Downloads a file; 256 KiB unless more is allowed. */
export type DownloadFile = (file: DiscordFile, signal: AbortSignal, maxKibibytes?: number) => Promise<ViewFile>

/** Reads files that users sent, from Discord's own hosts, or from the loopback server that stands in for Discord. */
export function createDownloader(apiUrl: string): DownloadFile {
  const api = new URL(apiUrl)
  const isTrusted = ({ protocol, hostname, origin }: URL) =>
    (protocol === 'https:' && DISCORD_HOSTS.has(hostname)) || (isLoopback(api.hostname) && origin === api.origin)

  return async ({ name, size = 0, url }, signal, maxKibibytes = MAX_KIBIBYTES) => {
    const subject = name
    const maxBytes = maxKibibytes * KIBIBYTE
    const tooLarge = () => new CommandError('file_too_large', { subject, detail: `${maxKibibytes} KiB` })
    if (size > maxBytes) throw tooLarge()
    if (!URL.canParse(url) || !isTrusted(new URL(url))) throw new CommandError('file_unavailable', { subject })
    const data = await download(url, maxBytes, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new CommandError('file_unavailable', { subject, cause })
    })
    if (!data) throw tooLarge()
    return { name, data }
  }
}

/** The text of a file, in UTF-8 or the UTF-16 that Windows' editors write; throws a Refusal when it is not text. */
export function decodeText({ name, data }: ViewFile): string {
  const isUtf16 = data[0] === 0xff && data[1] === 0xfe
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(data)
    if (!text.includes('\0')) return text
  } catch {
    // Bytes that no text has.
  }
  throw new CommandError('file_not_text', { subject: name })
}

/** The files that a message of ours shows. Discord lists them with their components alone, not among the attachments. */
export function filesOf({ components }: Pick<Message, 'components'>): DiscordFile[] {
  return components
    .flatMap((component): APIComponentInContainer[] => {
      const shown = component.toJSON()
      return shown.type === ComponentType.Container ? shown.components : []
    })
    .filter((part): part is APIFileComponent => part.type === ComponentType.File)
    .map((part) => ({ ...(part.size ? { size: part.size } : {}), url: part.file.url, name: fileNameOf(part) }))
}

/** The name of a file that a component shows, as `attachment://` takes it. */
export function fileNameOf({ name, file }: APIFileComponent): string {
  return name ?? new URL(file.url).pathname.split('/').at(-1) ?? ''
}

/** The bytes at a URL; undefined when they are more than we take, whatever size was declared. */
async function download(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(READ_WITHIN_MS)]),
  })
  if (!response.ok || !response.body) throw new Error(`the file was answered with ${response.status}`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
