import { describe, expect, test } from 'vitest'
import { toTermsDetail } from '../../../src/model/terms-detail.ts'
import { addException } from '../../../src/policy/exceptions.ts'
import { createToken } from '../../../src/policy/tokens.ts'
import { answerTo } from '../../support/command-tests.ts'
import { banBot } from '../../support/ban-bot.ts'
import { cached, fakeContext, summaryOf } from '../../support/fake-context.ts'
import { ALICE, BOB, CAROL, nth } from '../../support/watch-tests.ts'

const DAY = 86_400

describe('banning an account', () => {
  test('says what is so now: the terms, what the player reads, and how to remove players who are online', async () => {
    const bot = await banBot()
    const user = bot.banner()
    const added = user.type(`/banlist add account:${ALICE} reason:"a *bot*" until:"30 days" note:"ticket 7"`)
    const text = await answerTo(added)
    expect(text).toContain(
      `🔨 name of ${ALICE} \`${ALICE}\` is banned by us\n┃ Reason a *bot*\n┃ Until 14 December 2023 22:13\n┃ note: ticket 7\n`,
    )
    expect(text).toContain('The player reads:\n┃ ▎ You or the game’s owner: a *bot*.')
    expect(text).toContain(`Players already online stay. `)
    expect(text).toContain(`kick ${ALICE}\n`)
    expect(text).toContain('No game server is set up, so bans have no effect.')
    expect(text).toContain('Only you can see this')
    expect(bot.find(ALICE)).toEqual({ reason: 'a *bot*', until: bot.time.now + 30 * DAY })
    expect(await bot.changes()).toMatchObject([{ action: 'ban_added', steamId: ALICE, userId: user.id }])
  })

  test('is undone with one click, and done again with the form, in German', async () => {
    const bot = await banBot()
    const user = bot.banner({ locale: 'de' })
    const added = user.type(`/banlist add account:${ALICE} reason:bot`)
    expect(await answerTo(added)).toContain(`ist von uns gebannt\n┃ Grund bot\n┃ Auf Dauer\n`)
    expect(await added.click('Rückgängig').until('nicht mehr von uns gebannt')).toContain('↩️ Rückgängig gemacht')
    expect(bot.find(ALICE)).toBeUndefined()
    const card = user.type(`/lookup account:${ALICE}`)
    await answerTo(card)
    const form = card.click('Bannen')
    const { title, texts, fields } = await form.untilModal()
    expect(title).toBe(`${ALICE} bannen`)
    expect(texts.join('')).toContain('Der Spieler liest dann, mit deinem Grund anstelle von „…“')
    expect(fields.map(({ label }) => label)).toEqual(['Grund', 'Bis', 'Anderes Ende', 'Notiz'])
    await form.submit({ Grund: 'wieder', Bis: '14 Tage', Notiz: 'siehe\nTicket' }).until('Notiz: siehe Ticket')
    // The card does not offer the same again.
    expect(card.buttons().map(({ label }) => label)).not.toContain('Hier bannen')
    expect(bot.find(ALICE)).toEqual({ reason: 'wieder', until: bot.time.now + 14 * DAY })
  })

  test('shows the appeal of the policy in the form and in the answer', async () => {
    const bot = await banBot()
    await bot.save({ appeal: 'discord.gg/x' })
    const added = bot.banner().type(`/banlist add account:${ALICE} reason:bot`)
    expect(await answerTo(added)).toContain(': bot. discord.gg/x')
    const lifted = await answerTo(bot.banner().type(`/banlist remove account:${ALICE}`))
    expect(lifted).toContain('is no longer banned by us')
    expect(await answerTo(bot.banner().type(`/banlist remove account:${BOB}`))).toContain(
      `\`${BOB}\` is not on the ban list of this server, or its ban has ended.`,
    )
  })

  test('an end that is not clear bans nobody, and loses nothing that was typed', async () => {
    const bot = await banBot()
    const failed = bot.banner().type(`/banlist add account:${ALICE} reason:bot note:"ticket 7" until:soon`)
    expect(await answerTo(failed)).toContain('I cannot read the end soon.')
    expect(bot.find(ALICE)).toBeUndefined()
    const again = failed.click('Edit and send again')
    const { fields } = await again.untilModal()
    expect(fields.map(({ value }) => value)).toEqual(['bot', '', 'soon', 'ticket 7'])
    await again.submit({ Reason: 'bot', Until: '1 day', 'Another end': '', Note: '' }).until('is banned by us')
  })
})

