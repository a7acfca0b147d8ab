import { z } from 'zod'
import { actorOf } from '../../discord/actor.ts'
import { cancelButton, confirmAction, questionView } from '../../discord/confirm.ts'
import { pendingId, type PendingKind } from '../../discord/pending.ts'
import { numberArgument, toCustomId } from '../../discord/custom-id.ts'
import { typedInto } from '../../discord/form.ts'
import { listFields, readListFields } from '../../discord/list-fields.ts'
import { chosenBans, type ImportChoice, type OpenBans, openBansOf } from '../formats/chosen-bans.ts'
import { type DecodedBanList, decodedBanListSchema } from '../formats/read-list-file.ts'
import { isBan } from '../../model/ban.ts'
import {
  type BanImportPreview,
  type CompletedImport,
  type UndoableImport,
  importBans,
  newestImport,
  nothingToUndo,
  previewBanImport,
  undoImport,
} from '../import-bans.ts'
import type { Action, Form, Invocation, Subcommand } from './command.ts'
import { readGivenList } from './list-file.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'
import { formatAuthor } from '../../discord/author.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { undoButtons } from '../../discord/undo.ts'
import {
  button,
  charactersLeft,
  createView,
  fileLink,
  row,
  type Section,
  sectionTexts,
  type View,
  type ViewFile,
  nonEmpty,
} from '../../discord/view.ts'
import { relativeTime } from '../../discord/views/parts.ts'
import { BAN_ICON, ICONS } from '../../lib/tone.ts'
import { BAN_TEXTS } from '../../model/ban.ts'
import { doubtfulIn, formatEncoding } from '../../text/spelling.ts'
import type { BanImport } from '../database/bans.ts'
import type { ListedBan, OpenBan, ReadBanList } from '../formats/read-ban-list.ts'
import { formatBanEnd, formatBanned, formatBanReason, privateLines } from './ban-parts.ts'

const IMPORT = 'banimportform'

/** The list of a preview. */
const LIST: PendingKind<DecodedBanList> = { name: 'ban list', schema: decodedBanListSchema }

export const importSubcommand: Subcommand = {
  name: SUBCOMMANDS.import,
  createTask: () => ({ customId: toCustomId(IMPORT), typed: {} }),
}

/** The form of `/banlist import`. */
export const importForm: Form = {
  name: IMPORT,
  permission: 'ManageGuild',
  open: (_, texts) => ({
    title: texts.banImport.title,
    fields: listFields({ file: texts.banImport.fileHint }, texts),
  }),
  createTask(_, { fields }) {
    const listed = readListFields(fields)
    return {
      cost: 'lookup',
      form: { customId: toCustomId(IMPORT), typed: typedInto(fields) },
      async run(invocation) {
        const list = await readGivenList(invocation, listed)
        const id = await invocation.pending.save(LIST, list)
        await showPreview(invocation, list, { id, unreadEnds: false, unclear: false })
      },
    }
  },
}

/** Shows what the import of a list with this choice would do. */
async function showPreview(invocation: Invocation, list: DecodedBanList, choice: ListChoice): Promise<void> {
  const { context, reply, texts } = invocation
  const { guildId } = actorOf(invocation)
  const effect = await previewBanImport(context, guildId, chosenBans(list, choice))
  const stayBanned = list.liftedAccounts.filter((steamId) => isBan(context.bans.find(guildId, steamId))).length
  await reply.show(importPreviewView(list, { ...effect, stayBanned }, choice, texts))
}

export const undoSubcommand: Subcommand = {
  name: SUBCOMMANDS.undo,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const newest = await newestImport(context, guildId)
      if (!newest) throw await context.database.read(({ audit }) => nothingToUndo(audit, guildId))
      await reply.show(undoQuestionView(newest, texts))
    },
  }),
}

/** A part of the choice in the custom id of a button. */
const isChosen = z.enum(['0', '1']).transform((digit) => digit === '1')

