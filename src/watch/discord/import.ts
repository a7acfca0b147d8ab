import { z } from 'zod'
import { isSteamId } from '../../model/steam-id.ts'
import {
  IMPORT_LIMITS,
  type ImportedWatches,
  type ImportLimit,
  type ImportPreview,
  importWatches,
  MAX_RESOLVED_NAMES,
  previewImport,
} from '../import-watches.ts'
import { readReason } from '../../model/reason.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Form, Invocation, Subcommand } from './command.ts'
import { accountHints } from '../../accounts/discord/options.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { cancelButton, confirmAction } from '../../discord/confirm.ts'
import { undoButtons } from '../../discord/undo.ts'
import { pendingId, type PendingKind } from '../../discord/pending.ts'
import { steamIdSchema } from '../../model/account.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { reasonField } from '../../discord/note-fields.ts'
import { type GivenAccounts, readGivenAccounts } from '../../accounts/discord/given-accounts.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'
import { ICONS } from '../../lib/tone.ts'
import { areChanged } from '../../text/rounded.ts'
import type { Spelling } from '../../text/spelling.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { button, charactersLeft, createView, row, sectionTexts, type View } from '../../discord/view.ts'
import { ERROR_ICON } from '../../discord/views/parts.ts'
import { noteLines } from './watch-parts.ts'
import { noChannelLines } from './watch-views.ts'

const LINE_CHARACTERS = 64
const MAX_LINES = 10

const countSchema = z.int().min(0)
const leftOutSchema = z.object({
  accounts: countSchema,
  limit: z.object({ code: z.enum(IMPORT_LIMITS), limit: countSchema }).nullable(),
  overNames: countSchema,
  unresolved: countSchema,
})
/** Numbers of accounts that a preview has left out because of a limit, and of custom URLs that it did not resolve. */
type LeftOut = z.infer<typeof leftOutSchema>

const pendingSchema = z.object({ steamIds: z.array(steamIdSchema), reason: z.string(), leftOut: leftOutSchema })
/** The accounts that the Confirm button of a preview adds. */
const PENDING: PendingKind<z.infer<typeof pendingSchema>> = { name: 'watch import', schema: pendingSchema }

/** Shows the effect of importing these accounts, without writing anything. */
export async function showPreview(invocation: Invocation, list: GivenAccounts, given: string): Promise<void> {
  const { context, callContext, charge, pending, reply, texts } = invocation
  const reason = readReason(given)
  const names = list.accounts.filter((account) => !isSteamId(account)).length
  // Each custom URL costs a call to Steam.
  await charge(Math.min(MAX_RESOLVED_NAMES, names))
  const preview = await previewImport(context, actorOf(invocation).guildId, list, callContext)
  const { fitting: steamIds, overLimit, limit, overNames, unresolved } = preview
  const leftOut = {
    accounts: overLimit.length,
    limit,
    overNames: overNames.length,
    unresolved: unresolved.length,
  }
  const id = steamIds.length === 0 ? '' : await pending.save(PENDING, { steamIds, reason, leftOut })
  await reply.show(importPreviewView({ ...preview, spelling: list.spelling, reason, id }, texts))
}

const IMPORT = 'watchimport'
/** The action of the buttons of a preview. */
const IMPORT_ACTION = 'import'

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  createTask: () => ({ customId: toCustomId(IMPORT), typed: {} }),
}

/** The form of `/watch import`. */
export const importForm: Form = {
  name: IMPORT,
  permission: 'ManageGuild',
  open: (_, texts) => ({
    title: texts.watch.form.titleOfImport,
    fields: [reasonField(texts.watch.form.reasonHint, texts), ...listFields(accountHints(texts), texts)],
  }),
  createTask(_, { fields }) {
    const reason = fields.texts.get('reason') ?? ''
    const { pasted, files } = readListFields(fields)
    return {
      cost: 'lookup',
      form: { customId: toCustomId(IMPORT), typed: typedInto(fields) },
      run: async (invocation) => showPreview(invocation, await readGivenAccounts(invocation, pasted, files), reason),
    }
  },
}

/** The Confirm and Cancel buttons of a preview. */
export const importAction: Action = confirmAction({
  name: IMPORT_ACTION,
  args: z.tuple([pendingId]),
  permission: 'ManageGuild',
  async run(invocation, [id]) {
    const { context, pending, reply, texts } = invocation
    const { leftOut, ...kept } = await pending.load(PENDING, id)
    const imported = await importWatches(context, { ...actorOf(invocation), ...kept })
    await reply.show(importedView(imported, context.limits.maxPerGuild, texts, leftOut))
  },
})

