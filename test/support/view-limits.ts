import { MAX_TOKEN_NAME_CHARACTERS } from '../../src/model/token-name.ts'
import { toolAuthor } from '../../src/model/tool-token.ts'
import fc from 'fast-check'
import type { FoundBy, SteamId } from '../../src/model/steam-id.ts'
import { expect, inject } from 'vitest'
import { checkMessage, COMPONENT, walkComponents } from '../../packages/sim-discord/src/index.ts'
import { HOSTILE_NAMES } from '../../packages/sim-steam/src/names.ts'
import { toPosted } from '../../src/discord/post.ts'
import { expectReadable } from './readable.ts'
import { eachLanguage, en } from './texts.ts'
import { toMessageRequest } from '../../src/outbox/discord/message-request.ts'
import { toMessage, type View } from '../../src/discord/view.ts'
import type { Texts } from '../../src/discord/texts/texts.ts'
import { numRuns } from './num-runs.ts'
import { unmarkedTexts } from './unmarked.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether English is the pseudo-locale. */
    isPseudoLocale: boolean
  }
}

/** Fails if Discord would reject a view, by the rules of the simulated Discord. In the pseudo-locale, fails if it has text that is written in code, too. */
export function expectAcceptable(view: View): void {
  const { flags, components, allowedMentions } = toMessage(view)
  expectAccepted(view, { flags, components, allowed_mentions: allowedMentions }, [])
}

/** Fails if Discord would reject a message that the bot posts by itself, or if it would notify anyone but the members of its role. */
export function expectPostable(view: View, roleId: string | null): void {
  const { nonce: _, enforce_nonce: __, ...body } = toMessageRequest({ nonce: '', roleId }, view).body
  expectAccepted(view, body, roleId === null ? [] : [`&${roleId}`])
}

function expectAccepted(view: View, body: object, notified: string[]): void {
  const json: unknown = JSON.parse(JSON.stringify(body))
  const composed = checkMessage(json, new Map(view.files?.map((file, index) => [index, file])))
  expect(composed.remarks).toEqual([])
  expect(composed.notifies).toEqual(notified)
  expectReadable(json)
  if (inject('isPseudoLocale')) expect(unmarkedTexts(view)).toEqual([])

  const all = [...walkComponents(composed.body.components)].map(({ component }) => component)
  const described = all.flatMap((component) => {
    if (component.type === COMPONENT.thumbnail) return [component.description]
    return component.type === COMPONENT.gallery ? component.items.map(({ description }) => description) : []
  })
  for (const description of described) {
    expect(description?.trim()).not.toBe('')
    expect(description?.length).toBeLessThanOrEqual(256)
  }
}

const lengthOf = ({ common }: Texts) => common.postedBy({ who: '', when: '' }).length
/** The language with the longest first line of a posted message. */
const LONGEST = eachLanguage.map(([, texts]) => texts).reduce((a, b) => (lengthOf(a) >= lengthOf(b) ? a : b))

/** Fails if Discord would reject a view as an answer or as a posted message. */
export function expectSendable(view: View): void {
  expectAcceptable(view)
  // English has longer rows of buttons.
  for (const texts of [en, LONGEST])
    expectAcceptable(toPosted(view, { userId: '999999999999999999', now: 4_000_000_000_000 }, texts))
}

/** Fails if Discord would reject one of the views of random values; `expectFits` says in which uses. */
export function checkViews<T>(
  values: fc.Arbitrary<T>,
  toView: (value: T) => View,
  { expectFits = expectAcceptable, runs = 20, examples = [] as T[] } = {},
): void {
  const property = fc.property(values, (value) => expectFits(toView(value)))
  fc.assert(property, { numRuns: numRuns(runs), examples: examples.map((example): [T] => [example]) })
}

/** The longest links. */
export const PUBLISHED = {
  privacyUrl: `https://example.org/${'p'.repeat(480)}`,
  termsUrl: `https://example.org/${'t'.repeat(480)}`,
}

export const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
export const snowflakes = fc.bigInt({ min: 10n ** 17n, max: 10n ** 20n - 1n }).map(String)
/** SteamID64s of individual accounts. */
export const steamIds = fc
  .integer({ min: 1, max: 0xffff_ffff })
  .map((account) => String(76_561_197_960_265_728n + BigInt(account)))
/** Names and other texts of users, with all that could break a message. In the pseudo-locale, they have no English letters. */
export const names = inject('isPseudoLocale')
  ? fc.constantFrom('', 'Дмитрий', '*'.repeat(32), 'W'.repeat(500))
  : fc.oneof(
      fc.constantFrom(
        ...Object.values(HOSTILE_NAMES),
        '',
        '   ',
        '*'.repeat(32),
        '\\'.repeat(32),
        '`'.repeat(32),
        ']('.repeat(16),
        '<@1>'.repeat(8),
        '_'.repeat(31) + '\u05e9',
        '👨‍👩‍👧‍👦'.repeat(32),
        '\u{1f1e9}'.repeat(32),
        'W'.repeat(500),
      ),
      fc.string({ unit: 'binary', maxLength: 64 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
    )

/** Any text of a user up to a length. */
export const anyTexts = (maxLength: number) =>
  (inject('isPseudoLocale') ? names : fc.oneof(names, fc.string({ maxLength }))).map((text) =>
    Array.from(text).slice(0, maxLength).join(''),
  )

/** Who made a change: users of Discord, and the tokens of tools. */
export const authors = fc.oneof(
  snowflakes,
  names.map((name) => toolAuthor(Array.from(name).slice(0, MAX_TOKEN_NAME_CHARACTERS).join(''))),
)

export const seconds = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 })
/** Numbers of bans, accounts and versions. */
export const counts = fc.oneof(fc.nat({ max: 3 }), fc.nat({ max: 100_000 }), fc.constant(Number.MAX_SAFE_INTEGER))
/** Why a moderator did something, with up to 200 characters. */
export const reasons = fc.oneof(
  names.filter((name) => name.trim() !== ''),
  fc.constantFrom(
    '*'.repeat(200),
    'W'.repeat(200),
    `${'_'.repeat(199)}\u05e9`,
    '<@&123456789012345678>',
    '👨‍👩‍👧‍👦'.repeat(28),
  ),
)
/** Names of tokens. */
export const tokenNames = fc
  .oneof(names, fc.constantFrom('*'.repeat(32), '👨'.repeat(32), ':'.repeat(32), '\u3164'))
  .map((name) => name.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '').trim())
  .map((name) => Array.from(name).slice(0, MAX_TOKEN_NAME_CHARACTERS).join('') || 'x')
/** An account that a view is about. */
export interface ShownAccount {
  steamId: SteamId
  name: string | null
  isPrivate: boolean | null
  foundBy: FoundBy | null
}
/** Accounts, some of which were found by the custom URL that takes the most room as literal Markdown. */
export const shownAccounts: fc.Arbitrary<ShownAccount> = fc.record({
  steamId: steamIds,
  name: orNull(names),
  isPrivate: orNull(fc.boolean()),
  foundBy: fc.constantFrom({ customUrl: '_'.repeat(32) }, { friendCode: '4294967295' }, null),
})

/** What an Undo button carries. */
export const UNDO = `both:${'x'.repeat(16)}` as const
