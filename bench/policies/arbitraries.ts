import fc from 'fast-check'
import { LANGUAGES } from '../../src/model/language.ts'
import {
  appealSchema,
  DENYING_RULE_NAMES,
  POLICY_MODES,
  RULE_ACTIONS,
  type Policy,
  type RuleActions,
  type Rules,
} from '../../src/model/policy.ts'
import type { Bans } from '../../src/model/account.ts'
import type { Fact, Facts, HoursFacts, ProfileFacts } from '../../src/model/facts.ts'

const DAY = 86_400
/** When random accounts are judged, Unix seconds. */
export const NOW = 1_800_000_000
const PLAYER = '76561197960287930'
const OTHER = '76561197960287931'

/** Days within two months mostly, so that values meet their limits. */
const days = (min: number) =>
  fc.oneof({ weight: 9, arbitrary: fc.integer({ min, max: 60 }) }, fc.integer({ min, max: 36_500 }))
const count = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 3 }) }, fc.nat({ max: 100_000 }))
/** Hours in tenths, as Steam's minutes are shown. */
const hours = fc.oneof(fc.nat({ max: 30 }), fc.nat({ max: 1_000_000 })).map((tenths) => tenths / 10)
/** A time some whole days ago, or a few seconds before or after that. */
const momentAgo = fc
  .tuple(days(0), fc.constantFrom(0, 0, -1, 1, 3_600, -40_000))
  .map(([ago, seconds]) => NOW - ago * DAY + seconds)

const hiddenMeaning = fc.constantFrom('unknown' as const, 'deny' as const, 'allow' as const)

const rulesArbitrary: fc.Arbitrary<Rules> = fc.record(
  {
    maxVacBans: count,
    maxGameBans: count,
    banForgottenAfterDays: days(1),
    denyCommunityBan: fc.boolean(),
    denyTradeBan: fc.boolean(),
    denyTradeProbation: fc.boolean(),
    minAccountAgeDays: days(1),
    minRustHours: hours.map((least) => least + 0.1),
    denyPrivateProfile: fc.boolean(),
    denyHiddenHours: fc.boolean(),
    denyUnconfigured: fc.boolean(),
  } satisfies Record<keyof Rules, fc.Arbitrary<unknown>>,
  { requiredKeys: [] },
)

/** Most rules refuse; those without an action do so, too. */
const actionArbitrary = fc.constantFrom(...RULE_ACTIONS)
const actionsArbitrary: fc.Arbitrary<RuleActions> = fc
  .subarray([...DENYING_RULE_NAMES])
  .chain((rules) => fc.record(Object.fromEntries(rules.map((rule) => [rule, actionArbitrary]))))

const exceptionArbitrary = fc.record({
  steamId: fc.constantFrom(PLAYER, OTHER),
  decision: fc.constantFrom('allow' as const, 'deny' as const),
  reason: fc.constant('Note of moderator 290000000000000001'),
  until: fc.option(fc.integer({ min: NOW - 2, max: NOW + 90 * DAY })),
})

const appealArbitrary = fc
  .oneof(fc.constant(''), fc.constant('discord.gg/x'), fc.string({ unit: 'grapheme', maxLength: 60 }), fc.webUrl())
  .filter((appeal) => appealSchema.safeParse(appeal).success)
  .map((appeal) => appealSchema.parse(appeal))

/** A policy; one in five has an exception, for the account or for another one. */
export const policyArbitrary: fc.Arbitrary<Policy> = fc.record({
  name: fc.constant('main'),
  version: fc.constant(1),
  language: fc.constantFrom(...LANGUAGES),
  mode: fc.constantFrom(...POLICY_MODES),
  rules: rulesArbitrary,
  onUnknown: fc.record({ minAccountAgeDays: hiddenMeaning, minRustHours: hiddenMeaning }, { requiredKeys: [] }),
  actions: actionsArbitrary,
  appeal: appealArbitrary,
  exceptions: fc
    .option(exceptionArbitrary, { freq: 5 })
    .map((exception) => new Map(exception === null ? [] : [[exception.steamId, exception]])),
})

const bansArbitrary: fc.Arbitrary<Bans> = fc
  .record({
    NumberOfVACBans: count,
    NumberOfGameBans: count,
    DaysSinceLastBan: days(0),
    CommunityBanned: fc.boolean(),
    EconomyBan: fc.constantFrom('none', 'none', 'none', 'probation', 'banned', 'locked'),
  })
  .map((bans) => {
    const hasBan = bans.NumberOfVACBans > 0 || bans.NumberOfGameBans > 0
    return { ...bans, VACBanned: bans.NumberOfVACBans > 0, DaysSinceLastBan: hasBan ? bans.DaysSinceLastBan : 0 }
  })

const profileArbitrary: fc.Arbitrary<ProfileFacts> = fc.record({
  isPrivate: fc.constantFrom(false, false, true, null),
  isConfigured: fc.constantFrom(true, true, false, null),
  createdAt: fc.option(momentAgo, { freq: 3 }),
})

const hoursArbitrary: fc.Arbitrary<HoursFacts> = fc.oneof(
  { weight: 3, arbitrary: hours.map((played) => ({ kind: 'hours' as const, hours: played })) },
  fc.constant({ kind: 'hidden' as const }),
  fc.constant({ kind: 'not_owned' as const }),
)

/** A part that is known, was not answered, or was not asked for. */
const factOf = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Fact<T>> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('known' as const),
        value,
        fetchedAt: fc.oneof(fc.constant(NOW), momentAgo),
        isStale: fc.boolean(),
      }),
    },
    fc.constant({ kind: 'unavailable' as const }),
    fc.constant({ kind: 'unasked' as const }),
  )

/** What is known of the account of the policies above. */
export const factsArbitrary: fc.Arbitrary<Facts> = fc.record({
  steamId: fc.constant(PLAYER),
  bans: factOf(bansArbitrary),
  profile: factOf(profileArbitrary),
  rustHours: factOf(hoursArbitrary),
})
