import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeDraft, type PolicyDraft, draftView, savedView } from '../../src/policy/discord/policy-draft-view.ts'
import { eachLanguage } from '../support/texts.ts'
import {
  exceptionAddedView,
  exceptionRemovedView,
  exceptionsView,
} from '../../src/policy/discord/policy-exceptions-view.ts'
import { enforceQuestionView, modeView } from '../../src/policy/discord/mode.ts'
import type { NamedPreview } from '../../src/policy/discord/policy-preview.ts'
import type { StoredException } from '../../src/policy/exceptions.ts'
import { revokedView, revokeQuestionView, tokenCreatedView, tokensView } from '../../src/policy/discord/token.ts'
import { policyVerdictView } from '../../src/policy/discord/test.ts'
import { policyView } from '../../src/policy/discord/show.ts'
import {
  appealSchema,
  DENYING_RULE_NAMES,
  HIDDEN_MEANINGS,
  POLICY_MODES,
  type PolicyTerms,
  REFUSAL_NOTICES,
} from '../../src/model/policy.ts'
import type { NoticeStatus, PolicyStatus } from '../../src/policy/policy-status.ts'
import { judge, type Reason } from '../../src/policy/judge.ts'
import { factsOf, PLAYER, UNAVAILABLE } from '../support/policies.ts'
import { textOf } from '../support/view-content.ts'
import {
  authors,
  checkViews,
  counts,
  names,
  orNull,
  PUBLISHED,
  reasons,
  seconds,
  shownAccounts,
  snowflakes,
  steamIds,
  tokenNames,
  UNDO,
} from '../support/view-limits.ts'
import { policyArbitrary } from '../../bench/policies/arbitraries.ts'

const appeals = fc
  .oneof(names, fc.constantFrom('*'.repeat(60), ':'.repeat(60), '\u3164'.repeat(60)))
  .filter((text) => appealSchema.safeParse(text).success)

const terms: fc.Arbitrary<PolicyTerms> = fc
  .tuple(policyArbitrary, appeals)
  .map(([{ mode, rules, actions }, appeal]) => ({ mode, rules, onUnknown: {}, actions, appeal }))
const drafts: fc.Arbitrary<PolicyDraft> = fc
  .tuple(fc.nat({ max: 999_999_999 }), terms, fc.constantFrom(...HIDDEN_MEANINGS))
  .map(([fromVersion, given, meaning]) =>
    changeDraft({ fromVersion, terms: given }, { onUnknown: { minAccountAgeDays: meaning, minRustHours: meaning } }),
  )
const judged: fc.Arbitrary<Reason[]> = fc.array(
  fc.record({
    code: fc.constantFrom(...DENYING_RULE_NAMES),
    value: counts,
    limit: counts,
    lastBanDays: counts,
  }),
  { maxLength: 10 },
)
const group = fc.record({
  before: fc.record({ deny: counts, allow: counts, unknown: counts, reported: counts }),
  after: fc.record({ deny: counts, allow: counts, unknown: counts, reported: counts }),
  newlyRefused: fc.array(fc.record({ steamId: steamIds, reasons: judged }), { maxLength: 5 }),
})
const previews: fc.Arbitrary<NamedPreview> = fc
  .record({ joins: group, areJoinsAtLeast: fc.boolean(), watchList: group, name: names })
  .map(({ name, ...preview }) => {
    const shown = [...preview.joins.newlyRefused, ...preview.watchList.newlyRefused]
    return { ...preview, names: new Map(shown.map(({ steamId }) => [steamId, name])) }
  })
const exceptions: fc.Arbitrary<StoredException> = fc.record({
  guildId: snowflakes,
  steamId: steamIds,
  reason: reasons,
  until: orNull(seconds),
  addedBy: authors,
  addedAt: seconds,
})
const tokens: fc.Arbitrary<PolicyStatus['tokens']> = fc.uniqueArray(tokenNames, { maxLength: 10 }).chain((chosen) =>
  fc
    .array(fc.record({ createdAt: seconds, createdBy: snowflakes, lastAskedAt: orNull(seconds) }), {
      minLength: 30,
      maxLength: 30,
    })
    .map((details) =>
      chosen.flatMap((name, index) => {
        const [current, old, older] = details.slice(index * 3, index * 3 + 3)
        if (!current || !old || !older) return []
        const replaced = { at: 1_700_000_000, endsAt: 1_700_086_400 }
        return [
          { ...older, name, replaced },
          { ...old, name, replaced },
          { ...current, name, replaced: null },
        ]
      }),
    ),
)
const statuses: fc.Arbitrary<PolicyStatus> = fc
  .record({ terms, tokens, detail: reasons, by: orNull(authors), at: seconds, version: counts, today: counts })
  .map(({ terms: given, tokens: known, detail, by, at, version, today }) => ({
    policy: {
      guildId: '1',
      name: 'main',
      version,
      terms: given,
      notify: 'each',
      reportsBans: false,
      updatedAt: at,
      updatedBy: '1',
    },
    lastChange: { guildId: '1', at, userId: by, action: 'exception_added', steamId: PLAYER, detail },
    exceptions: version,
    today: { allowed: today, refused: version, wouldRefuse: today, unknown: today },
    isTodayAtLeast: true,
    tokens: known,
  }))
