import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Policy } from '../../../src/model/policy.ts'
import type { Steam } from '../../../src/steam/steam.ts'
import { steamIsDown } from '../../support/failure.ts'
import { answerTo, postedIn } from '../../support/command-tests.ts'
import { cached, CLEAN, friendListOf, hoursOf, NOW, summaryOf } from '../../support/fake-context.ts'
import { policyOf } from '../../support/policies.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB, CAROL } from '../../support/watch-tests.ts'

// The time at which the answers of Steam were fetched.
beforeEach(() => void vi.setSystemTime(NOW * 1_000))
afterEach(() => void vi.useRealTimers())

/** A bot whose server has a policy; ALICE has a VAC ban of 120 days, BOB hides his hours, and CAROL has 12. */
function botWithPolicy(rules: Policy['rules'], more: Partial<Policy> = {}) {
  const policy = policyOf(rules, more)
  const steam: Partial<Steam> = {
    getBans: async (steamId) =>
      cached(steamId === ALICE ? { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 120 } : CLEAN),
    getRustHours: async (steamId) => cached(steamId === BOB ? null : hoursOf(steamId === CAROL ? 12 : 400)),
    getFriends: async () => cached(friendListOf([ALICE, BOB, CAROL])),
  }
  return watchBot(steam, { policies: { ofGuild: () => policy, reload: async () => {} } })
}

test('a look-up says what the policy of the server would do, and why', async () => {
  const bot = await botWithPolicy({ maxVacBans: 0, banForgottenAfterDays: 365, minRustHours: 50 })
  const line = async (account: string) => {
    const text = await answerTo(bot.moderator().type(`/lookup ${account}`))
    return text.split('\n').find((each) => /[Rr]ules/.test(each))
  }
  expect(await line(ALICE)).toBe(
    '┃ 🛡️ Rules refuse: 1 VAC ban, last ban 120 days ago (limit: 0; forgotten after 365 days)',
  )
  expect(await line(CAROL)).toBe('┃ 🛡️ Rules refuse: 12 hours in Rust (at least 50 hours)')
  expect(await line(BOB)).toBe('┃ ❔ Rules cannot decide · hours in Rust are hidden, or Rust is not owned')
  // That the rules let an account without bans in is normal.
  expect(await line('76561197960287999')).toBeUndefined()
})

test('a look-up says once that Steam did not answer what the rules need', async () => {
  const bot = await botWithPolicy({ maxVacBans: 1, minRustHours: 50 })
  bot.context.steam.getRustHours = () => Promise.reject(steamIsDown())
  for (const account of [ALICE, CAROL]) {
    const text = await answerTo(bot.moderator().type(`/lookup ${account}`))
    expect(text).toContain('\n┃ ❔ Rules cannot decide\n')
    expect(text.match(/could not be checked: Rust hours/g)).toHaveLength(1)
    expect(text).not.toContain('no answer')
  }
})

test('a look-up of a banned account that no rule refuses says so', async () => {
  const bot = await botWithPolicy({ maxVacBans: 1 })
  expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).toContain('┃ 🚪 Rules let it in\n')
  expect(await answerTo(bot.moderator().type(`/lookup ${CAROL}`))).not.toMatch(/[Rr]ules?\b/)
})

test.each([
  [
    'a look-up',
    `/lookup ${ALICE}`,
    '🛡️ Rules only count, but would refuse: 1 VAC ban, last ban 120 days ago (limit: 0)',
  ],
  ['a batch', `/batch ${ALICE}`, '🛡️ Rules only count, but would refuse at least 1'],
])('%s says that a policy which only observes refuses nobody now', async (_, command, line) => {
  const observing = await botWithPolicy({ maxVacBans: 0 }, { mode: 'observe' })
  expect(await answerTo(observing.moderator().type(command))).toContain(`┃ ${line}\n`)
  const enforcing = await botWithPolicy({ maxVacBans: 0 })
  expect(await answerTo(enforcing.moderator().type(command))).not.toContain('only count')
})

test('a look-up says what a rule that notifies would report, also if no rule refuses', async () => {
  const notify = { minRustHours: 'notify' } as const
  const both = await botWithPolicy({ maxVacBans: 0, minRustHours: 50 }, { actions: notify })
  expect(await answerTo(both.moderator().type(`/lookup ${CAROL}`))).toContain(
    '┃ 🔔 For your information, when it joins: 12 hours in Rust (at least 50 hours)\n',
  )
  const alone = await botWithPolicy({ minRustHours: 50 }, { actions: notify })
  expect(await answerTo(alone.moderator({ locale: 'de' }).type(`/lookup ${CAROL}`))).toContain(
    '🔔 Zur Info beim Beitritt: 12 Stunden in Rust (mindestens 50 Stunden)\n',
  )
  for (const [bot, account] of [
    [both, ALICE],
    [alone, BOB],
  ] as const)
    expect(await answerTo(bot.moderator().type(`/lookup ${account}`))).not.toContain('🔔')
})

