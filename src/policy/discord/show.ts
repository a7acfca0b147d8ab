import { findName } from '../../accounts/find-profiles.ts'
import { noticeStatus, policyStatus, type NoticeStatus, type PolicyStatus, type TokenStatus } from '../policy-status.ts'
import { actorOf } from '../../discord/actor.ts'
import type { Action, Subcommand, Task } from './command.ts'
import { noPolicyView, cautionLine, connectionLines, formatLine, formatRules, formatServer } from './policy-parts.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'
import { fillIn } from '../../lib/message.ts'
import { dangerButton } from '../../discord/confirm.ts'
import { toCustomId } from '../../discord/custom-id.ts'
import { editPolicy } from './edit.ts'
import { showExceptions } from './except.ts'
import { changeMode } from './mode.ts'
import { listTokens } from './token.ts'
import { z } from 'zod'
import { channelMention } from 'discord.js'
import { formatAuthor } from '../../discord/author.ts'
import { ICONS, LET_IN_ICON, REFUSED_ICON } from '../../lib/tone.ts'
import { keysOf } from '../../model/objects.ts'
import type { OperatorLinks } from '../../model/operator-links.ts'
import { noticesIn } from '../../model/policy.ts'
import { MAX_JOINS } from '../retention.ts'
import { button, charactersLeft, createView, fitLines, type View } from '../../discord/view.ts'
import { buttonRows } from '../../discord/views/button-rows.ts'
import { relativeTime, publishedLines } from '../../discord/views/parts.ts'
import { formatPolicyChange } from './policy-log.ts'

export const showSubcommand: Subcommand = {
  name: SUBCOMMANDS.show,
  createTask: () => ({
    cost: 'free',
    permission: 'ManageGuild',
    async run(invocation) {
      const { context, callContext, reply, texts } = invocation
      const { guildId } = actorOf(invocation)
      const status = await policyStatus(context, guildId)
      if (status === null) return reply.show(noPolicyView(texts))
      const steamId = status.lastChange?.steamId ?? null
      const [notices, changedName] = await Promise.all([
        noticeStatus(context, guildId),
        steamId === null ? null : findName(context, steamId, callContext),
      ])
      await reply.show(policyView({ status, notices, changedName, published: context.published }, texts))
    },
  }),
}

const OPEN = 'policyopen'

/** What the buttons of `/policy show` open, each in a new message. */
const OPENED = {
  edit: editPolicy,
  exceptions: showExceptions(0),
  servers: listTokens,
  enforce: changeMode({ mode: 'enforce', reports: {} }),
} satisfies Record<string, Task>

export const showActions: Action[] = [
  {
    name: OPEN,
    defersReply: true,
    createTask: (args) => OPENED[z.tuple([z.enum(keysOf(OPENED))]).parse(args)[0]],
  },
]

const openButton = (icon: string, label: string, opened: keyof typeof OPENED) =>
  button(icon, label, toCustomId(OPEN, opened))

const REASON_CHARACTERS = 80

/** The content of `/policy show`. */
interface ShownPolicy {
  status: PolicyStatus
  notices: NoticeStatus
  /** The name of the account that the last change concerns; null if the name is unknown or the change concerns no account. */
  changedName: string | null
  published: OperatorLinks
}

