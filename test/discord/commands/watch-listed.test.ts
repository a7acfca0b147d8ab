import { describe, expect, test } from 'vitest'
import { answerTo } from '../../support/command-tests.ts'
import { CLEAN, cached, friendListOf, summaryOf } from '../../support/fake-context.ts'
import { watchBot } from '../../support/watch-bot.ts'
import { ALICE, BOB, CAROL, nth } from '../../support/watch-tests.ts'

const VAC = { ...CLEAN, VACBanned: true, NumberOfVACBans: 1, DaysSinceLastBan: 3 }
const COMMUNITY = { ...CLEAN, CommunityBanned: true }
const TRADE = { ...CLEAN, EconomyBan: 'banned' }
/** A name that looks like rows of a table with other accounts. */
const FORGED = `x",banned\n'${nth(99)},"a`

const stored = async ({ list }: Awaited<ReturnType<typeof watchBot>>) =>
  new Set((await list()).map(({ steamId }) => steamId))

describe('Watch all on a batch', () => {
  test('asks for a reason, and puts all accounts that were checked on the list', async () => {
    const bot = await watchBot({
      getBans: async (steamId) => cached(steamId === ALICE ? VAC : CLEAN),
      getSummary: async (steamId) => cached({ ...summaryOf(steamId), personaname: FORGED }),
      resolveVanityName: async () => cached(CAROL),
    })
    const user = bot.moderator()
    const batch = user.type(`/batch ${ALICE} ${BOB} https://steamcommunity.com/id/carol_`)
    await answerTo(batch)
    const opened = batch.click('Watch all 3')
    expect(await opened.untilModal()).toMatchObject({ title: 'Watch 3 accounts', fields: [{ label: 'Note' }] })
    const submitted = opened.submit('raid of 3 May')
    expect(await answerTo(submitted)).toContain('👁️ 3 accounts added to the watch list\n')
    expect(submitted.isEphemeral()).toBe(true)
    expect(await stored(bot)).toEqual(new Set([ALICE, BOB, CAROL]))
    expect((await bot.list()).map(({ reason, addedBy }) => [reason, addedBy])).toEqual(
      Array.from({ length: 3 }, () => ['raid of 3 May', user.id]),
    )
    const again = batch.click('Watch all 3')
    await again.untilModal()
    expect(await answerTo(again.submit('again'))).toContain('Nothing to add\n┃ All 3 accounts are on the list already.')
  })

  test('leaves out what could not be checked, and is missing when nothing was', async () => {
    const bot = await watchBot({
      getBans: async (steamId) => cached(steamId === ALICE ? VAC : null),
      getSummary: async (steamId) => cached(steamId === BOB ? null : summaryOf(steamId)),
    })
    const batch = bot.moderator().type(`/batch ${ALICE} ${BOB} ${CAROL}`)
    await answerTo(batch)
    const opened = batch.click('Watch 1 account')
    await opened.untilModal()
    await answerTo(opened.submit('x'))
    expect(await stored(bot)).toEqual(new Set([ALICE]))
    const unknown = bot.moderator().type(`/batch ${BOB} ${CAROL}`)
    await answerTo(unknown)
    expect(unknown.buttons().filter(({ label }) => label.startsWith('Watch'))).toEqual([])
  })

  test('of more than 50 accounts is an import: it needs Manage Server, and shows a preview first', async () => {
    const bot = await watchBot()
    const ids = Array.from({ length: 60 }, (_, index) => nth(index))
    const checkAll = async (user: ReturnType<typeof bot.moderator>) => {
      const batch = user.type(`/batch ${ids.join(' ')}`)
      await batch.until('📋 60 accounts')
      return batch
    }
    const refused = await checkAll(bot.moderator())
    expect(await answerTo(refused.click('Watch all 60'))).toContain('You need the permission Manage Server for this.')
    const allowed = await checkAll(bot.manager())
    const opened = allowed.click('Watch all 60')
    await opened.untilModal()
    const submitted = opened.submit('x')
    expect(await answerTo(submitted)).toContain('Import preview\n┃ 60 new accounts\n┃ Nothing is saved yet.')
    expect(await stored(bot)).toEqual(new Set())
    await submitted.click('Confirm').until('60 accounts added')
    expect(await stored(bot)).toEqual(new Set(ids))
  })

  test('needs Manage Server for a long list, even when the button says less', async () => {
    const bot = await watchBot()
    const ids = Array.from({ length: 60 }, (_, index) => nth(index))
    const user = bot.moderator()
    const batch = user.type(`/batch ${ids.join(' ')}`)
    await batch.until('📋 60 accounts')
    const field = { type: 18, id: 1, component: { type: 4, id: 2, custom_id: 'reason', value: 'x' } }
    const { customId = '' } = batch.buttons().find(({ label }) => label === 'Watch all 60') ?? {}
    const forged = user.sendRaw({
      type: 5,
      data: { custom_id: customId.replace(/60$/, '5'), components: [field] },
      message: batch.message()?.wire(),
    })
    expect(await answerTo(forged)).toContain('You need the permission Manage Server for this.')
    expect(await stored(bot)).toEqual(new Set())
  })
})

describe('Watch the banned on a friend scan', () => {
  test('puts the banned friends on the list', async () => {
    const bot = await watchBot({
      getFriends: async () => cached(friendListOf([BOB, CAROL, nth(1), nth(2), nth(3)])),
      getBans: async (steamId) =>
        cached(
          new Map([
            [BOB, VAC],
            [CAROL, COMMUNITY],
            [nth(1), TRADE],
          ]).get(steamId) ?? (steamId === nth(3) ? null : CLEAN),
        ),
      getSummary: async (steamId) => cached({ ...summaryOf(steamId), personaname: FORGED }),
    })
    const scan = bot.moderator().type(`/friends ${ALICE}`)
    await scan.until('Post in channel')
    const opened = scan.click('Watch 2 banned')
    await opened.untilModal()
    await answerTo(opened.submit('friends of Alice'))
    expect(await stored(bot)).toEqual(new Set([BOB, CAROL]))
  })
})
