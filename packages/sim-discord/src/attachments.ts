import { snowflakeAt } from './snowflake.ts'

/** An uploaded file. */
export interface Upload {
  name: string
  data: Buffer
  contentType?: string
  /** The size that Discord reports, in bytes; the size of the data by default. */
  size?: number
}

/** A file that a user adds to a command or a form. */
export interface SimFile {
  name: string
  data: string | Uint8Array
  contentType?: string
  /** The size that Discord reports, in bytes; the size of the data by default. */
  size?: number
}

/** A stored file; `url` answers a GET. */
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
export type Attachments = ReturnType<typeof createAttachments>

/** The default content type of a form. */
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

/** The lifetime of a link to a file: one day. */
const LINK_LIFE_MS = 24 * 60 * 60 * 1000

/** Keeps files in memory, with URLs in Discord's format. */
export function createAttachments(url: string, clock: () => number, nextId: () => string) {
  const kept = new Map<string, Attachment>()
  return {
    keep(upload: Upload, { folder, isEphemeral }: { folder: string; isEphemeral: boolean }): Attachment {
      const { name, data, contentType, size = data.length } = upload
      const id = nextId()
      const filename = toSafeName(name)
      const path = `/${isEphemeral ? 'ephemeral-attachments' : 'attachments'}/${folder}/${id}/${filename}`
      const expires = Math.trunc((clock() + LINK_LIFE_MS) / 1000).toString(16)
      const attachment: Attachment = {
        id,
        filename,
        size,
        // The query is a signature; it must stay in the URL.
        url: `${url}${path}?ex=${expires}&is=${expires}&hm=${BigInt(snowflakeAt(clock())).toString(16)}&`,
        content_type: contentType && contentType !== UNKNOWN_TYPE ? contentType : contentTypeOf(filename),
        ephemeral: isEphemeral,
        ...imageSize(data),
        data,
      }
      kept.set(path, attachment)
      return attachment
    },
    /** The file at this URL path. */
    find: (path: string) => kept.get(path),
  }
}

/** A user's file as an upload. */
export function toUpload({ name, data, contentType, size }: SimFile): Upload {
  return {
    name,
    data: typeof data === 'string' ? Buffer.from(data) : Buffer.from(data),
    ...(contentType === undefined ? {} : { contentType }),
    ...(size === undefined ? {} : { size }),
  }
}

/** An attachment as Discord sends it in a message or an interaction. */
export function toWireAttachment({ data: _, ephemeral, ...shown }: Attachment): object {
  return { ...shown, proxy_url: shown.url, ...(ephemeral ? { ephemeral } : {}) }
}

function contentTypeOf(filename: string): string {
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  return CONTENT_TYPES[extension] ?? UNKNOWN_TYPE
}

/** Discord replaces some characters of a file name, so `attachment://` must use the new name. */
function toSafeName(name: string): string {
  return name.replaceAll(/\s/g, '_').replaceAll(/[^\w.-]/g, '') || 'unknown'
}

function imageSize(data: Buffer): { width: number; height: number } | undefined {
  const isPng = data.length > 24 && data.toString('latin1', 1, 4) === 'PNG'
  return isPng ? { width: data.readUInt32BE(16), height: data.readUInt32BE(20) } : undefined
}
