import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BAN_STATUSES, CHANGE_KINDS, type BanChange } from '../../src/model/ban-record.ts'
import { BAN_ACTIONS } from '../../src/model/ban.ts'
import { DENYING_RULE_NAMES, POLICY_ACTIONS, POLICY_MODES } from '../../src/model/policy.ts'
import { isTold, type LogLine, toToldDetail } from '../../src/model/log-line.ts'
import { toTermsDetail } from '../../src/model/terms-detail.ts'
import { TOOL_ACTIONS } from '../../src/model/tool-token.ts'
import { VERDICTS } from '../../src/model/verdict.ts'
import { WATCH_ACTIONS } from '../../src/model/watch.ts'
import { logMessages } from '../../src/app/bot/discord.ts'
import type { MessageKind } from '../../src/outbox/discord/message-kind.ts'
import type { ShownEntry } from '../../src/outbox/kind.ts'
import { refusalMessages } from '../../src/policy/discord/refusal-messages.ts'
import type { ShownRefusal } from '../../src/policy/refusals.ts'
import type { Alert } from '../../src/watch/alerts.ts'
import { alertMessages } from '../../src/watch/discord/alert-messages.ts'
import { joinMessages } from '../../src/watch/discord/join-messages.ts'
import type { WatchedJoin } from '../../src/watch/joins.ts'
import type { Texts } from '../../src/app/bot/texts.ts'
import { CLEAN_RECORD } from '../support/fake-context.ts'
import { numRuns } from '../support/num-runs.ts'
import { eachLanguage } from '../support/texts.ts'
import { textOf } from '../support/view-content.ts'
import { authors, counts, expectPostable, names, reasons } from '../support/view-limits.ts'
import { nth } from '../support/watch-tests.ts'

const ROLE = '1234567890123456789'
const LONGEST_NAME = '*'.repeat(31) + '\u05e9'
const LONGEST_REASON = '*'.repeat(199) + '\u05e9'
/** As long as the longest reason of a rule, in characters that are the same in each language. */
const LONGEST_RULE = '(9,999,999,999; 36.500: 9.999.999) '.repeat(3).trim()
const at = Date.UTC(2026, 4, 4, 15) / 1000

const steamIds = fc.nat({ max: 99 }).map(nth)
const moments = fc.nat({ max: 2 ** 31 })

const values = { vac: counts, game: counts, lastBan: counts, community: fc.boolean(), trade: names }
const changes = fc.constantFrom(...CHANGE_KINDS).chain((kind) =>
  fc.record<BanChange>({
    kind: fc.constant(kind),
    from: values[kind],
    to: values[kind],
    isLifted: fc.boolean(),
    when: fc.tuple(moments, moments).map(([a, b]) => ({ after: Math.min(a, b), before: Math.max(a, b) + 1 })),
  }),
)
const entry = { steamId: steamIds, createdAt: moments, addedBy: authors, addedAt: moments, reason: reasons }
const alerts = fc.record<Alert>({ ...entry, changes: fc.array(changes, { minLength: 1, maxLength: 5 }) })
const joins = fc.record<WatchedJoin>({
  why: fc.array(reasons, { maxLength: 12 }),
  ...entry,
  tokenName: reasons,
  verdict: fc.constantFrom(...VERDICTS),
  mode: fc.constantFrom(...POLICY_MODES),
  bans: fc.record({
    status: fc.constantFrom(...BAN_STATUSES),
    record: fc.constantFrom(null, { ...CLEAN_RECORD, NumberOfVACBans: 1 }, { EconomyBan: LONGEST_NAME }),
    lastBan: fc.constantFrom(null, { after: at - 3_600, before: at }),
    checkedAt: fc.constantFrom(null, at),
    hasNoRecord: fc.boolean(),
  }),
})
const refusals = fc.record<ShownRefusal>({
  steamId: steamIds,
  firstAt: moments,
  lastAt: moments,
  count: fc.integer({ min: 1 }),
  mode: fc.constantFrom('enforce', 'observe', 'notify'),
  version: fc.integer({ min: 1 }),
  // More reasons than there are rules.
  reasons: fc.array(
    fc.record({ code: fc.constantFrom(...DENYING_RULE_NAMES), text: fc.constantFrom(LONGEST_RULE, '9') }),
    {
      minLength: 1,
      maxLength: 12,
    },
  ),
  servers: fc.array(names, { maxLength: 10 }),
})
const ALL_ACTIONS = [...BAN_ACTIONS, ...WATCH_ACTIONS, ...POLICY_ACTIONS, ...TOOL_ACTIONS]
const TOLD_ACTIONS = ALL_ACTIONS.filter((action) => isTold(action, { alertChannelId: '1', logChannelId: '2' }))
const termsDetails = fc
  .tuple(reasons, reasons, names, moments)
  .map(([reason, before, name, until]) => toTermsDetail({ reason, until, name }, { reason: before, until: null }))
