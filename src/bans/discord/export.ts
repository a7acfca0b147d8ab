import { BAN_ICON } from '../../lib/tone.ts'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { actorOf } from '../../discord/actor.ts'
import { localized, localizedChoices } from '../../discord/command-builders.ts'
import { createView, fileLink, type View, type ViewFile } from '../../discord/view.ts'
import {
  type BanColumnTitles,
  type BanFileFormat,
  EXPORT_FORMATS,
  type ExportFormat,
  toFile,
  toFormat,
} from '../formats/write-ban-list.ts'
import { exportBanParts } from '../list-bans.ts'
import type { Subcommand } from './command.ts'
import { MAX_LIST_BYTES } from './list-file.ts'
import { OPTIONS, SUBCOMMANDS, FORMATS, type Texts } from './texts.ts'

const compress = promisify(gzip)

export const exportSubcommand: Subcommand = {
  name: SUBCOMMANDS.export,
  build: (command) =>
    command.addStringOption((option) =>
      localized(option, OPTIONS.format).addChoices(localizedChoices(EXPORT_FORMATS, FORMATS)),
    ),
  createTask(options) {
    const format = EXPORT_FORMATS.find((each) => each === options.getString('format')) ?? 'cfg'
    return {
      cost: 'lookup',
      permission: 'ManageGuild',
      async run(invocation) {
        const { context, callContext, reply, texts, maxFileBytes: maxBytes } = invocation
        const actor = actorOf(invocation)
        const written = toFormat(format, context.clock.unixSeconds(), columnTitles(texts))
        const write = async () => {
          const parts: string[] = []
          let count = 0
          for await (const bans of exportBanParts(context, { ...actor, format })) {
            callContext.signal.throwIfAborted()
            if (bans.length > 0) parts.push(written.part(bans))
            count += bans.length
          }
          return { count, files: await toBanFiles(written, parts, { name: `bans.${format}`, maxBytes }) }
        }
        // In turn, because a whole list is in memory until its files are written.
        const { count, files } = await context.listReader.inTurn(actor.guildId, write, callContext.signal)
        await reply.show(exportedView(count, files, format, texts))
      },
    }
  },
}

/** The message with the files of an export. */
function exportedView(count: number, files: ViewFile[], format: ExportFormat, { banImport: words }: Texts): View {
  if (count === 0) return createView('neutral', [`### ${BAN_ICON} ${words.nothingToExport}`], [])
  const hint = format === 'cfg' ? words.exportedWithoutNotes : words.exportedWithNotes
  const head = `## ${BAN_ICON} ${words.exported({ count })}\n-# ${hint}`
  return createView('neutral', [head, ...files.map(fileLink)], [], files)
}

/** The titles of an exported CSV file, which an import recognises. */
export const columnTitles = ({ csv, banCsv }: Pick<Texts, 'csv' | 'banCsv'>): BanColumnTitles => ({ ...csv, ...banCsv })

interface FileLimits {
  name: string
  /** Discord's limit for a file, bytes. */
  maxBytes: number
  /** The largest list that an import reads, bytes. */
  maxListBytes?: number
}

/** A list as files that fit into Discord's limit and that an import reads: one file, or one that is compressed, or else several of them. */
export async function toBanFiles(
  format: BanFileFormat,
  parts: readonly string[],
  { name, maxBytes, maxListBytes = MAX_LIST_BYTES }: FileLimits,
): Promise<ViewFile[]> {
  const compressParts = async (some: readonly string[]): Promise<Buffer[]> => {
    const data = Buffer.from(toFile(format, some))
    const compressed = await compress(data)
    if ((compressed.length <= maxBytes && data.length <= maxListBytes) || some.length < 2) return [compressed]
    const middle = Math.ceil(some.length / 2)
    return [...(await compressParts(some.slice(0, middle))), ...(await compressParts(some.slice(middle)))]
  }
  const whole = Buffer.from(toFile(format, parts))
  if (whole.length <= Math.min(maxBytes, maxListBytes)) return [{ name, data: whole }]
  const files = await compressParts(parts)
  const [stem, ending] = name.split('.')
  return files.map((data, index) => ({
    name: `${stem}${files.length > 1 ? `-${index + 1}` : ''}.${ending}.gz`,
    data,
  }))
}
