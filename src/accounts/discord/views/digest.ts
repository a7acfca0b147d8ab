import { hyperlink, inlineCode, type APIButtonComponent } from 'discord.js'
import { row, type View, type ViewFile } from '../../../discord/view.ts'
import { toProfileUrl } from '../../../model/steam-id.ts'
import { listMessage, type ListParts, type SentMessage } from '../../../outbox/discord/message-parts.ts'
import type { Texts } from '../texts.ts'
import { accountMenu, formatNameAndId, type AccountMenu, type MenuAccount } from './account-parts.ts'
import { displayName } from './words.ts'

/** What a digest says about one entry; in the menu, it says the summary. */
interface DigestEntry extends MenuAccount {
  /** The facts next to the account, in Markdown; of these, a shorter line has only the first. */
  facts: string[]
  /** Facts in small print below the account, which only the longest line has; without it, the line has no small print. */
  smallPrint?: string[]
}

interface Digest<Shown> extends Pick<ListParts<Shown>, 'tone' | 'head'> {
  file: ViewFile
  describe: (shown: Shown) => DigestEntry
  /** The menu of the accounts; without it, the menu looks the chosen account up. */
  menu?: AccountMenu
  buttons?: APIButtonComponent[]
}

/** One message about many accounts: the first twenty with as many facts as fit, a menu of these, and all of them in a file. */
export function digestMessage<Shown>(
  all: readonly Shown[],
  { describe, menu, buttons = [], ...parts }: Digest<Shown>,
  message: SentMessage,
  texts: Texts,
): View {
  const lineForms = [formatWhole, formatShort, formatAccount]
  const lines = lineForms.map((format) => (shown: Shown) => {
    const entry = describe(shown)
    return `${entry.icon} ${format(entry, texts)}`
  })
  const rows = (named: readonly Shown[]) => [...accountMenu(named.map(describe), texts, menu), row(buttons)]
  const foot = `-# ${texts.common.allInFile({ file: parts.file.name })}`
  return listMessage(all, { ...parts, lines, rows, foot }, message, texts)
}

function formatWhole(entry: DigestEntry, texts: Texts): string {
  const { steamId, name, facts, smallPrint } = entry
  if (!smallPrint) return [formatAccount(entry, texts), ...facts].join(' · ')
  const id = inlineCode(steamId)
  const account = name === null ? id : hyperlink(displayName(name, texts), toProfileUrl(steamId))
  const details = [...(name === null ? [] : [id]), ...smallPrint]
  return [[account, ...facts].join(' · '), ...(details.length > 0 ? [`-# ${details.join(' · ')}`] : [])].join('\n')
}

const formatShort = (entry: DigestEntry, texts: Texts) =>
  [formatAccount(entry, texts), ...entry.facts.slice(0, 1)].join(' · ')

const formatAccount = (entry: DigestEntry, texts: Texts) => formatNameAndId(entry, texts)