describe('/banlist add without a reason', () => {
  /** The cache of a service that has just asked about these accounts, of which Steam does not have BOB. */
  const staleAnswers = {
    ...fakeContext().staleAnswers,
    getSummary: async (steamId: string) => cached(steamId === BOB ? null : summaryOf(steamId)),
  }

  test('opens the form with what was typed', async () => {
    const bot = await banBot({}, { staleAnswers })
    const opened = bot.banner().type(`/banlist add account:${ALICE} until:30d note:"ticket 7"`)
    const { title, fields } = await opened.untilModal()
    expect(title).toBe(`Ban name of ${ALICE}`)
    expect(fields.map(({ value }) => value)).toEqual(['', '', '', 'ticket 7'])
    expect(await answerTo(opened.submit({ Reason: 'bot' }))).toContain('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: bot.time.now + 30 * DAY })
  })

  test('bans several accounts by the form, and names each with its id; one that Steam does not have is marked', async () => {
    const bot = await banBot({ getSummary: staleAnswers.getSummary }, { staleAnswers })
    const opened = bot.banner().type(`/banlist add account:"${ALICE} ${BOB} ${CAROL}"`)
    expect((await opened.untilModal()).title).toBe(`Ban ${ALICE}, ${BOB}, 76…`)
    const text = await answerTo(opened.submit({ Reason: 'ring' }))
    expect(text).toContain('3 accounts banned by us\n┃ Reason ring')
    expect(text).toMatch(
      new RegExp(`• name of .* \`${ALICE}\`\\n┃ • \`${BOB}\` · ❔ not found on Steam\\n┃ • .*${CAROL}`),
    )
    const one = await answerTo(bot.banner().type(`/banlist add account:${BOB} reason:bot`))
    expect(one).toContain('is banned by us already')
  })
})

test('banning warns while no game server has asked, or none within a day', async () => {
  const bot = await banBot()
  await bot.save({})
  await createToken(bot.context, { ...bot.actor, name: 'EU' })
  const ban = async (steamId: string) => answerTo(bot.banner().type(`/banlist add account:${steamId} reason:bot`))
  expect(await ban(ALICE)).toContain('No game server has asked yet, so bans have no effect.')
  const asked = async (at: number) =>
    bot.database.transaction(async ({ policyTokens }) => {
      const [token] = await policyTokens.list(bot.guildId)
      await policyTokens.noteUse(token?.id ?? 0, at)
    })
  await asked(bot.time.now - 2 * DAY)
  expect(await ban(BOB)).toContain('No game server has asked in the last day; the last one asked')
  await asked(bot.time.now - 60)
  expect(await ban(CAROL)).not.toContain('No game server')
})

test('the second of two moderators is told what the first did, and can replace it', async () => {
  const bot = await banBot()
  const [first, second] = [bot.banner({ name: 'first' }), bot.banner({ name: 'second' })]
  await answerTo(first.type(`/banlist add account:${ALICE} reason:aimbot note:"ticket 7"`))
  const told = second.type(`/banlist add account:${ALICE} reason:bot until:1d`)
  const text = await answerTo(told)
  expect(text).toContain('is banned by us already\n')
  expect(text).toContain('Banned by us for good · aimbot · @first · since 14 November 2023\n┃ note: ticket 7\n')
  expect(bot.find(ALICE)).toEqual({ reason: 'aimbot', until: null })
  const replaced = told.click('Confirm')
  await replaced.until((shown) => shown.includes('In place of the ban by @first'))
  expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: bot.time.now + DAY })
  const name = `name of ${ALICE}`
  expect((await bot.changes()).map(({ action, detail }) => [action, detail])).toEqual([
    [
      'ban_changed',
      toTermsDetail({ reason: 'bot', until: bot.time.now + DAY, name }, { reason: 'aimbot', until: null }),
    ],
    ['ban_added', toTermsDetail({ reason: 'aimbot', until: null, name })],
  ])
  expect(await answerTo(bot.owner().type('/log'))).toContain(
    `@second changed the ban of ${name} \`${ALICE}\` · bot · before: aimbot · until `,
  )
})

