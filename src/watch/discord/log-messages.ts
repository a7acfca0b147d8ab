import type { APIButtonComponent } from 'discord.js'
import { undoButtons } from '../../discord/undo.ts'
import { row, text, type View } from '../../discord/view.ts'
import { type LogLine, toShortDetail } from '../../model/log-line.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import { listMessage, type SentMessage } from '../../outbox/discord/message-parts.ts'
import type { WatchRepositories } from '../database/repositories.ts'
import { LOG_LINES } from '../log-lines.ts'
import type { LogContext } from './command.ts'
import { formatChange } from './log-view.ts'
import type { Texts } from './texts.ts'

/** The signs of changes; all others are settings and the policy. */
const SIGNS: Partial<Record<string, string>> = {
  ban_added: '🔨',
  ban_changed: '🔨',
  ban_removed: '↩️',
  ban_restored: '↩️',
  bans_imported: '📥',
  ban_import_undone: '↩️',
  added: '👁️',
  changed: '👁️',
  removed: '🔕',
  restored: '👁️',
  imported: '📥',
  import_undone: '↩️',
  tool_token_created: '🔑',
  token_created: '🔑',
  token_revoked: '🔑',
}
const OTHER_SIGN = '🛡️'

/** A change with its sign: by whom, and what. */
export const formatLogLine: typeof formatChange = (entry, name, others, texts) =>
  `${SIGNS[entry.action] ?? OTHER_SIGN} ${formatChange(entry, name, others, texts)}`

/** The buttons below the line about a single change. */
const logLineButtons = ({ undo }: LogLine, texts: Texts): APIButtonComponent[] => undoButtons(undo, texts)

/** The messages that tell a team what was changed, and by whom. They mention no role, and hold no note. */
export function createLogMessages(
  otherChanges: LogContext['otherChanges'],
): MessageKind<LogLine, Texts, WatchRepositories> {
  const lineOf = (line: LogLine, name: string | null, texts: Texts) =>
    formatLogLine(line, name, otherChanges(texts.language), texts)
  const hintLines = (lines: readonly LogLine[], texts: Texts) =>
    lines.some(({ isFirst }) => isFirst) ? [`-# ${texts.log.isNew}`] : []
  return {
    ...LOG_LINES,
    single(line, { name }, _message, texts): View {
      const buttons = logLineButtons(line, texts)
      const content = [lineOf(line, name, texts), ...hintLines([line], texts)].join('\n')
      return { components: [text(content), ...(buttons.length > 0 ? [row(buttons)] : [])] }
    },
    digest: (lines, names, message, texts) => logDigest(lines, { names, message, lineOf, hintLines }, texts),
    log: { name: 'a line of the log', count: 'changes' },
  }
}

interface DigestParts {
  names: ReadonlyMap<SteamId, string>
  message: SentMessage
  lineOf: (line: LogLine, name: string | null, texts: Texts) => string
  hintLines: (lines: readonly LogLine[], texts: Texts) => string[]
}

/** One message about many changes. */
function logDigest(lines: readonly LogLine[], { names, message, lineOf, hintLines }: DigestParts, texts: Texts): View {
  const nameOf = ({ steamId }: LogLine) => (steamId === null ? null : (names.get(steamId) ?? null))
  return listMessage(
    lines,
    {
      tone: 'neutral',
      head: [`### 📜 ${texts.log.digest({ count: lines.length })}`],
      lines: [
        (line) => lineOf(line, nameOf(line), texts),
        // Without names and reasons, twenty lines always fit.
        (line) => lineOf({ ...line, detail: toShortDetail(line.action, line.detail) }, null, texts),
      ],
      foot: [`-# ${texts.log.seeLog}`, ...hintLines(lines, texts)].join('\n'),
      rows: () => [],
    },
    message,
    texts,
  )
}
