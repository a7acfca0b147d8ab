import type { Attachment } from 'discord.js'
import { isLoopback } from '../lib/loopback.ts'
import { Refusal } from './refusal.ts'

/** Some fifteen thousand accounts, more than anybody checks by hand; reading them holds everybody up for a tenth of a second. */
const MAX_KIBIBYTES = 256
const KIBIBYTE = 1024
const READ_WITHIN_MS = 8_000
const DISCORD_HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/** Reads a file of text; 256 KiB unless more is allowed. */
export type ReadFile = (file: Attachment, signal: AbortSignal, maxKibibytes?: number) => Promise<string>

/** Reads files that users sent, from Discord's own hosts, or from the loopback server that stands in for Discord. */
export function createFileReader(apiUrl: string): ReadFile {
  const api = new URL(apiUrl)
  const isTrusted = ({ protocol, hostname, origin }: URL) =>
    (protocol === 'https:' && DISCORD_HOSTS.has(hostname)) || (isLoopback(api.hostname) && origin === api.origin)

  return async ({ name, size, url }, signal, maxKibibytes = MAX_KIBIBYTES) => {
    const subject = name
    const maxBytes = maxKibibytes * KIBIBYTE
    const tooLarge = () => new Refusal('file_too_large', { subject, detail: `${maxKibibytes} KiB` })
    if (size > maxBytes) throw tooLarge()
    if (!URL.canParse(url) || !isTrusted(new URL(url))) throw new Refusal('file_unavailable', { subject })
    const bytes = await download(url, maxBytes, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new Refusal('file_unavailable', { subject, cause })
    })
    if (!bytes) throw tooLarge()
    const text = decode(bytes)
    if (text === undefined) throw new Refusal('file_not_text', { subject })
    return text
  }
}

/** The bytes at a URL; undefined when they are more than we take, whatever was declared. */
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

/** Bytes as text: UTF-8, or the UTF-16 that Windows' editors write; undefined for anything else. */
function decode(bytes: Buffer): string | undefined {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