test('the second of two moderators who lift a ban is told who has lifted it', async () => {
  const bot = await banBot()
  const [first, second] = [bot.banner({ name: 'first' }), bot.banner({ name: 'second' })]
  await answerTo(first.type(`/banlist add account:${ALICE} reason:aimbot`))
  await answerTo(first.type(`/banlist remove account:${ALICE}`))
  expect(await answerTo(second.type(`/banlist remove account:${ALICE}`))).toContain(
    `\`${ALICE}\` is no longer on the ban list of this server: @first lifted the ban`,
  )
})

test('an account that an exception lets in is banned once that is confirmed', async () => {
  const bot = await banBot()
  await bot.save({})
  await addException(bot.context, { ...bot.actor, steamId: ALICE, reason: 'friend', until: null })
  const asked = bot.owner().type(`/banlist add account:${ALICE} reason:bot`)
  const text = await answerTo(asked)
  expect(text).toContain(`An exception always lets name of ${ALICE} \`${ALICE}\` in`)
  expect(text).toContain('both permissions Ban Members and Manage Server')
  expect(bot.find(ALICE)).toBeUndefined()
  const banned = asked.click('Confirm')
  expect(await banned.until((shown) => shown.includes('is banned by us'))).toContain('1 exception was removed')
  expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })
  expect(bot.context.policies.ofGuild(bot.guildId)?.exceptions.size).toBe(0)
})

test('up to 25 accounts in any text are banned for the same reason; others stay as they are', async () => {
  const bot = await banBot()
  const user = bot.banner()
  await answerTo(user.type(`/banlist add account:${ALICE} reason:first`))
  const many = Array.from({ length: 24 }, (_, index) => nth(index))
  const added = await answerTo(user.type(`/banlist add account:"${[ALICE, ...many, ALICE].join(' ')}" reason:ring`))
  expect(added).toContain('24 accounts banned by us\n┃ Reason ring')
  expect(added).toContain('1 account banned by us already; this ban stays as it is:')
  expect(added).toContain(`Banned by us for good · first · @${user.name} · since`)
  expect(bot.find(nth(23))).toEqual({ reason: 'ring', until: null })
  expect(bot.find(ALICE)).toEqual({ reason: 'first', until: null })
  const tooMany = Array.from({ length: 26 }, (_, index) => nth(index + 100))
  expect(await answerTo(user.type(`/banlist add account:"${tooMany.join(' ')}" reason:bot`))).toContain(
    'One command bans at most 25 accounts. Nobody was banned.',
  )
  expect(bot.find(nth(100))).toBeUndefined()
})

