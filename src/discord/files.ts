import {
  ComponentType,
  type APIComponentInContainer,
  type APIFileComponent,
  type APIMessageTopLevelComponent,
  type Message,
} from 'discord.js'
import { decodeText, type DecodedText } from '../text/decode-text.ts'
import { isLoopback } from '../lib/loopback.ts'
import { CommandError } from './command-error.ts'
import type { ViewFile } from './view.ts'

/** Maximum size of a file: about 15,000 accounts, which block the event loop for 100 ms while they are parsed. */
const MAX_KIBIBYTES = 256
const DOWNLOAD_TIMEOUT_MS = 8_000
const DISCORD_HOSTS = new Set(['cdn.discordapp.com', 'media.discordapp.net'])

/** A file that Discord stores; `size` in bytes, if Discord sends it. */
export interface DiscordFile {
  name: string
  url: string
  size?: number | undefined
}

/**
 * Creates a function that downloads from Discord's hosts only, or from the host of `apiUrl` if that is on loopback (a simulated Discord).
 */
export function createDownloader(apiUrl: string) {
  const api = new URL(apiUrl)
  const isTrusted = ({ protocol, hostname, origin }: URL) =>
    (protocol === 'https:' && DISCORD_HOSTS.has(hostname)) || (isLoopback(api.hostname) && origin === api.origin)

  return async ({ name, size = 0, url }: DiscordFile, signal: AbortSignal, maxKibibytes = MAX_KIBIBYTES) => {
    const maxBytes = maxKibibytes * 1024
    const tooLarge = () => new CommandError('file_too_large', { subject: name, detail: formatKibibytes(maxKibibytes) })
    if (size > maxBytes) throw tooLarge()
    if (!URL.canParse(url) || !isTrusted(new URL(url))) throw new CommandError('file_unavailable', { subject: name })
    const data = await download(url, maxBytes, signal).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new CommandError('file_unavailable', { subject: name, cause })
    })
    if (!data) throw tooLarge()
    return { name, data }
  }
}

/** A size in the unit in which it is a small number. */
export const formatKibibytes = (kibibytes: number): string =>
  kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`

/** Decodes a file from people with this locale; throws a CommandError when it is not text. */
export function decodeFile({ name, data }: ViewFile, locale?: string): DecodedText {
  const decoded = decodeText(data, locale)
  if (decoded === null) throw new CommandError('file_not_text', { subject: name })
  return decoded
}

/** The text of a file from people with this locale; throws a CommandError when it is not text. */
export const readText = (file: ViewFile, locale?: string): string => decodeFile(file, locale).text

/** The locale that Discord gives a server first, so that it says little about its people. */
const FIRST_LOCALE = 'en-US'

/** The locale of the people who have written a file: that of the server, or that of the user if the server has not chosen one. */
export const fileLocaleOf = ({ guildLocale, texts }: { guildLocale: string; texts: { language: string } }): string =>
  guildLocale === FIRST_LOCALE ? texts.language : guildLocale

/** The files of a message of the bot, from its components: Discord does not list them as attachments. */
export const filesOf = ({ components }: Pick<Message, 'components'>): DiscordFile[] =>
  components
    .map((component) => component.toJSON())
    .flatMap((shown): (APIMessageTopLevelComponent | APIComponentInContainer)[] =>
      shown.type === ComponentType.Container ? shown.components : [shown],
    )
    .filter((part): part is APIFileComponent => part.type === ComponentType.File)
    .map((part) => ({ size: part.size, url: part.file.url, name: fileNameOf(part) }))

/** The name of the file in a file component, as an `attachment://` URL needs it. */
function fileNameOf({ name, file }: APIFileComponent): string {
  return name ?? new URL(file.url).pathname.split('/').at(-1) ?? ''
}

/** Downloads a file; undefined if it has more than `maxBytes`, even if Discord declared fewer. */
async function download(url: string, maxBytes: number, signal: AbortSignal): Promise<Buffer | undefined> {
  const response = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS)]),
  })
  if (!response.ok || !response.body) throw new Error(`the download failed with status ${response.status}`)
  const chunks: Uint8Array[] = []
  let length = 0
  const body: AsyncIterable<Uint8Array> = response.body
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