const detailsOf = (action: string) => {
  if (action.startsWith('bans_') || action === 'ban_import_undone') return fc.constant('12 1000')
  if (action.startsWith('policy_')) return fc.constant('3')
  return action.includes('token') ? fc.constant(`, ${LONGEST_NAME}`) : termsDetails
}
const logLines = fc.constantFrom(...TOLD_ACTIONS).chain((action) =>
  fc.record<LogLine>({
    steamId: fc.option(steamIds),
    action: fc.constant(action),
    userId: authors,
    detail: detailsOf(action).map((detail) => toToldDetail(action, detail)),
    count: fc.integer({ min: 1 }),
    undo: fc.constant(null),
    isFirst: fc.boolean(),
  }),
)

describe.each(eachLanguage)('the messages that the bot posts by itself, in %s', (_, texts) => {
  const checkKind = <Shown extends ShownEntry>(
    name: string,
    { single, digest }: Pick<MessageKind<Shown, Texts>, 'single' | 'digest'>,
    entries: fc.Arbitrary<Shown>,
    roles: (string | null)[] = [null, ROLE],
  ) =>
    test(`about ${name} are within the limits of Discord`, () => {
      const lists = fc.array(entries, { minLength: 1, maxLength: 40, size: 'max' })
      const property = fc.property(
        lists,
        fc.option(names),
        fc.constantFrom(...roles),
        fc.constantFrom('', 'https://example.com/a.jpg'),
        (listed, known, roleId, avatar) => {
          const [first] = listed
          if (first) expectPostable(single(first, { name: known, avatar }, { roleId }, texts), roleId)
          const named = known === null ? [] : listed.slice(1).map(({ steamId }) => [steamId ?? '', known] as const)
          expectPostable(digest(listed, new Map(named), { roleId }, texts), roleId)
        },
      )
      fc.assert(property, { numRuns: numRuns(40) })
    })

  checkKind('alerts', alertMessages, alerts)
  checkKind('joins', joinMessages, joins)
  checkKind('refusals', refusalMessages, refusals)
  checkKind('changes', logMessages, logLines, [null])

  test('name twenty of a thousand accounts, even with the longest names and all kinds of changes', () => {
    const when = { after: at - 3_600, before: at }
    const change = (kind: BanChange['kind'], from: BanChange['from'], to: BanChange['to']) =>
      ({ kind, from, to, isLifted: false, when }) satisfies BanChange
    const all = [
      change('vac', 8, 9_999),
      change('game', 8, 9_999),
      change('community', false, true),
      change('trade', 'none', LONGEST_NAME),
      change('lastBan', 4_000, 0),
    ]
    const author = { createdAt: at, addedBy: '200000000000000001', addedAt: at, reason: LONGEST_REASON }
    const members = Array.from({ length: 1_000 }, (__, index) => ({ steamId: nth(index), changes: all, ...author }))
    const known = new Map(members.map(({ steamId }) => [steamId, LONGEST_NAME]))
    const view = alertMessages.digest(members, known, { roleId: ROLE }, texts)
    expectPostable(view, ROLE)
    for (const { steamId } of members.slice(0, 20)) expect(textOf(view)).toContain(`\`${steamId}\``)
    // Far below the limit of 10 MiB.
    expect(view.files?.[0]?.data.length).toBeLessThan(4 * 1024 * 1024)
  })
})