export const importActions: Action[] = [
  // The buttons of a preview, with the choice that is shown or imported.
  confirmAction({
    name: 'banimport',
    args: z.tuple([z.enum(['confirm', 'show']), pendingId, isChosen, isChosen]),
    permission: 'ManageGuild',
    async run(invocation, [button, id, unreadEnds, unclear]) {
      const { context, callContext, charge, pending, reply, texts } = invocation
      const actor = actorOf(invocation)
      const choice = { unreadEnds, unclear }
      if (button === 'show') await charge(1)
      const run = async () => {
        const list = await pending.load(LIST, id)
        if (button === 'show') return showPreview(invocation, list, { id, ...choice })
        const bans = chosenBans(list, choice)
        const imported = await importBans(context, actor, bans)
        await reply.show(importedView(imported, bans.length - imported.count, texts))
      }
      // In turn, because a whole list is in memory.
      await context.listReader.inTurn(actor.guildId, run, callContext.signal)
    },
  }),
  // The buttons of the question whether to undo an import.
  confirmAction({
    name: 'banundo',
    args: z.tuple([numberArgument(15), numberArgument(15)]),
    permission: 'ManageGuild',
    async run(invocation, [number, at]) {
      const { context, reply, texts } = invocation
      await reply.show(undoneView(await undoImport(context, { ...actorOf(invocation), number, at }), texts))
    },
  }),
]

const LINE_CHARACTERS = 80
const MAX_LINES = 6
const KINDS = ['unreadEnds', 'unclear'] as const satisfies (keyof ImportChoice)[]

/** Number of bans to be added that a preview names. */
const MAX_NAMED = 3
/** Room for the start of a private text in a preview. */
const LISTED_CHARACTERS = 100

/** The effect of an import, and the number of accounts whose bans the list lifts and that are banned here all the same. */
type ImportEffect = BanImportPreview<ListedBan> & { stayBanned: number }

/** A choice about the list that is kept under this id. */
type ListChoice = ImportChoice & { id: string }

/** The message with the effect of an import by this choice, and the buttons that change the choice, and confirm or cancel the import. */
export function importPreviewView(list: DecodedBanList, effect: ImportEffect, choice: ListChoice, texts: Texts): View {
  const { banImport: words, buttons } = texts
  const title = [`## ${BAN_ICON} ${words.title}`, words.format({ format: words.formats[list.format] })]
  if (list.areRounded)
    return createView('neutral', [[...title, `**${ICONS.incomplete} ${words.rounded}**`].join('\n')], [])
  const open = openBansOf(list, choice)
  const count = effect.fresh.length
  const toggles = toggleButtons(open, choice, texts)
  const canDecide = KINDS.some((kind) => open[kind].length > 0 && !choice[kind])
  const counts = countLines(list, effect, texts)
  // Without any count, nothing of the list was read, as of damaged JSON, and not "nothing new".
  const isUnread = counts.length === 0 && !canDecide && list.notUnderstood.length > 0
  const { nothing_new: nothingNew } = texts.changeErrorTitles
  const none = isUnread ? texts.errorTitles.nothing_understood : canDecide ? words.nothingDecided : nothingNew
  const head = [...title, `**${count > 0 ? words.fresh({ count }) : none}**`, ...counts].join('\n')
  const canImport = count > 0 || toggles.length > 0
  const hint = canImport ? [words.nothingYet] : []
  const isLong = [open.unreadEnds, open.unclear, list.notUnderstood].some((entries) => entries.length > MAX_LINES)
  const files = isLong ? [leftOutFile(list, open, texts)] : []
  const sections = [
    freshSection(effect, texts),
    spellingSection(list, texts),
    durationSection(list, texts),
    ...KINDS.map((kind) => openSection(kind, open[kind], choice[kind], texts)),
    notUnderstoodSection(list, texts),
  ]
  const shown = sectionTexts(sections, charactersLeft([head, ...hint]), MAX_LINES, texts.common.leftOut)
  const parts = [head, ...shown, ...hint, ...files.map(fileLink)]
  const confirm = button('✅', buttons.confirmBans({ count }), buttonId('confirm', choice), { isDisabled: count === 0 })
  const cancel = cancelButton('banimport', texts)
  return createView('neutral', parts, [row(canImport ? [confirm, ...toggles, cancel] : [])], files)
}

