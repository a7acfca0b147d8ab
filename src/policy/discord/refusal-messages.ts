import { LET_IN_ICON, REFUSED_ICON } from '../../lib/tone.ts'
import { midSentence } from '../../lib/sentence-case.ts'
import type { APIButtonComponent } from 'discord.js'
import {
  accountCells,
  formatNameAndId,
  formatNameOrId,
  idAndProfile,
  lookupId,
} from '../../accounts/discord/views/account-parts.ts'
import { digestMessage } from '../../accounts/discord/views/digest.ts'
import { banButton, liftButton, ownBanOf } from '../../bans/discord/ban-parts.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { escapeMarkdown } from '../../discord/escape.ts'
import { formatMoment, relativeTime } from '../../discord/views/parts.ts'
import { tableFile } from '../../discord/views/table.ts'
import { button, createView, row, text, type View } from '../../discord/view.ts'
import { formatCsvTime } from '../../lib/csv-writer.ts'
import type { Tone } from '../../lib/tone.ts'
import type { ReportMode } from '../../model/join.ts'
import type { SteamId } from '../../model/steam-id.ts'
import type { MessageKind } from '../../outbox/discord/message-kind.ts'
import { type KnownProfile, withPicture } from '../../discord/views/picture.ts'
import { withMention, type SentMessage } from '../../outbox/discord/message-parts.ts'
import type { PolicyRepositories } from '../database/repositories.ts'
import { type DayOfBans, isByBan, NOTICES, REFUSALS, type ShownRefusal, latestRefusal } from '../refusals.ts'
import { NOTICE_ICON, reasonIcon, formatLine } from './policy-parts.ts'
import type { Texts } from './texts.ts'
import { z } from 'zod'
import { accountMenuAction } from '../../accounts/discord/account-task.ts'
import { findName } from '../../accounts/find-profiles.ts'
import { isBan } from '../../model/ban.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Form } from './command.ts'
import { steamIdSchema } from '../../model/account.ts'
import { exceptAccount } from './except.ts'
import { noteFields, readNoteFields } from '../../discord/note-fields.ts'

/**
 * `EXEMPT` is the action name of the Exempt button and the name of its form; `REFUSED` and `NOTICED` are the action names of the menus of
 * digests.
 */
const EXEMPT = 'policyexempt'
const REFUSED = 'refused'
const NOTICED = 'noticed'

const SERVER_CHARACTERS = 100
/** Maximum number of game servers that a message names; a policy has up to ten. */
const MAX_SERVERS = 3

/** The tones, and so the colours, of messages about refusals and notices; the icons of these messages show the reason. */
const TONES: Record<ReportMode, Tone> = { enforce: 'banned', observe: 'restricted', notify: 'limited' }

/** Precedes the title of a message about refusals or notices. */
const TITLE_ICONS: Record<ReportMode, string> = { enforce: REFUSED_ICON, observe: REFUSED_ICON, notify: NOTICE_ICON }

/** The messages about accounts that a policy refused, or would have refused. */
export const refusalMessages: MessageKind<ShownRefusal | DayOfBans, Texts, PolicyRepositories> = {
  ...REFUSALS,
  single: (shown, profile, message, texts) =>
    shown.steamId === null ? dayOfBansView(shown, texts) : refusalView(shown, profile, message, texts),
  digest(shown, names, message, texts) {
    const [first] = shown
    if (first?.steamId === null) return dayOfBansView(first, texts)
    return refusalsDigest(
      shown.flatMap((refusal) => (refusal.steamId === null ? [] : [refusal])),
      names,
      message,
      texts,
    )
  },
  log: {
    name: 'a message about refusals',
    count: 'refusals',
  },
}

/** The messages about accounts that violate a rule which only notifies. */
export const noticeMessages: typeof refusalMessages = {
  ...refusalMessages,
  ...NOTICES,
  log: {
    name: 'a message about notices',
    count: 'notices',
  },
}