const noticeStatuses: fc.Arbitrary<NoticeStatus> = fc.record({
  channelId: orNull(snowflakes),
  block: orNull(fc.constantFrom('channel_gone' as const, 'forbidden' as const)),
  waiting: counts,
})
describe.each(eachLanguage)('the views of policies in %s', (_, texts) => {
  test('any draft fits, with and without a preview', () => {
    checkViews(fc.tuple(drafts, orNull(previews)), ([draft, preview]) =>
      draftView('x'.repeat(16), draft, preview, texts),
    )
    checkViews(
      fc.record({ version: counts, isChanged: fc.boolean(), mode: fc.constantFrom(...POLICY_MODES), tokens }),
      (saved) => savedView(saved, texts),
    )
  })

  test('any policy and any mode fit', () => {
    checkViews(fc.record({ status: statuses, notices: noticeStatuses, changedName: orNull(names) }), (shown) =>
      policyView({ ...shown, published: PUBLISHED }, texts),
    )
    checkViews(fc.tuple(terms, counts, tokens, previews), ([given, version, known, preview]) =>
      enforceQuestionView({ terms: given, version, tokens: known, preview }, texts),
    )
    checkViews(
      fc.tuple(fc.constantFrom(...POLICY_MODES), fc.constantFrom(...REFUSAL_NOTICES), fc.boolean()),
      ([mode, notify, isChanged]) => modeView({ mode, notify, reportsBans: isChanged }, isChanged, texts),
    )
  })

  test('any exceptions fit, on any page', () => {
    const lists = fc.uniqueArray(exceptions, { selector: ({ steamId }) => steamId, maxLength: 25 })
    checkViews(fc.tuple(lists, names, fc.nat({ max: 3 })), ([list, name, page]) => {
      const known = new Map(list.slice(1).map(({ steamId }) => [steamId, { name }]))
      return exceptionsView(list, known, page, texts)
    })
    checkViews(fc.tuple(exceptions, exceptions, shownAccounts), ([exception, replaced, account]) =>
      exceptionAddedView({ exception, replaced, undo: UNDO }, account, texts),
    )
    checkViews(fc.tuple(exceptions, shownAccounts), ([exception, account]) =>
      exceptionRemovedView({ exception, undo: UNDO }, account, texts),
    )
  })

  test('any tokens fit', () => {
    checkViews(tokens, (list) => tokensView(list, texts))
    const token = `rsp_${'x'.repeat(43)}`
    const urls = fc.option(fc.constant(`https://${'a'.repeat(60)}.example/${'b'.repeat(500)}`), { nil: undefined })
    checkViews(fc.tuple(tokenNames, fc.boolean(), urls, fc.boolean()), ([name, isReplacement, publicUrl, hasRules]) =>
      tokenCreatedView({ token, name, isReplacement }, { publicUrl, hasRules }, texts),
    )
    checkViews(fc.tuple(tokenNames, fc.boolean()), ([name, isReplacedOnly]) =>
      revokeQuestionView({ name, isReplacedOnly }, texts),
    )
    checkViews(fc.tuple(tokenNames, fc.boolean()), ([name, isReplacedOnly]) =>
      revokedView({ name, isReplacedOnly }, texts),
    )
  })

  test('any verdict fits, and an account whose bans are unknown never looks clean', () => {
    checkViews(fc.tuple(terms, shownAccounts, seconds), ([given, account, now]) => {
      const policy = { ...given, name: 'main', version: 1, language: 'de' as const, exceptions: new Map() }
      const facts = { ...factsOf(), bans: UNAVAILABLE }
      const { verdict } = judge(policy, facts, now)
      const rest = { reasons: [], unknown: [], until: null, mode: given.mode, checkedAt: now, stale: true }
      const view = policyVerdictView(
        {
          verdict: { ...rest, steamId: PLAYER, verdict, policy: { name: 'main', version: 1 } },
          facts,
          gameReason: verdict === 'deny' ? 'W'.repeat(120) : '',
        },
        policy,
        account,
        now,
        texts,
      )
      expect(textOf(view)).not.toContain('✅')
      return view
    })
  })
})