describe('banning by words', () => {
  const ask = async (account: string) => {
    const bot = await banBot({
      resolveVanityName: async (name) => ({ value: name === 'raider' ? ALICE : null, fetchedAt: 0, expiresAt: 0 }),
    })
    const asked = bot.banner().type(`/banlist add account:"${account}" reason:bot`)
    return { bot, asked, text: await answerTo(asked) }
  }

  test('asks first, and shows who was found', async () => {
    const { bot, asked, text } = await ask('raider')
    expect(text).toContain('Ban 1 account?\n┃ Nobody was banned yet.\n┃ Reason bot\n')
    expect(text).toContain(
      `name of ${ALICE} \`${ALICE}\`\n┃ 🔗 Found by custom URL \`raider\`: check that this is the player`,
    )
    expect(bot.find(ALICE)).toBeUndefined()
    await asked.click('Confirm').until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })
  })

  test('asks first for a friend code', async () => {
    const { text } = await ask('39744703')
    expect(text).toContain('Found by friend code `39744703`: check that this is the player you mean.')
  })

  test('does not ask for a link', async () => {
    const { bot, text } = await ask('https://steamcommunity.com/id/raider')
    expect(text).toContain('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })
  })

  test('names each word that no account has', async () => {
    const { bot, asked, text } = await ask('nobody_1 raider nobody_2')
    expect(text).toContain('❔ nobody_1 · not found on Steam\n┃ ❔ nobody_2 · not found on Steam\n┃ • ')
    await asked.click('Confirm').until('is banned by us')
    expect(bot.find(ALICE)).toEqual({ reason: 'bot', until: null })
    expect((await ask('nobody_1 nobody_2')).text).toContain('Steam has no account nobody_1, nobody_2.')
  })

  test('names each part of a text with ids that is not read', async () => {
    const { bot, text } = await ask(`${ALICE} raider ${BOB} Honest Joe`)
    expect(text).toContain('Ban 2 accounts?')
    expect(text).toContain('❔ raider · not recognized\n┃ ❔ Honest Joe · not recognized\n┃ • ')
    expect([bot.find(ALICE), bot.find(BOB)]).toEqual([undefined, undefined])
  })

  test('asks about a link beside other words, which may say that its account is not banned', async () => {
    const { bot, text } = await ask('unban https://steamcommunity.com/id/raider')
    expect(text).toContain('❔ The text does not say clearly whether this account is banned.')
    expect(bot.find(ALICE)).toBeUndefined()
  })

  test('is not possible with ids that a spreadsheet has rounded', async () => {
    const { text } = await ask([1, 2, 3, 4, 5].map((digit) => `765611980${digit}0000500`).join(' '))
    expect(text).toContain('A spreadsheet has probably rounded or changed these numbers')
    expect(text).not.toContain('[1 ✅')
  })
})

describe('a text that says more about its accounts than that they are banned', () => {
  const ask = async (pasted: string, options = '') => {
    const bot = await banBot()
    const asked = bot.banner().type(`/banlist add account:"${pasted.replaceAll('"', '\\"')}" reason:bot ${options}`)
    return { bot, asked, text: await answerTo(asked) }
  }

  test.each([
    [`unban ${BOB}`, 'lifts its ban'],
    [`ownerid ${BOB} "Bob" "x"`, 'names it as staff'],
  ])('does not ban those that it says are not banned, and says why: %s', async (line, why) => {
    const { bot, asked, text } = await ask(`${ALICE}\n${line}`)
    expect(text).toContain('Ban 1 account?\n┃ Nobody was banned yet.\n')
    expect(text).toContain(`❔ \`${BOB}\` · not banned: the text ${why}\n`)
    expect(text).toContain(`• name of ${ALICE} \`${ALICE}\``)
    await asked.click('Confirm').until('is banned by us')
    expect([bot.find(ALICE), bot.find(BOB)]).toEqual([{ reason: 'bot', until: null }, undefined])
  })

  test('bans nobody if that is so for all of them, and offers no button', async () => {
    const { bot, asked, text } = await ask(`unban ${BOB}`)
    expect(text).toContain('No account to ban\n')
    expect(asked.buttons()).toEqual([])
    expect(bot.find(BOB)).toBeUndefined()
  })

  test.each([`I met ${BOB} yesterday`, `banid ${BOB} "" "" -1\nunban ${BOB}`])(
    'asks about one of which it does not say whether it is banned: %s',
    async (pasted) => {
      const { bot, asked, text } = await ask(pasted)
      expect(text).toMatch(/\n┃ ❔ The text does not say clearly whether this account is banned\./)
      expect(bot.find(BOB)).toBeUndefined()
      await asked.click('Confirm').until('banned by us')
      expect(bot.find(BOB)).toEqual({ reason: 'bot', until: null })
    },
  )

  test.each([
    [`banid ${BOB} "Bob" "x" 1704715200`, '', '8 January 2024 12:00', 'For good'],
    [`banid ${BOB} "Bob" "x" 7d`, 'until:"30 days"', '7d', 'Until 14 December 2023 22:13'],
    [`[{"steamId":"${BOB}","until":"soon"}]`, '', 'soon', 'For good'],
  ])('names an end that it states, which is not used: %s %s', async (pasted, options, end, used) => {
    const { bot, asked, text } = await ask(pasted, options)
    expect(text).toContain(`┃ ${used}\n`)
    expect(text).toContain(`┃ ⏳ The text states an end of its own, which is not used: ${end}. Until above counts.`)
    expect(bot.find(BOB)).toBeUndefined()
    await asked.click('Confirm').until('is banned by us')
    expect(bot.find(BOB)).toEqual({
      reason: 'bot',
      until: options === '' ? null : bot.time.now + 30 * DAY,
    })
  })

  test('does not ask about an end that is the typed one', async () => {
    const { bot, text } = await ask(`[{"steamId":"${BOB}","until":"7d"}]`, 'until:"7 days"')
    expect(text).toContain('is banned by us')
    expect(bot.find(BOB)).toEqual({ reason: 'bot', until: bot.time.now + 7 * DAY })
  })
})