const buttonId = (name: 'confirm' | 'show', { id, unreadEnds, unclear }: ListChoice) =>
  toCustomId('banimport', name, id, Number(unreadEnds), Number(unclear))

/** The buttons that show the preview with another choice. */
function toggleButtons(open: OpenBans, choice: ListChoice, { buttons }: Texts) {
  const labels = { unreadEnds: buttons.banForGood, unclear: buttons.banUnclear }
  return KINDS.filter((kind) => open[kind].length > 0 || choice[kind]).map((kind) =>
    button(choice[kind] ? '☑️' : '⬜', labels[kind], buttonId('show', { ...choice, [kind]: !choice[kind] })),
  )
}

/** What is not added, or not as it was given. */
function countLines(
  list: ReadBanList,
  { present, differing, exempted, stayBanned }: ImportEffect,
  { banImport: words }: Texts,
): string[] {
  const counts: [count: number, text: (values: { count: number }) => string][] = [
    [present.length, words.present],
    [differing.length, words.differing],
    [exempted.length, words.exempted],
    [list.expired, words.expired],
    [list.lifted, words.lifted],
    [stayBanned, words.liftedStay],
    [list.staff, words.staff],
    [list.repeated, words.repeated],
    [list.cutNotes, ({ count }) => words.cutNotes({ count, limit: BAN_TEXTS.note.maxCharacters })],
    [list.addresses, words.addresses],
  ]
  return counts.flatMap(([count, text]) => (count > 0 ? [`• ${text({ count })}`] : []))
}

/** The first bans that are added. */
function freshSection({ fresh }: ImportEffect, texts: Texts): Section {
  const { ends } = texts.banlist
  const lines = fresh.slice(0, MAX_NAMED).map((ban) => {
    const end = ban.until === null ? ends.never : ends.atDate({ when: formatBanEnd(ban.until, texts) })
    const notes = privateLines(ban, texts, { maxCharacters: LISTED_CHARACTERS })
    return `• ${nonEmpty(formatBanned(ban, texts), formatBanReason(ban.reason), end, ...notes).join(' · ')}`
  })
  return { title: texts.banImport.freshSample, count: fresh.length, lines }
}

/** How a guessed encoding spells names and reasons. */
function spellingSection({ encoding, isGuessed, ...list }: DecodedBanList, { banImport: words }: Texts): Section {
  const doubtful = doubtfulIn(encoding)
  const bans = isGuessed ? [...list.bans, ...list.unreadEnds, ...list.unclear] : []
  const sample = bans.filter(({ name, reason }) => doubtful.test(name + reason)).slice(0, MAX_NAMED)
  const lines = sample.map(({ line, name, reason }) => {
    const written = nonEmpty(name, reason).map(formatWritten)
    return words.line({ line: String(line), written: written.join(' · ') })
  })
  const title = words.encoding({ encoding: formatEncoding(encoding) })
  return { title: `${ICONS.limited} ${title}`, count: lines.length, lines }
}

/** How ends that are not plain times were read. */
function durationSection({ durations }: ReadBanList, texts: Texts): Section {
  const { banImport: words, banlist, common } = texts
  const count = durations.length
  const lines = durations.slice(0, MAX_LINES).map(({ line, text, until }) => {
    const end = until === null ? banlist.ends.never : common.untilWhen({ when: formatBanEnd(until, texts) })
    return words.duration({ line: String(line), written: formatWritten(text), end })
  })
  return { title: `${ICONS.limited} ${words.durations({ count })}`, count, lines }
}

