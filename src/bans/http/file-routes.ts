import { badInput, QUERY_CODES } from '../../http/documented-responses.ts'
import { withinRequest } from '../../http/entry-routes.ts'
import { HttpError } from '../../http/errors.ts'
import { mediaTypeOf } from '../../http/input.ts'
import type { ReadEventsCursor } from '../../http/paging.ts'
import { quoted } from '../../http/quoted.ts'
import { json, route, toolOf, type Route, type RouteContext, type StreamedFile } from '../../http/route.ts'
import examples from '../../http/tool-examples.json' with { type: 'json' }
import { BanError, banSchema, type BanTerms } from '../../model/ban.ts'
import { mapValues } from '../../model/objects.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { toolActor } from '../../model/tool-token.ts'
import type { BansContext } from '../bans-context.ts'
import type { BanRepositories } from '../database/repositories.ts'
import { exportBanParts } from '../list-bans.ts'
import { chosenBans } from '../formats/chosen-bans.ts'
import type { ReadBanList } from '../formats/read-ban-list.ts'
import type { DecodedBanList, ListReading } from '../formats/read-list-file.ts'
import { type ExportFormat, streamBans, toFormat } from '../formats/write-ban-list.ts'
import { type BanImportPreview, importNewBans, previewBanImport } from '../import-bans.ts'
import { type ListFileReader, MAX_DIRECT_BYTES, toListFile } from '../formats/list-file-reader.ts'
import {
  banExportSchema,
  exportParametersSchema,
  importParametersSchema,
  importResultSchema,
  MAX_NAMED_LINES,
} from './schemas.ts'
import { z } from 'zod'

const MAX_IMPORT_BYTES = 5 * 1024 * 1024
/** For the body and the answer; a body has to arrive 3 s earlier. */
const IMPORT_MS = 30_000
/** Number of bans of an export for which a request is counted. */
const BANS_PER_COST = 1_000

/** What the routes of ban lists need. */
export interface BanRoutesContext extends BansContext {
  /** The name of an account as it was last seen, without a call to Steam; empty if it is unknown. */
  rememberedName: (steamId: SteamId) => Promise<string>
  listReader: ListFileReader
  eventsCursor: ReadEventsCursor<BanRepositories>
}

/** The routes that read and write whole lists. */
export const createFileRoutes = (
  contextOf: () => BanRoutesContext,
  toHttpError: (error: unknown) => unknown,
): Route[] => [
  route({
    method: 'POST',
    path: '/api/bans/import',
    tag: 'Bans',
    cost: 'lookup',
    token: { scope: 'bans:write' },
    operationId: 'importBans',
    summary: 'Add the bans of a list',
    description:
      'Reads a `bans.cfg`, what the game prints, exports of other services, a table or plain ids, at most 5 MiB, sent within 27 s and, after 3 s, at 64 KiB a second at least; the format is recognised. Only accounts without a ban are added, all of them or none; those of which the list does not clearly say that they are banned are left out and named. One import at a time for each Discord server. A list of more than 16 KiB waits for its turn; the servers take turns.',
    parameters: importParametersSchema,
    rawBody: { types: ['text/plain', 'text/csv', 'application/json'], read: (bytes) => ({ bytes }) },
    maxBodyBytes: MAX_IMPORT_BYTES,
    withinMs: IMPORT_MS,
    runsAlone: 'import_running',
    responses: {
      200: {
        description: 'What the import did or would do.',
        body: importResultSchema,
        examples: { preview: examples.importBans },
      },
      ...badInput('repeated_parameter', 'invalid_parameter', 'not_json'),
      409: {
        description: 'The list would be too long, or another import is running.',
        codes: ['list_full', 'import_running'],
      },
    },
    handle: (_, { dryRun, unreadEnds, bytes }, request) =>
      importList(
        contextOf(),
        bytes,
        { dryRun: dryRun === 'true', takesUnreadEnds: unreadEnds === 'permanent' },
        request,
      )
        .catch((error: unknown) => {
          throw toHttpError(error)
        })
        .then(json),
  }),
  route({
    method: 'GET',
    path: '/api/bans/export',
    tag: 'Bans',
    cost: 'lookup',
    extraCost: { forPartsOf: 'list', each: BANS_PER_COST },
    runsAlone: 'rate_limited',
    token: { scope: 'bans:read' },
    operationId: 'exportBans',
    summary: 'All active bans as a file',
    description:
      'The oldest first. The file is written while the list is read in parts, and is no snapshot: a ban that is changed meanwhile can come twice, with its older state first, and one that is added or lifted meanwhile may be in the file or not. Pages and events make an exact copy. `csv` is for spreadsheet programs: it has a byte-order mark, and an apostrophe before ids and before texts that such programs would calculate; programs read `json`. The log in Discord says that the tool has exported them. One export at a time for each Discord server; a further one is a 429.',
    input: exportParametersSchema,
    responses: {
      200: {
        description: 'The file: `text/plain` for `cfg`, `text/csv` for `csv`, `application/json` for `json`.',
        body: banExportSchema,
        examples: { json: examples.exportBans },
        otherTypes: { 'text/plain': z.file(), 'text/csv': z.file() },
        headers: { 'Content-Disposition': 'The name of the file: `attachment; filename="bans.json"`.' },
      },
      ...badInput(...QUERY_CODES),
    },
    handle: (_, { format }, request) => ({
      kind: 'file',
      file: exportFile(withinRequest(contextOf(), request), format, request),
    }),
  }),
]

