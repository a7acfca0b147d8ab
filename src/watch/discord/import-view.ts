import { ICONS } from '../../lib/tone.ts'
import { areChanged } from '../../text/rounded.ts'
import type { Spelling } from '../../text/spelling.ts'
import { type ImportedWatches, type ImportLimit, type ImportPreview, MAX_RESOLVED_NAMES } from '../import-watches.ts'
import { cancelButton } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import type { LeftOut } from './import.ts'
import type { Texts } from './texts.ts'
import { button, charactersLeft, createView, fitLines, row, type View } from '../../discord/view.ts'
import { ERROR_ICON } from '../../discord/views/parts.ts'
import { formatReason } from './watch-parts.ts'
import { noChannelLines } from './watch-views.ts'

const LINE_CHARACTERS = 64
const MAX_LINES = 10

/** The action of the buttons of a preview. */
export const IMPORT_ACTION = 'import'

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
    watch.note({ note: formatReason(reason) }),
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
function problemLists(preview: ImportPreview, room: number, { watch, common }: Texts) {
  const { notRecognized, notFound, overNames, unresolved } = preview
  const lists = [
    { icon: ERROR_ICON, title: watch.importNotRecognized({ count: notRecognized.length }), lines: notRecognized },
    { icon: ICONS.incomplete, title: watch.importNotFound({ count: notFound.length }), lines: notFound },
    {
      icon: ERROR_ICON,
      title: watch.importOverNames({ count: overNames.length, limit: MAX_RESOLVED_NAMES }),
      lines: overNames,
    },
    { icon: ICONS.incomplete, title: watch.importUnresolved({ count: unresolved.length }), lines: unresolved },
  ].filter(({ lines }) => lines.length > 0)
  const roomEach = Math.floor(room / Math.max(1, lists.length))
  return lists.map(({ icon, title, lines }) => {
    const heading = `${icon} ${title}:`
    const formatted = lines.slice(0, MAX_LINES + 1).map((line) => `-# ${escapeMarkdown(line, LINE_CHARACTERS) || '?'}`)
    const leftOut = ({ count }: { count: number }) =>
      `-# ${common.leftOut({ count: count + lines.length - formatted.length })}`
    return `${heading}\n${fitLines(formatted, roomEach - heading.length - 2, leftOut, MAX_LINES)}`
  })
}

const NOTHING_LEFT_OUT: LeftOut = { accounts: 0, limit: null, overNames: 0, unresolved: 0 }

/** The message that says how many accounts an import has added, and how many the import and its preview have left out. */
export function importedView(imported: ImportedWatches, limit: number, texts: Texts, leftOut = NOTHING_LEFT_OUT): View {
  const { added, alreadyWatched, overLimit, count, hasAlertChannel } = imported
  const { overNames, unresolved } = leftOut
  const { watch, common } = texts
  const lines = [
    `## 👁️ ${watch.imported({ count: added.length })}`,
    watch.importedHint,
    ...(alreadyWatched.length > 0 ? [watch.importedKnown({ count: alreadyWatched.length })] : []),
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
    `-# ${watch.room({ count, limit })}`,
  ]
  return createView('neutral', [lines.join('\n')], [])
}
