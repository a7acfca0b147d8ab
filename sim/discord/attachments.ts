import { snowflakeAt } from './snowflake.ts'

/** A file as somebody gives it to Discord. */
export interface Upload {
  name: string
  data: Buffer
  contentType?: string
  /** Bytes Discord is to tell of, when they are not those of the data. */
  size?: number
}

/** A file that Discord keeps; `url` answers a GET. */
export interface Attachment {
  id: string
  filename: string
  size: number
  url: string
  content_type: string
  ephemeral: boolean
  description?: string
  title?: string
  width?: number
  height?: number
  data: Buffer
}

/** The files of one Discord. */
export interface Attachments {
  keep: (upload: Upload, place: { folder: string; isEphemeral: boolean }) => Attachment
  /** The file at an address's path; undefined where there is none. */
  find: (path: string) => Attachment | undefined
}

/** What a form says of a file when nobody knows better. */
const UNKNOWN_TYPE = 'application/octet-stream'

const CONTENT_TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/** Links to files last a day. */
const LINK_LIFE_MS = 24 * 60 * 60 * 1000

/** Keeps files in memory, under addresses of the same form as Discord's. */
export function createAttachments(url: string, clock: () => number, nextId: () => string): Attachments {
  const kept = new Map<string, Attachment>()
  return {
    keep({ name, data, contentType, size = data.length }, { folder, isEphemeral }) {
      const id = nextId()
      const filename = toSafeName(name)
      const path = `/${isEphemeral ? 'ephemeral-attachments' : 'attachments'}/${folder}/${id}/${filename}`
      const expires = Math.trunc((clock() + LINK_LIFE_MS) / 1000).toString(16)
      const attachment: Attachment = {
        id,
        filename,
        size,
        // Signed links: whoever adds to such an address, or cuts it, has to mind the query.
        url: `${url}${path}?ex=${expires}&is=${expires}&hm=${BigInt(snowflakeAt(clock())).toString(16)}&`,
        content_type: contentType && contentType !== UNKNOWN_TYPE ? contentType : contentTypeOf(filename),
        ephemeral: isEphemeral,
        ...imageSize(data),
        data,
      }
      kept.set(path, attachment)
      return attachment
    },
    find: (path) => kept.get(path),
  }
}

/** A file as it is in a message or an interaction. */
export function toWireAttachment({ data: _, ephemeral, ...shown }: Attachment): object {
  return { ...shown, proxy_url: shown.url, ...(ephemeral ? { ephemeral } : {}) }
}

function contentTypeOf(filename: string): string {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  return CONTENT_TYPES[extension] ?? UNKNOWN_TYPE
}

/** Discord renames what it does not like in a name, so `attachment://` must say the new one. */
function toSafeName(name: string): string {
  return name.replaceAll(/\s/g, '_').replaceAll(/[^\w.-]/g, '') || 'unknown'
}

function imageSize(data: Buffer): { width: number; height: number } | undefined {
  const isPng = data.length > 24 && data.toString('latin1', 1, 4) === 'PNG'
  return isPng ? { width: data.readUInt32BE(16), height: data.readUInt32BE(20) } : undefined
}