async function importList(
  context: BanRoutesContext,
  bytes: Buffer,
  { dryRun, takesUnreadEnds }: { dryRun: boolean; takesUnreadEnds: boolean },
  request: RouteContext,
) {
  const { signal } = request.callContext
  const list = await readList(context, bytes, request)
  if (list === 'not_text') throw new HttpError('invalid_parameter', 'The body is not a text.')
  if (list === 'not_json')
    throw new HttpError(
      'not_json',
      'The body is not a whole JSON object or array; send another list with Content-Type: text/plain or text/csv.',
    )
  refuseUnread(list)
  const bans = chosenBans(list, { unreadEnds: takesUnreadEnds, unclear: false })
  const actor = toolActor(toolOf(request))
  if (dryRun) {
    const preview = await previewBanImport(context, actor.guildId, bans)
    return { dryRun, number: null, ...effectOf(list, preview) }
  }
  const { preview, imported } = await importNewBans(context, actor, bans, signal)
  return { dryRun, number: imported?.number ?? null, ...effectOf(list, preview) }
}

async function readList(context: BanRoutesContext, bytes: Buffer, request: RouteContext): Promise<ListReading> {
  const { listReader } = context
  const { signal } = request.callContext
  const { guildId, locale } = toolOf(request)
  const isJson = mediaTypeOf(request) === 'application/json'
  const read = () => listReader.read({ ...toListFile(context, bytes, locale), isJson }, signal)
  if (bytes.length <= MAX_DIRECT_BYTES) return read()
  try {
    return await listReader.inTurn(guildId, read, signal)
  } catch (error) {
    // The deadline's own error says that the database did not answer.
    if (error === signal.reason && error instanceof HttpError) throw new BanError({ code: 'list_not_read' })
    throw error
  }
}

/** Throws an HttpError for a list in which nothing could be read, or whose ids are wrong; only an export of this service as CSV or JSON may be empty. */
function refuseUnread(list: ReadBanList): void {
  if (list.areRounded)
    throw new HttpError(
      'invalid_parameter',
      'A spreadsheet program has probably rounded the ids, because all of them end in 0; export the list again with that column as text.',
    )
  const { format, bans, unreadEnds, unclear, addresses, notUnderstoodCount, notUnderstood } = list
  const accounts = bans.length + unreadEnds.length + unclear.length
  const others = list.lifted + list.staff + list.expired + list.repeated
  const mayBeEmpty = format === 'rapsheet_json' || format === 'csv'
  const isEmptyExport = mayBeEmpty && notUnderstoodCount + addresses === 0
  if (accounts + others > 0 || isEmptyExport) return
  const [first] = notUnderstood
  throw new HttpError(
    'invalid_parameter',
    first
      ? `0 of ${notUnderstoodCount} lines or entries could be read; the first one is line ${first.line}: ${quoted(first.text)}.`
      : 'The body names no account: it is empty, or has nothing but comments and IP addresses.',
  )
}

function effectOf(
  list: DecodedBanList,
  { fresh, present, differing, exempted }: BanImportPreview<BanTerms>,
): Omit<z.infer<typeof importResultSchema>, 'dryRun' | 'number'> {
  const { format, encoding, unreadEnds, unclear, lifted, staff, expired, repeated, notUnderstood, notUnderstoodCount } =
    list
  return {
    format,
    encoding,
    fresh: fresh.length,
    present: present.length,
    differing: differing.length,
    exempted: exempted.length,
    expired,
    repeated,
    notUnderstood: notUnderstoodCount,
    unreadEnds: unreadEnds.length,
    unclear: unclear.length,
    lifted,
    staff,
    notUnderstoodLines: notUnderstood.slice(0, MAX_NAMED_LINES),
    unreadEndLines: unreadEnds
      .slice(0, MAX_NAMED_LINES)
      .map(({ line, steamId, unreadEnd = '', text = '' }) => ({ line, steamId, end: unreadEnd, text })),
    unclearLines: unclear.slice(0, MAX_NAMED_LINES).map(({ line, steamId, text = '' }) => ({ line, steamId, text })),
  }
}

const TITLES = mapValues(banSchema.shape, (_, column) => column)

const TYPES = {
  cfg: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
} as const satisfies Record<ExportFormat, string>

function exportFile(context: BanRoutesContext, format: ExportFormat, request: RouteContext): StreamedFile {
  const parts = exportBanParts(context, { ...toolActor(toolOf(request)), format }, request.chargeList)
  const written = toFormat(format, context.clock.unixSeconds(), TITLES)
  return { type: TYPES[format], name: `bans.${format}`, chunks: streamBans(written, parts) }
}