interface ShownPreview extends ImportPreview {
  /** How a file is spelled whose encoding was guessed. */
  spelling: Spelling | null
  reason: string
  /** The id under which the accounts are kept. */
  id: string
}

/** The message with the effect of an import, and the buttons that confirm or cancel it. */
export function importPreviewView(preview: ShownPreview, texts: Texts): View {
  const { fitting, alreadyWatched, spelling, reason, id } = preview
  const { watch, buttons } = texts
  const isPossible = fitting.length > 0
  const head = [
    `## 👁️ ${watch.importTitle}`,
    `**${isPossible ? watch.importNew({ count: fitting.length }) : watch.importNothing}**`,
    ...(isPossible ? [watch.nothingSavedYet] : []),
    ...noteLines({ reason }, texts),
    ...(alreadyWatched.length > 0 ? [watch.importKnown({ count: alreadyWatched.length })] : []),
    ...limitLines(preview.overLimit.length, preview.limit, texts),
    ...(areChanged([...fitting, ...alreadyWatched, ...preview.overLimit], preview.notRecognized)
      ? [`${ICONS.incomplete} **${texts.common.numbersChanged}**`]
      : []),
    ...(spelling
      ? [`${ICONS.incomplete} ${texts.common.fileSpelling({ ...spelling, words: texts.commas(spelling.words) })}`]
      : []),
  ].join('\n')
  const confirm = button('✅', buttons.confirmImport({ count: fitting.length }), toCustomId(IMPORT_ACTION, id))
  return createView(
    isPossible ? 'neutral' : 'incomplete',
    [head, ...problemLists(preview, charactersLeft([head]), texts)],
    [row(isPossible ? [confirm, cancelButton(IMPORT_ACTION, texts)] : [])],
  )
}

function limitLines(count: number, limit: ImportLimit | null, { watch, common }: Texts): string[] {
  if (count === 0 || limit === null) return []
  const why = watch.importLimits[limit.code]({ limit: limit.limit })
  const text = common.explained({ what: watch.importOver({ count }), why })
  return [`${ICONS.restricted} ${common.sentence({ text })}`]
}

/** Lists of the lines that were not recognized and of the custom URLs without a result, as far as they fit. */
function problemLists(preview: ImportPreview, room: number, { watch, common }: Texts): string[] {
  const { notRecognized, notFound, overNames, unresolved } = preview
  const limit = MAX_RESOLVED_NAMES
  const sectionOf = (icon: string, title: (values: { count: number; limit: number }) => string, entries: string[]) => ({
    title: `${icon} ${title({ count: entries.length, limit })}:`,
    count: entries.length,
    lines: entries.slice(0, MAX_LINES).map((line) => `-# ${escapeMarkdown(line, LINE_CHARACTERS) || '?'}`),
  })
  const sections = [
    sectionOf(ERROR_ICON, watch.importNotRecognized, notRecognized),
    sectionOf(ICONS.incomplete, watch.importNotFound, notFound),
    sectionOf(ERROR_ICON, watch.importOverNames, overNames),
    sectionOf(ICONS.incomplete, watch.importUnresolved, unresolved),
  ]
  return sectionTexts(sections, room, MAX_LINES, ({ count }) => `-# ${common.leftOut({ count })}`)
}

const NOTHING_LEFT_OUT: LeftOut = { accounts: 0, limit: null, overNames: 0, unresolved: 0 }

/** The message that says how many accounts an import has added, and how many the import and its preview have left out. */
export function importedView(imported: ImportedWatches, limit: number, texts: Texts, leftOut = NOTHING_LEFT_OUT): View {
  const { added, alreadyWatched, overLimit, count, hasAlertChannel, undo } = imported
  const { overNames, unresolved } = leftOut
  const { watch, common } = texts
  const lines = [
    `## 👁️ ${watch.imported({ count: added.length })}`,
    watch.importedHint,
    ...(alreadyWatched.length > 0
      ? [common.sentence({ text: watch.importKnown({ count: alreadyWatched.length }) })]
      : []),
    ...limitLines(overLimit.length + leftOut.accounts, imported.limit ?? leftOut.limit, texts),
    ...(overNames > 0
      ? [
          `${ERROR_ICON} ${common.sentence({ text: watch.importOverNames({ count: overNames, limit: MAX_RESOLVED_NAMES }) })}`,
        ]
      : []),
    ...(unresolved > 0
      ? [`${ICONS.incomplete} ${common.sentence({ text: watch.importUnresolved({ count: unresolved }) })}`]
      : []),
    ...noChannelLines(hasAlertChannel, texts),
    `-# ${common.room({ count, limit })}`,
  ]
  return createView('neutral', [lines.join('\n')], [row(undoButtons(undo, texts))])
}