/** The policy of a server: its rules, its effect today, and the game servers that ask. */
export function policyView({ status, notices, changedName, published }: ShownPolicy, texts: Texts): View {
  const { policy, exceptions, tokens } = status
  const { policy: words } = texts
  const { version, terms, notify, reportsBans } = policy
  const head = [`## 🛡️ ${words.title}`, ...connectionLines(tokens, texts), words.modes[terms.mode]].join('\n')
  const rules = `**${words.rules}**\n${formatRules(terms, words.noRules, texts)}`
  const facts = [
    `**${words.today}** ${formatCounts(status, texts)}`,
    `**${words.exceptions}** ${formatExceptions(exceptions, texts)}`,
    `**${words.appeal}** ${terms.appeal === '' ? words.noAppeal : formatLine(terms.appeal)}`,
    `**${words.reports}** ${words.reportsOf[noticesIn(terms.mode, notify)]}${reportsBans ? '' : `. ${words.bansNotReported}`}`,
    ...noticeLines(notices, texts),
  ].join('\n')
  const foot = [
    `-# ${words.version({ version: String(version) })} · ${formatLastChange(status, changedName, texts)}`,
    cautionLine(texts),
    ...publishedLines(published, texts),
  ].join('\n')
  const room = charactersLeft([head, rules, facts, foot])
  const servers = tokens.length === 0 ? [] : [fitLines(serverLines(tokens, texts), room, texts.common.leftOut)]
  const buttons = [
    openButton('📝', texts.buttons.edit, 'edit'),
    openButton(LET_IN_ICON, words.exceptions, 'exceptions'),
    openButton('🔑', words.servers, 'servers'),
    ...(terms.mode === 'enforce'
      ? []
      : [dangerButton(REFUSED_ICON, texts.buttons.startRefusing, toCustomId(OPEN, 'enforce'))]),
  ]
  return createView('neutral', [head, rules, facts, ...servers, foot], buttonRows(buttons, texts))
}

/** Why refusals are currently not reported, and how many wait. */
function noticeLines({ channelId, block, waiting }: NoticeStatus, { sent, policy }: Texts): string[] {
  const problem =
    channelId === null ? sent.noChannel : block && fillIn(sent.blocks[block], { channel: channelMention(channelId) })
  return [
    ...(problem === null ? [] : [`${ICONS.restricted} ${problem}`]),
    ...(waiting > 0 && problem !== null ? [`${ICONS.restricted} ${policy.reportsHeld({ count: waiting })}`] : []),
    ...(waiting > 0 && problem === null ? [`${ICONS.neutral} ${policy.reportsWaiting({ count: waiting })}`] : []),
  ]
}

/** Formats the last change. If the log does not go back far enough, that is the last change of the rules. */
function formatLastChange({ policy, lastChange }: PolicyStatus, changedName: string | null, texts: Texts): string {
  const { version, updatedAt, updatedBy } = policy
  const saved = {
    action: 'policy_saved',
    steamId: null,
    detail: String(version),
    userId: updatedBy,
    at: updatedAt,
  } as const
  const change = lastChange ?? saved
  const who = change.userId === null ? texts.common.byItself : formatAuthor(change.userId)
  const what = formatPolicyChange(change, REASON_CHARACTERS, texts, changedName)
  return texts.policy.lastChange({ when: relativeTime(change.at), what: `${who} ${what}` })
}

const formatExceptions = (count: number, { policy }: Texts) =>
  count === 0 ? policy.noExceptions : policy.exceptionCounts({ count })

/** The numbers of today's joins by verdict. If no join was refused, but some would have been, the number of refused joins is left out. */
function formatCounts({ today, isTodayAtLeast }: PolicyStatus, { outcomeCounts: counts, policy }: Texts): string {
  const { allowed, refused, wouldRefuse, unknown } = today
  if (allowed + refused + wouldRefuse + unknown === 0) return policy.noJoins
  const atLeast = isTodayAtLeast ? `${policy.atLeast({ kept: MAX_JOINS })} ` : ''
  const shown = [
    `${LET_IN_ICON} ${counts.allow({ count: allowed })}`,
    ...(refused > 0 || wouldRefuse === 0 ? [`${REFUSED_ICON} ${counts.deny({ count: refused })}`] : []),
    ...(wouldRefuse > 0 ? [`${REFUSED_ICON} ${counts.wouldRefuse({ count: wouldRefuse })}`] : []),
    `${ICONS.incomplete} ${counts.unknown({ count: unknown })}`,
  ]
  return `${atLeast}${shown.join(' · ')}`
}

const serverLines = (tokens: readonly TokenStatus[], texts: Texts): string[] => [
  `**${texts.policy.servers}**`,
  ...tokens.map((token) => `- ${formatServer(token, texts)}`),
]