test('a policy without rules has no line', async () => {
  const bot = await botWithPolicy({})
  expect(await answerTo(bot.moderator().type(`/lookup ${ALICE}`))).not.toContain('🛡️')
  expect(await answerTo(bot.moderator().type(`/batch ${ALICE}`))).not.toContain('🛡️')
})

test('an exception decides', async () => {
  const exception = { steamId: ALICE, decision: 'allow' as const, reason: 'secret', until: null }
  const bot = await botWithPolicy({ maxVacBans: 0 }, { exceptions: new Map([[ALICE, exception]]) })
  const text = await answerTo(bot.moderator().type(`/lookup ${ALICE}`))
  expect(text).toContain(`┃ ⛔🚪 name of ${ALICE}\n┃ Always let in by us\n┃ Steam: 1 VAC ban, 120 days ago\n`)
  expect(text).not.toMatch(/🛡️|secret/)
  const batch = bot.moderator().type(`/batch ${ALICE}`)
  expect(await answerTo(batch)).toMatch(/┃ ⛔ name of .+ · 🚪 Always let in by us · 1 VAC ban, 120 days ago\n/)
  expect(batch.text()).not.toContain('🛡️')
  batch.click('Post in channel')
  expect((await postedIn(bot.discord)).text()).not.toContain('🚪')
  const compared = await answerTo(bot.moderator().type(`/compare ${ALICE} other:${BOB}`))
  expect(compared).toMatch(/┃ A: ⛔ name of \d+\n┃ 🚪 Always let in by us\n┃ Steam: 1 VAC ban/)
  expect(await answerTo(bot.moderator().type(`/history ${ALICE}`))).toContain('┃ 🚪 Always let in by us\n')
})

test('a batch counts the accounts that the bans alone refuse, marks them, and asks Steam nothing further', async () => {
  const bot = await botWithPolicy({ maxVacBans: 0, minRustHours: 50 })
  let asked = 0
  const { getRustHours } = bot.context.steam
  bot.context.steam.getRustHours = (...args) => (asked++, getRustHours(...args))
  const text = await answerTo(bot.moderator().type(`/batch ${ALICE} ${BOB} ${CAROL}`))
  expect(text).toContain('┃ ⛔ 1 of 3 checked accounts banned.\n┃ 🛡️ Rules refuse at least 1\n')
  expect(text).toMatch(/\n┃ ⛔🛡️ name of .+ · 1 VAC ban, 120 days ago\n┃ `76561197960287930`/)
  // The card says why.
  expect(text.match(/🛡️|[Rr]ules|limit/g)).toHaveLength(3)
  expect(asked).toBe(0)
})

test('a batch of which the rules refuse an account without bans, here a private one on another page, has no ✅ for it', async () => {
  const bot = await botWithPolicy({ denyPrivateProfile: true })
  const hidden = { timecreated: null, isPrivate: true }
  bot.context.steam.getSummary = async (steamId) => cached({ ...summaryOf(steamId), ...(steamId === BOB && hidden) })
  const others = Array.from({ length: 10 }, (_, index) => `7656119796028${7900 + index}`)
  const reply = bot.moderator().type(`/batch ${others.join(' ')} ${CAROL} ${BOB}`)
  const [first, second] = [await reply.until('page 1 of 2'), await reply.click('Next page').until('page 2 of 2')]
  for (const text of [first, second]) expect(text).toMatch(/^┃ \[#d4a72c\]\n[^✅]+\n┃ 🛡️ Rules refuse at least 1\n/)
  expect(first).toMatch(/\n┃ 🛡️ name of .+ · no bans, profile private\n┃ `76561197960287931`/)
  // In the menu, too.
  expect(first.match(/ 🛡️ name/g)).toHaveLength(2)
  expect(first).not.toContain('🔒')
  expect(second).not.toContain('🛡️ name')
})

test('a friend scan counts the listed friends that the rules refuse, and marks them', async () => {
  const bot = await botWithPolicy({ maxVacBans: 0, minRustHours: 500 })
  const text = await bot
    .moderator()
    .type(`/friends ${BOB}`)
    .until(/\d+ of \d+ banned \(/)
  expect(text).toMatch(/ banned \(\d+%\)\n┃ 🛡️ Rules refuse at least 1\n/)
  expect(text).toMatch(/\n┃ ⛔🛡️ name of .+ · 1 VAC ban, 120 days ago\n┃ `76561197960287930`/)
  expect(text.match(/🛡️|[Rr]ules|limit/g)).toHaveLength(3)
})
