import type { CallContext } from '../../lib/call-context.ts'
import type { Context } from '../../accounts/context.ts'
import { findName } from '../../accounts/find-profiles.ts'
import type { Facts } from '../../model/facts.ts'
import type { Policy } from '../../model/policy.ts'
import { FACT_PARTS, type FactPart, type Verdict, type VerdictWord } from '../../model/verdict.ts'
import { gatherFacts } from '../gather-facts.ts'
import { reportingRules, findException, judge, judgeNotices, type Reason } from '../judge.ts'
import { partsOf } from '../judge-rules.ts'
import { getVerdict, type JudgedAccount } from '../get-verdict.ts'
import { notesFor } from '../../accounts/discord/server-notes.ts'
import { accountTask, createAccountTask } from '../../accounts/discord/account-task.ts'
import { actorOf } from '../../discord/actor.ts'
import { accountOption } from '../../accounts/discord/options.ts'
import type { Task, Subcommand } from './command.ts'
import { noPolicyView, formatLine, formatRules, reasonIcon, VERDICT_ICONS } from './policy-parts.ts'
import { exceptionTerms } from './policy-exceptions-view.ts'
import { SUBCOMMANDS, type Texts } from './texts.ts'
import type { PastBans } from '../../model/ban-record.ts'
import type { AgedPart } from '../../accounts/presentation/part-ages.ts'
import { ICONS, signsOf, toneWithOwnBan, type Tone } from '../../lib/tone.ts'
import { midSentence } from '../../lib/sentence-case.ts'
import { noticeLines } from './policy-line.ts'
import { reasonText, unknownText } from '../rule-texts.ts'
import { button, row, type View } from '../../discord/view.ts'
import { formatDate, formatMoment, relativeTime } from '../../discord/views/parts.ts'
import {
  checkedPartsLine,
  formatNameAndId,
  foundByLines,
  lookupId,
  type ViewedAccount,
} from '../../accounts/discord/views/account-parts.ts'
import { describeState } from '../../accounts/discord/views/earlier-bans.ts'
import { resultView } from '../../discord/views/result-view.ts'

function testAccount(account: string): Task {
  return accountTask(account, 'ManageGuild', async (invocation, { steamId, foundBy }) => {
    const { context, callContext, reply, texts } = invocation
    const { guildId } = actorOf(invocation)
    const policy = context.policies.ofGuild(guildId)
    if (!policy) return reply.show(noPolicyView(texts))
    const [{ facts: judgedBy, ...judged }, name] = await Promise.all([
      getVerdict(context, policy, steamId, callContext, { own: context.bans.find(guildId, steamId) }),
      findName(context, steamId, callContext),
    ])
    const facts = await completed(context, policy, judged.verdict, judgedBy, callContext)
    const { bans } = facts
    const shown = bans.kind === 'known' ? [{ steamId, bans: bans.value, fetchedAt: bans.fetchedAt }] : []
    const earlierBans = (await notesFor(invocation).findEarlierBans(shown)).get(steamId)
    const now = context.clock.unixSeconds()
    const account = { steamId, foundBy, name, earlierBans }
    await reply.show(policyVerdictView({ ...judged, facts }, policy, account, now, texts))
  })
}

/**
 * Adds the facts that the verdict did not need: bans and profile, because the answer begins with what Steam says about the account, and
 * those that notifying rules need.
 */
async function completed(
  context: Context,
  policy: Policy,
  verdict: Verdict,
  facts: Facts,
  callContext: CallContext,
): Promise<Facts> {
  const shown = new Set<FactPart>(['bans', 'profile', ...partsOf(reportingRules(policy, verdict))])
  const unasked = [...shown].filter((part) => facts[part].kind === 'unasked')
  if (unasked.length === 0) return facts
  const gathered = await gatherFacts(context, facts.steamId, unasked, callContext)
  return { ...facts, ...Object.fromEntries(unasked.map((part) => [part, gathered[part]])) }
}

export const testSubcommand: Subcommand = {
  name: SUBCOMMANDS.test,
  build: (command) => command.addStringOption(accountOption),
  createTask: (options) => createAccountTask(options, testAccount),
}

