import { describe, expect, test } from 'vitest'
import { commands } from '../../commands/index.ts'
import { checkModal } from '../../packages/sim-discord/src/index.ts'
import { createCommandContext } from '../../src/app/bot/discord.ts'
import { createBotApi } from '../../src/discord/bot-api.ts'
import { parseCustomId, toCustomId } from '../../src/discord/custom-id.ts'
import { createPending, ownPending } from '../../src/discord/pending.ts'
import { toModal } from '../../src/discord/form.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { BAN_TEXTS } from '../../src/model/ban.ts'
import { NEW_POLICY_TERMS, NUMBER_RULES } from '../../src/model/policy.ts'
import { MAX_PRESETS } from '../../src/model/preset.ts'
import { DRAFT } from '../../src/policy/discord/policy-draft-view.ts'
import { fakeWatchContext, noDatabase } from '../support/fake-watch-context.ts'
import { LONGEST_STORED } from '../support/own-bans.ts'
import { eachLanguage } from '../support/texts.ts'
import { ALICE } from '../support/watch-tests.ts'

const draft = { fromVersion: 1, terms: { ...NEW_POLICY_TERMS, appeal: 'discord.gg/x' } }
/** What a user can choose in the menus. */
const CHOSEN = { span: '30d', scopes: 'bans:read' }

/** A button or a menu that opens each form, and the chosen values of the menu; `DRAFT` is the id of a draft. */
const OPENINGS: readonly [customId: string, values?: string[]][] = [
  [toCustomId('watch', ALICE)],
  [toCustomId('watchthese', 'all', 'x'.repeat(16), 15_000)],
  [toCustomId('watchimport')],
  ...NUMBER_RULES.map((rule): [string, string[]] => [toCustomId('policynumbers', 'DRAFT'), [rule]]),
  [toCustomId('policyappeal', 'DRAFT')],
  [toCustomId('policyexcept')],
  [toCustomId('policyexempt', ALICE)],
  [toCustomId('ban', ALICE)],
  [toCustomId('banedit', ALICE)],
  [toCustomId('watchedit', ALICE)],
  [toCustomId('banimportform')],
  [toCustomId('reasons')],
  [toCustomId('toolcreate')],
]

const watch = { reason: 'x'.repeat(200), until: 1_900_000_000 }
/** As many and as long as they may be. */
const presets = Array.from({ length: MAX_PRESETS }, (_, index) => ({
  reason: `${index} `.padEnd(BAN_TEXTS.reason.maxCharacters, 'x'),
  end: '87600h',
}))
const WITHOUT_PRESETS = '3'
/** A database with a ban and an entry of any account, and usual reasons. */
const stored: typeof noDatabase = {
  ...noDatabase,
  read: (work) =>
    work({
      bans: { activeOf: async () => [LONGEST_STORED] },
      watches: { get: async () => watch },
      guilds: { presets: async (guildId: string) => (guildId === WITHOUT_PRESETS ? [] : presets) },
    } as never),
}

const nameOf = (customId: string) => parseCustomId(customId)?.action ?? ''

test('each form is opened here', () => {
  expect(new Set(OPENINGS.map(([customId]) => nameOf(customId)))).toEqual(
    new Set(commands.forms.map(({ name }) => name)),
  )
})

describe.each(eachLanguage)('in %s', (_, texts) => {
  const api = createBotApi({ token: 'x', apiUrl: 'http://127.0.0.1:1/api', clock: systemClock })
  const bans = { find: () => LONGEST_STORED, reload: async () => {} }
  const context = createCommandContext({ ...fakeWatchContext(stored), bans }, api)
  const clock = systemClock
  const pending = ownPending(createPending({ database: noDatabase, clock }), { guildId: '1', userId: '2' })

  test.each([
    ...OPENINGS.map(([customId, values = []]) => [customId, values, '1'] as const),
    [toCustomId('ban', ALICE), [], WITHOUT_PRESETS] as const,
  ])('Discord accepts the form of %s %j in the server %s', async (customId, values, guildId) => {
    const { action, args } =
      parseCustomId(customId.replace('DRAFT', await pending.save(DRAFT, draft))) ?? expect.fail('no custom id')
    const form = commands.forms.find(({ name }) => name === action) ?? expect.fail('no form')
    const opened = await form.open(args, texts, { context, guildId, pending, values: [...values], typed: CHOSEN })
    const longest = opened.fields.map((field) => [field.name, field.kind === 'text' ? 'x'.repeat(field.maxLength) : ''])
    const typed = { ...Object.fromEntries(longest.filter(([, text]) => text !== '')), ...CHOSEN }
    const json: unknown = JSON.parse(JSON.stringify(toModal(customId, opened, typed)))
    expect(checkModal(json)).toEqual([])
  })
})
