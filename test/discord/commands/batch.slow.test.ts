import { describe, expect, test, vi } from 'vitest'
import type { SimReply } from '../../../packages/sim-discord/src/index.ts'
import { banRecord } from '../../../packages/sim-steam/src/account.ts'
import {
  afterDoubleClick,
  answerTo,
  followUpTo,
  idOf,
  NOW,
  useCommandTests,
  useFixedDate,
} from '../../support/command-tests.ts'

const { steam, startBot, startRestartableBot } = await useCommandTests()
useFixedDate()

const fileOf = (reply: SimReply, name: string) => reply.files().find((each) => each.name === name)?.text ?? ''
/** The rows of the CSV file; no cell in these tests contains a line break. Ids have an apostrophe in front. */
const rowsOf = (reply: SimReply) =>
  fileOf(reply, 'accounts.csv').replace('\uFEFF', '').replaceAll("'765", '765').trim().split('\n').slice(1)
/** The message of a batch that has ended. */
const ended = (reply: SimReply) => reply.until((text) => text.includes('┃ 📋 '), 10_000)
/** The labels of the buttons, without the one that every batch with known accounts has. */
const buttonsOf = (reply: SimReply) =>
  reply
    .buttons()
    .filter(({ label }) => !label.startsWith('Watch '))
    .map(({ label, disabled }) => `${label}${disabled ? ' (off)' : ''}`)

