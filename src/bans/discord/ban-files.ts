import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ViewFile } from '../../discord/view.ts'
import { finishInSlices } from '../../lib/finish-in-slices.ts'
import type { Ban } from '../../model/ban.ts'
import { type BanColumnTitles, cfgFormat, csvFormat, JSON_FORMAT, writeBans } from '../formats/write-ban-list.ts'
import type { Texts } from './texts.ts'

export const EXPORT_FORMATS = ['cfg', 'csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const compress = promisify(gzip)

interface FileFacts {
  format: ExportFormat
  /** Unix seconds. */
  now: number
  /** Discord's limit for a file, bytes. */
  maxBytes: number
  /** The largest list that an import reads, bytes. */
  maxListBytes: number
  signal: AbortSignal
}

/** Bans as files that fit into Discord's limit and that an import reads: one file, or one that is compressed, or else several of them. */
export async function toBanFiles(bans: readonly Ban[], facts: FileFacts, texts: Texts): Promise<ViewFile[]> {
  const whole = await write(bans, facts, texts)
  if (whole.length <= Math.min(facts.maxBytes, facts.maxListBytes))
    return [{ name: `bans.${facts.format}`, data: whole }]
  const parts = await compressParts(bans, whole, facts, texts)
  return parts.map((data, index) => ({
    name: `bans${parts.length > 1 ? `-${index + 1}` : ''}.${facts.format}.gz`,
    data,
  }))
}

async function compressParts(bans: readonly Ban[], written: Buffer, facts: FileFacts, texts: Texts): Promise<Buffer[]> {
  const compressed = await compress(written)
  const fits = compressed.length <= facts.maxBytes && written.length <= facts.maxListBytes
  if (fits || bans.length < 2) return [compressed]
  const middle = Math.ceil(bans.length / 2)
  const parts: Buffer[] = []
  for (const half of [bans.slice(0, middle), bans.slice(middle)]) {
    parts.push(...(await compressParts(half, await write(half, facts, texts), facts, texts)))
  }
  return parts
}

/** The titles of an exported CSV file, which an import recognises. */
export const columnTitles = ({ csv, banCsv }: Pick<Texts, 'csv' | 'banCsv'>): BanColumnTitles => ({ ...csv, ...banCsv })

async function write(bans: readonly Ban[], { format, now, signal }: FileFacts, texts: Texts): Promise<Buffer> {
  const writers = {
    cfg: () => writeBans(cfgFormat(now), bans),
    csv: () => writeBans(csvFormat(columnTitles(texts)), bans),
    json: () => writeBans(JSON_FORMAT, bans),
  }
  const parts: string[] = []
  await finishInSlices(writers[format]()[Symbol.iterator](), signal, (part) => void parts.push(part))
  return Buffer.from(parts.join(''))
}