/** The line about a day of own bans. */
const dayOfBansView = ({ day, refusals, ended }: DayOfBans, { refusals: words, dates }: Texts): View => ({
  components: [text(`🔨 ${words.ofOwnBans({ day: dates.day.format(day * 1000), count: refusals, ended })}`)],
})

/** The message about an account that was refused. */
function refusalView(refusal: ShownRefusal, profile: KnownProfile, message: SentMessage, texts: Texts): View {
  const { steamId, mode } = refusal
  const [reasons = '', ...parts] = refusalLines(refusal, texts)
  const head = [titleOf(refusal, profile.name, texts), ...reasons.split('\n')]
  const buttons = refusalButtons(refusal, ownBanOf(steamId, message, texts).mark === 'banned', texts)
  return withMention(createView(TONES[mode], [...withPicture(head, profile, texts), ...parts], [row(buttons)]), message)
}

interface OpenedRefusal {
  steamId: SteamId
  name: string | null
  /** Null when no refusal is stored. */
  refusal: ShownRefusal | null
  /** Whether the server bans the account now. */
  isBanned: boolean
}

/** Shows an account of a digest to the user who chose it, like the message about a single refusal. */
export function openedRefusalView({ steamId, name, refusal, isBanned }: OpenedRefusal, texts: Texts): View {
  const lines = refusal
    ? [titleOf(refusal, name, texts), ...refusalLines(refusal, texts)]
    : [`### ${formatNameAndId({ steamId, name }, texts)}`, texts.refusals.gone]
  return createView(
    refusal ? TONES[refusal.mode] : 'neutral',
    [lines.join('\n')],
    [row(refusalButtons(refusal ?? { steamId, reasons: [] }, isBanned, texts))],
  )
}

const titleOf = ({ mode, steamId }: ShownRefusal, name: string | null, texts: Texts) =>
  `## ${TITLE_ICONS[mode]} ${texts.refusals.title[mode]({ account: formatNameOrId({ steamId, name }, texts) })}`

/** The three parts of a message about a refusal, below its title: the reasons, the account, and facts such as when, where and how often. */
function refusalLines(refusal: ShownRefusal, texts: Texts): string[] {
  const { steamId, reasons, mode, count, version, lastAt } = refusal
  const facts = [
    relativeTime(lastAt),
    ...serverFacts(refusal, texts),
    ...(count > 1 ? [texts.refusals.times[mode]({ count })] : []),
    texts.refusals.version({ version: String(version) }),
  ]
  return [
    [
      ...reasons.map(({ code, text }) => `${reasonIcon(code)} **${formatLine(text)}**`),
      ...(mode === 'enforce' ? [] : [texts.refusals.letIn[mode]]),
    ].join('\n'),
    idAndProfile(steamId, texts),
    `-# ${facts.join(' · ')}`,
  ]
}

/** The game servers that refused an account; empty when they are no longer known. */
function serverFacts({ servers }: ShownRefusal, { common, commas }: Texts): string[] {
  if (servers.length === 0) return []
  const named = servers.slice(0, MAX_SERVERS).map((server) => escapeMarkdown(server, SERVER_CHARACTERS))
  const more = servers.length - named.length
  return [commas([...named, ...(more > 0 ? [common.leftOut({ count: more })] : [])])]
}

/** The buttons below a refusal or a notice: Exempt, which opens a form, Ban and Look up; Lift ban and Look up after a refusal by a ban. */
function refusalButtons(
  { steamId, reasons }: Pick<ShownRefusal, 'steamId' | 'reasons'>,
  isBanned: boolean,
  texts: Texts,
): APIButtonComponent[] {
  const lookUp = button('🔎', texts.buttons.lookUp, lookupId(steamId))
  if (isByBan({ reasons })) return [liftButton(steamId, texts.buttons.liftBan), lookUp]
  return [
    button(LET_IN_ICON, texts.buttons.exempt, toCustomId(EXEMPT, steamId)),
    banButton(steamId, isBanned, texts),
    lookUp,
  ]
}