describe('a batch of 120 accounts', () => {
  const ids = Array.from({ length: 120 }, (_, index) => idOf(20_000 + index))
  for (const [index, steamId] of ids.entries())
    steam.world.add({ steamId, bans: banRecord(index % 40 === 7 ? { vac: 1, daysSinceLast: index } : {}) })
  const file = { name: 'all.txt', data: ids.join('\n') }
  const checked = (reply: SimReply) =>
    rowsOf(reply)
      .filter((row) => !row.includes('could not be checked'))
      .map((row) => row.split(',')[1])
  const bannedOn = (reply: SimReply) =>
    [...reply.text().matchAll(/^┃ ⛔ .*\n┃ `(\d{17})`/gm)].map(([, steamId = '']) => Number(steamId.slice(-3)))

  test('is checked in one go, with progress, and with banned accounts first', async () => {
    steam.dial.set('bans', { latencyMs: 300 })
    const bot = await startBot()
    const reply = bot.discord.user().type('/batch', { file })
    expect(await answerTo(reply)).toContain('┃ 🔎 Checking 120 accounts\n┃ `░░░░░░░░░░░░░░░░░░░░` 0 of 120 checked\n')
    expect(buttonsOf(reply)).toEqual(['Stop and keep results'])
    const text = await ended(reply)
    expect(text).toContain('┃ 📋 120 accounts\n┃ ⛔ 3 of 120 checked accounts banned.\n')
    expect(text).not.toContain('not checked yet')
    expect(bannedOn(reply)).toEqual([7, 47, 87])
    expect(buttonsOf(reply)).toEqual(['Previous page (off)', 'Next page', 'Post in channel'])
    expect(checked(reply)).toEqual(ids)
    expect(reply.files().map(({ name }) => name)).toEqual(['accounts.csv'])
    expect([steam.calls.count('bans'), steam.calls.ids('bans')]).toEqual([2, 120])
    expect(reply.followUps()).toEqual([])
  })

  test('waits while the quota is used up, and Stop keeps the results, which say what is not checked', async () => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '66' })
    const user = bot.discord.user()
    const reply = user.type('/batch', { file })
    const waiting = await reply.until('Your lookups of this minute are used up. The check goes on in 1 minute.')
    expect(waiting).toContain('`██████████░░░░░░░░░░` 60 of 120 checked\n┃ 2 banned so far\n'.replace('┃ 2', '┃ ⛔ 2'))
    expect(bannedOn(reply)).toEqual([7, 47])
    expect(await answerTo(user.type('/batch', { file }))).toContain('One scan at a time')
    reply.click('Stop and keep results')
    const text = await ended(reply)
    expect(text).toContain(
      '┃ ⛔ 2 of 60 checked accounts banned.\n┃ ⏳ 60 accounts not checked yet.\n┃ ⏹️ Stopped by you.\n',
    )
    expect(text).toContain('┃ page 1 of 6 · no banned accounts on the other checked pages\n')
    expect(buttonsOf(reply)).toEqual(['Previous page (off)', 'Next page', 'Continue', 'Post in channel'])
    expect(checked(reply)).toEqual(ids.slice(0, 60))
    await reply.click('Next page').until('page 2 of 6')
    await afterDoubleClick()
    // The rest is shown as waiting again, above the results so far.
    expect(await reply.click('Check the next 60').until('are used up')).toContain(
      '0 of 60 checked\n┃ ⛔ 2 banned so far',
    )
  })

  test('shows a ban that another command has seen while it waited', async () => {
    const own = Array.from({ length: 60 }, (_, index) => idOf(50_000 + index))
    for (const steamId of own) steam.world.add({ steamId })
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '55' })
    const reply = bot.discord.user().type('/batch', { file: { name: 'all.txt', data: own.join('\n') } })
    await reply.until('are used up')
    steam.world.ban(own[0]!, 'vac')
    vi.setSystemTime(NOW + 100_000)
    const lookup = bot.discord.user().type(`/lookup ${own[0]}`)
    await lookup.until('1 VAC ban')
    reply.click('Stop and keep results')
    expect(await ended(reply)).toContain('⛔ 1 of 50 checked accounts banned.')
  })

  test('is paged without calls to Steam and without a cost', async () => {
    const bot = await startBot({ DISCORD_USER_PER_MINUTE: '133' })
    const reply = bot.discord.user().type('/batch', { file })
    const first = await ended(reply)
    steam.calls.reset()
    const second = await reply.click('Next page').until('page 2 of 12')
    expect(second).toContain('3 banned accounts on other pages')
    expect(second).toContain('checked 0 seconds ago')
    expect(await reply.click('Previous page').until('page 1 of 12')).toBe(first)
    expect(steam.calls.total()).toBe(0)
  })

  test('ends at a restart of the bot with its results, and continues after it', async () => {
    const { discord, restart } = await startRestartableBot({ DISCORD_USER_PER_MINUTE: '66' })
    const reply = discord.user().type('/batch', { file })
    await reply.until('are used up')
    await restart()
    expect(reply.text()).toContain('┃ ⏳ 60 accounts not checked yet.\n┃ ⏹️ Restarting.\n')
    reply.click('Continue')
    expect(await ended(reply)).toContain('⏹️ Restarting')
    expect(await reply.until('3 of 120 checked accounts banned.')).not.toContain('not checked yet')
    expect(checked(reply)).toEqual(ids)
  })

  test('stops when Steam answers nothing about a portion, keeps all accounts, and can be retried and continued', async () => {
    const bot = await startBot()
    steam.dial.set('bans', { faults: { '503': 1 } })
    const reply = bot.discord.user().type('/batch', { file })
    const down = await ended(reply)
    expect(down).toContain('❔ 100 accounts could not be checked: bans unknown.\n┃ ⏳ 20 accounts not checked yet.\n')
    expect(down).toContain('┃ ⏹️ Steam does not answer.\n')
    expect(down).not.toMatch(/✅|None of/)
    expect(buttonsOf(reply).slice(2)).toEqual(['Continue', 'Try 100 again', 'Post in channel'])
    steam.dial.reset()
    const again = await reply.click('Try 100 again').until('3 of 100 checked accounts banned.', 10_000)
    expect(again).not.toContain('could not be checked')
    expect(again).toContain('20 accounts not checked yet.')
    await afterDoubleClick()
    reply.click('Check the next 20')
    await reply.until('3 of 120 checked accounts banned.')
    expect(checked(reply)).toEqual(ids)
  }, 20_000)

  test('keeps its message when the batch is no longer kept', async () => {
    const bot = await startBot()
    const user = bot.discord.user()
    const reply = user.type(`/batch ${ids.slice(0, 20).join(' ')}`)
    const first = await answerTo(reply)
    const next = user.sendRaw({
      type: 3,
      data: { custom_id: `v1:batch:page:${'x'.repeat(16)}:1`, component_type: 2, id: 1 },
      message: JSON.parse(JSON.stringify(reply.message()?.wire())) as object,
    })
    expect(await followUpTo(next)).toContain('This button is outdated')
    expect(reply.text()).toBe(first)
  })
})