/** The open bans that one of the choices is about. */
function openSection(kind: keyof ImportChoice, bans: readonly OpenBan[], isChosen: boolean, texts: Texts): Section {
  const { banImport: words } = texts
  const count = bans.length
  const titles = {
    unreadEnds: isChosen ? words.unreadEndsTaken : words.unreadEnds,
    unclear: isChosen ? words.unclearTaken : words.unclear,
  }
  const lines = bans.slice(0, MAX_LINES).map((ban) => {
    const { line, reason, text = reason, unreadEnd = '' } = ban
    // The line shows the moderator why the account is unclear.
    const written = nonEmpty(unreadEnd, kind === 'unclear' ? text : reason).map(formatWritten)
    return words.line({ line: String(line), written: [formatBanned(ban, texts), ...written].join(' · ') })
  })
  return { title: `${ICONS.incomplete} ${titles[kind]({ count })}`, count, lines }
}

function notUnderstoodSection({ notUnderstood, notUnderstoodCount: count }: ReadBanList, texts: Texts): Section {
  const { banImport: words } = texts
  const lines = notUnderstood.slice(0, MAX_LINES).map(({ line, text, why }) => {
    const written = `${formatWritten(text)} · ${words.why({ why })}`
    return words.line({ line: String(line), written })
  })
  return { title: `${ICONS.incomplete} ${words.notUnderstood({ count })}`, count, lines }
}

const formatWritten = (text: string) => escapeMarkdown(text, LINE_CHARACTERS) || '?'

/** All entries that a person may want to decide about or to mend, of which the preview shows the first ones. */
function leftOutFile({ notUnderstood }: ReadBanList, { unreadEnds, unclear }: OpenBans, texts: Texts): ViewFile {
  const { banImport: words } = texts
  const lines = [
    ...titled(
      words.unreadEnds,
      unreadEnds,
      ({ line, steamId, unreadEnd = '' }) => `${line}: ${steamId} · ${unreadEnd}`,
    ),
    ...titled(words.unclear, unclear, ({ line, steamId, text = '' }) => `${line}: ${steamId} · ${text}`),
    ...titled(words.notUnderstood, notUnderstood, ({ line, text, why }) => `${line} (${words.why({ why })}): ${text}`),
  ]
  return { name: 'left-out.txt', data: Buffer.from(lines.map((line) => `${line}\n`).join('')) }
}

const titled = <Item>(
  title: (values: { count: number }) => string,
  items: readonly Item[],
  toLine: (item: Item) => string,
): string[] => (items.length === 0 ? [] : [title({ count: items.length }), ...items.map(toLine)])

/** Says how many bans an import has added; `stayed` is the number of bans that it has not. */
function importedView({ number, count, undo }: UndoableImport, stayed: number, texts: Texts): View {
  const { banImport: words } = texts
  const lines = [
    `## ${BAN_ICON} ${words.done({ importNumber: number, count })}`,
    ...(stayed > 0 ? [words.stayed({ count: stayed })] : []),
    `-# ${words.undoHint}`,
  ]
  return createView('neutral', [lines.join('\n')], [row(undoButtons(undo, texts))])
}

/** Asks whether to remove the bans of an import. */
function undoQuestionView(newest: BanImport, texts: Texts): View {
  const { number, count, userId, at } = newest
  const { banImport: words } = texts
  const lines = [
    `### ↩️ ${words.undoQuestion({ importNumber: number, count })}`,
    words.undoWhat({ who: formatAuthor(userId), when: relativeTime(at) }),
  ]
  return questionView(lines, toCustomId('banundo', number, at), texts)
}

const undoneView = ({ number, count }: CompletedImport, { banImport }: Texts): View =>
  createView('neutral', [`### ↩️ ${banImport.undone({ importNumber: number, count })}`], [])