/** One message about many refusals in one mode, or about many notices. */
function refusalsDigest(
  refusals: readonly ShownRefusal[],
  names: ReadonlyMap<SteamId, string>,
  message: SentMessage,
  texts: Texts,
): View {
  const { digestTitle, letIn, open } = texts.refusals
  const mode = refusals[0]?.mode ?? 'enforce'
  const [file, menuId] = mode === 'notify' ? ['notices.csv', NOTICED] : ['refusals.csv', REFUSED]
  const accountOf = ({ steamId }: ShownRefusal) => ({ steamId, name: names.get(steamId) ?? null })
  const reasonsOf = ({ reasons }: ShownRefusal) => texts.semicolons(reasons.map(({ text }) => text))
  const rows = refusals.map((refusal) => ({
    ...accountCells(accountOf(refusal), texts),
    reason: reasonsOf(refusal),
    firstAt: formatCsvTime(refusal.firstAt),
    lastAt: formatCsvTime(refusal.lastAt),
    times: refusal.count,
    gameServers: refusal.servers.join('; '),
    policyVersion: refusal.version,
  }))
  const parts = {
    tone: TONES[mode],
    head: [
      `## ${TITLE_ICONS[mode]} ${digestTitle[mode]({ count: refusals.length })}`,
      ...(mode === 'enforce' ? [] : [letIn[mode]]),
      `-# ${formatSpan(refusals, texts)}`,
    ],
    file: tableFile(file, COLUMNS, rows, texts),
    menu: { customId: toCustomId(menuId), placeholder: open },
    describe: (refusal: ShownRefusal) => ({
      ...accountOf(refusal),
      icon: refusal.reasons[0] ? reasonIcon(refusal.reasons[0].code) : REFUSED_ICON,
      facts: [
        texts.semicolons(refusal.reasons.map(({ text }) => formatLine(midSentence(text, texts.language)))),
        ...serverFacts(refusal, texts),
      ],
      summary: reasonsOf(refusal),
    }),
  }
  return digestMessage(refusals, parts, message, texts)
}

function formatSpan(refusals: readonly ShownRefusal[], texts: Texts): string {
  const first = Math.min(...refusals.map(({ firstAt }) => firstAt))
  const last = Math.max(...refusals.map(({ lastAt }) => lastAt))
  const isOneMinute = Math.floor(first / 60) === Math.floor(last / 60)
  return isOneMinute
    ? formatMoment(first)
    : texts.refusals.between({ first: formatMoment(first), last: formatMoment(last) })
}

const COLUMNS = [
  'steamId',
  'name',
  'reason',
  'firstAt',
  'lastAt',
  'times',
  'gameServers',
  'policyVersion',
  'profile',
] as const

/** The form that the Exempt button of a message about a refusal opens. */
export const exemptForm: Form = {
  name: EXEMPT,
  permission: 'ManageGuild',
  open(args, texts) {
    readSteamId(args)
    const { form } = texts.refusals
    return { title: form.title, fields: noteFields(form.reasonHint, texts) }
  },
  createTask: (args, { fields }) => exceptAccount(readSteamId(args), readNoteFields(fields)),
}

/** The menu of a digest: shows why an account was refused or is reported, with the buttons of the message about a single account. */
const openReported = (name: string, kind: string): Action =>
  accountMenuAction(name, 'ModerateMembers', async (invocation, steamId) => {
    const { context, callContext, reply, texts } = invocation
    const { guildId } = actorOf(invocation)
    const language = texts.language
    const refusal = await context.database.read((repositories) =>
      latestRefusal(repositories, { kind, guildId, steamId, language }),
    )
    const name = await findName(context, steamId, callContext)
    const isBanned = isBan(context.bans.find(guildId, steamId))
    await reply.show(openedRefusalView({ steamId, name, refusal, isBanned }, texts))
  })

export const refusedActions = [openReported(REFUSED, REFUSALS.name), openReported(NOTICED, NOTICES.name)]

const readSteamId = (args: string[]) => z.tuple([steamIdSchema]).parse(args)[0]