test('a question says which accounts are banned already, and that these bans stay', async () => {
  const bot = await banBot()
  const user = bot.banner()
  await answerTo(user.type(`/banlist add account:${ALICE} reason:first`))
  const asked = user.type(`/banlist add account:"${ALICE} Al ${BOB} Bob" reason:second`)
  const text = await answerTo(asked)
  expect(text).toContain('Ban 1 account?')
  expect(text).toContain(
    `• name of ${ALICE} \`${ALICE}\`\n┃ Banned by us for good · first · @${user.name} · since 14 November 2023 · this ban stays as it is\n`,
  )
  await asked.click('Confirm').until('banned by us already')
  expect([bot.find(ALICE), bot.find(BOB)]).toEqual([
    { reason: 'first', until: null },
    { reason: 'second', until: null },
  ])
})

test('a question about accounts that are all banned already offers to ban none; about one, what Replace would do', async () => {
  const bot = await banBot()
  const user = bot.banner()
  await answerTo(user.type(`/banlist add account:"${ALICE} ${BOB}" reason:first note:"ticket 7"`))
  const both = user.type(`/banlist add account:"${ALICE} Al ${BOB} Bob" reason:second`)
  expect(await answerTo(both)).toContain('No account to ban\n')
  expect(both.buttons()).toEqual([])
  const one = user.type(`/banlist add account:"${ALICE} Al" reason:second`)
  expect(await answerTo(one)).toContain(' · this ban stays as it is')
  expect(await one.click('Confirm').until('is banned by us already')).toContain('Nothing was changed.')
  expect(bot.find(ALICE)).toEqual({ reason: 'first', until: null })
})

test.each([
  ['until:1d reason:bot', 'bot', 'ticket 7'],
  ['until:1d note:"ticket 8" reason:aimbot', 'aimbot', 'ticket 8'],
])('a ban in place of another one keeps the note that is not typed again: %s', async (options, reason, note) => {
  const bot = await banBot()
  const user = bot.banner()
  await answerTo(user.type(`/banlist add account:${ALICE} reason:aimbot note:"ticket 7"`))
  const told = user.type(`/banlist add account:${ALICE} ${options}`)
  expect(await answerTo(told)).toContain(`Reason ${reason}\n┃ Until 15 November 2023 22:13\n┃ note: ${note}`)
  expect(await told.click('Confirm').until('In place of')).toContain(`┃ note: ${note}\n`)
  expect(bot.find(ALICE)).toEqual({ reason, until: bot.time.now + DAY })
})