/** Shows what Steam says about an account, what a policy decides and why, and what game servers do. `now` is in Unix seconds. */
export function policyVerdictView(
  { facts, verdict, gameReason }: JudgedAccount,
  policy: Policy,
  account: ViewedAccount & { earlierBans?: PastBans | undefined },
  now: number,
  texts: Texts,
): View {
  const { policyTest: words } = texts
  const isByList = [...verdict.reasons, ...verdict.unknown].some(({ code }) => code === 'banned_here')
  // Judged again, because the texts of `verdict` are in the server's language, and this view needs texts in the user's language.
  const { reasons, unknown, until } = isByList ? verdict : judge(policy, facts, now)
  const language = texts.language
  const state = describeState(facts, account.earlierBans, texts)
  const ownState = verdict.verdict === 'deny' ? 'banned' : 'unknown'
  const own = isByList ? ownState : 'none'
  const exception = isByList ? undefined : findException(policy, account.steamId, now)
  const undecided = [...new Set(unknown.map((part) => midSentence(unknownText(part, language), language)))]
  const ages = FACT_PARTS.flatMap((part): AgedPart[] => {
    const fact = facts[part]
    return fact.kind === 'known' ? [[texts.lookup.parts[part], fact.fetchedAt]] : []
  })
  const decision = `${VERDICT_ICONS[verdict.verdict]} ${formatDecision(verdict.verdict, reasons, state.tone, texts)}`
  const parts = [
    [
      `## ${signsOf(state.tone, own)} ${formatNameAndId(account, texts)}`,
      `**${state.sentence}**`,
      ...state.lines,
      ...foundByLines(account.foundBy, texts),
    ].join('\n'),
    [
      `### ${decision}`,
      serverSentence(verdict, texts),
      ...reasons
        .filter(({ code }) => code !== 'exception')
        .map((reason) => `${reasonIcon(reason.code)} ${formatLine(reasonText(reason, policy.rules, language))}`),
      ...(exception ? exceptionTerms(exception, texts) : []),
      ...undecided.map((text) => `${ICONS.incomplete} ${words.undecided}: ${text}`),
      ...noticeLines(judgeNotices(policy, verdict, facts, now), policy, texts),
      ...untilLines(until, verdict, { policy, facts }, texts),
    ].join('\n'),
    // The verdict `allow` has no reasons that could be shown instead of the rules.
    ...(verdict.verdict === 'allow' && reasons.length === 0
      ? [`**${texts.policy.rules}**\n${formatRules(policy, words.noRules, texts)}`]
      : []),
    ...(verdict.verdict === 'deny' ? [words.shown[verdict.mode]({ reason: formatLine(gameReason) })] : []),
    [
      ...(verdict.stale ? [`${ICONS.limited} ${texts.lookup.stale({ when: relativeTime(verdict.checkedAt) })}`] : []),
      ...(ages.length > 0 ? [checkedPartsLine(ages, texts)] : []),
    ].join('\n'),
  ]
  // A green message would look like an approval by the policy.
  const stateTone = toneWithOwnBan(state.tone, own)
  const tone = stateTone === 'clean' ? 'neutral' : stateTone
  return resultView(tone, `**${decision}**`, parts, [
    row([button('🔎', texts.buttons.lookUp, lookupId(account.steamId))]),
  ])
}

/** Until when the decision holds; that the account is let in then, where it is refused only until then. */
function untilLines(
  until: number | null,
  { verdict, mode }: Verdict,
  { policy, facts }: { policy: Policy; facts: Facts },
  { policyTest: words }: Texts,
): string[] {
  if (until === null) return []
  return verdict === 'deny' && mode === 'enforce' && judge(policy, facts, until).verdict === 'allow'
    ? [words.letInFrom({ date: formatDate(until) })]
    : [words.until({ relative: relativeTime(until), moment: formatMoment(until) })]
}

function formatDecision(verdict: VerdictWord, reasons: readonly Reason[], tone: Tone, { policyTest }: Texts): string {
  if (reasons.some(({ code }) => code === 'banned_here')) return policyTest.bannedHere
  const isException = reasons.some(({ code }) => code === 'exception')
  if (isException && verdict !== 'unknown') return policyTest.exception[verdict]
  return verdict === 'allow' && tone === 'banned' ? policyTest.allowsBanned : policyTest.rules[verdict]
}

const serverSentence = ({ verdict, mode }: Pick<Verdict, 'verdict' | 'mode'>, { policyTest }: Texts): string =>
  mode === 'observe' ? policyTest.inObserve : policyTest.inEnforce[verdict]
