import { describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/lib/token-hash.ts'
import { answerTo, followUpTo } from '../../support/command-tests.ts'
import { policyBot } from '../../support/policy-bot.ts'

const TOKEN = /rsp_[\w-]{43}/

describe('/policy token', () => {
  test('shows the finished line once, and stores only the hash', async () => {
    const bot = await policyBot({}, { publicUrl: 'https://bans.example/' })
    const reply = bot.manager().type('/policy token name:"EU *Main*"')
    const text = await answerTo(reply)
    const [token = ''] = TOKEN.exec(text) ?? []
    expect(text).toContain('Token for the game server EU *Main*')
    expect(text).toContain(`server.bansServerEndpoint "https://bans.example/game/${token}"`)
    expect(text).toContain('The token is shown only now.')
    expect(text).toContain('server.bansServerFailureMode')
    expect(text).toContain('No rule refuses yet')
    expect(reply.isEphemeral()).toBe(true)
    expect(reply.buttons()).toEqual([])
    const [stored] = await bot.database.read(({ policyTokens }) => policyTokens.list(bot.guildId))
    expect(stored).toMatchObject({ name: 'EU *Main*', hash: hashToken(token) })
    expect(JSON.stringify(bot.log)).not.toContain(token)

    const list = await answerTo(bot.manager().type('/policy token'))
    expect(list).toContain('• EU *Main* · has not asked yet · made by @')
    expect(list).toContain('1 of 10 in use')
    expect(list).not.toMatch(TOKEN)
  })

  test('without HTTP_PUBLIC_URL it says what is missing, and shows the path', async () => {
    const bot = await policyBot({}, { publicUrl: undefined })
    const text = await answerTo(bot.manager().type('/policy token name:EU'))
    expect(text).toContain('has not set HTTP_PUBLIC_URL')
    expect(text).toMatch(/\/game\/rsp_[\w-]{43}\n/)
    expect(text).not.toContain('server.bansServerEndpoint "')
  })

  test('a replaced token lives on, and can be revoked at once without losing sight of the new one', async () => {
    const bot = await policyBot()
    await answerTo(bot.manager().type('/policy token name:EU'))
    const user = bot.manager()
    const reply = user.type('/policy token name:EU')
    const text = await answerTo(reply)
    expect(text).toContain('The token before works until this one is used, for a day at most.')
    expect((await bot.status())?.tokens).toHaveLength(2)
    const list = await answerTo(bot.manager().type('/policy token'))
    expect(list).toContain(
      'EU · replaced token · works until the new one is used, 15 November 2023 22:13 at the latest',
    )
    const question = reply.click('Revoke the replaced token now')
    expect(await question.until('Revoke the replaced token of EU?')).toContain('gets no decision')
    expect(await question.click('Confirm').until('is revoked')).toContain('The replaced token of EU is revoked')
    expect(reply.text()).toBe(text)
    expect((await bot.status())?.tokens).toHaveLength(1)
    const again = reply.click('Revoke the replaced token now')
    await again.acknowledged()
    expect(TOKEN.test(reply.text())).toBe(true)
  })

  test('a token is revoked through the menu, after what that means for the game server', async () => {
    const bot = await policyBot()
    for (const name of ['EU:1', 'US']) await answerTo(bot.manager().type(`/policy token name:${name}`))
    const reply = bot.manager().type('/policy token')
    await answerTo(reply)
    const question = reply.select('EU:1')
    const text = await question.until('Revoke the token EU:1?')
    expect(text).toContain('With `server.bansServerFailureMode` 0, which is the default, it then lets everyone in')
    expect((await bot.status())?.tokens).toHaveLength(2)
    const done = question.click('Confirm')
    await done.until('The token EU:1 is revoked')
    expect((await bot.status())?.tokens.map(({ name }) => name)).toEqual(['US'])
    bot.endDoubleClicks()
    const late = reply.select('EU:1')
    await late.until('Revoke the token EU:1?')
    expect(await followUpTo(late.click('Confirm'))).toContain('It does not exist, or was revoked.')
  })
})
