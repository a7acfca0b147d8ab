import { describe, expect, test } from 'vitest'
import { hashToken } from '../../../src/lib/token-hash.ts'
import { TOOL_SCOPES } from '../../../src/model/tool-token.ts'
import { createStoredTokens } from '../../../src/tokens/stored-tokens.ts'
import { banBot } from '../../support/ban-bot.ts'
import { answerTo, followUpTo, submitForm } from '../../support/command-tests.ts'

const TOKEN = /rst_[\w-]{43}/
const PANEL = { name: 'my *panel*', scopes: ['bans:read', 'joins'] }

/** Submits the form of `/token create`. */
const create = (
  user: ReturnType<Awaited<ReturnType<typeof banBot>>['manager']>,
  values: Record<string, string | string[]> = PANEL,
) => submitForm(user.type('/token create'), values)

/** A bot with all commands, whose process keeps the tokens in memory. */
async function open(publicUrl: string | null = 'https://bans.example/') {
  let reload = async () => {}
  const bot = await banBot({}, { publicUrl: publicUrl ?? undefined, toolTokens: { reload: () => reload() } })
  const onError = (error: unknown) => {
    throw error
  }
  const stored = createStoredTokens({ database: bot.database, clock: bot.context.clock, onError })
  reload = stored.reload
  return { ...bot, stored, tokens: () => bot.database.read(({ toolTokens }) => toolTokens.list(bot.guildId)) }
}

describe('/token create', () => {
  test('shows the token once, with what it may do, its end and a call to try, and stores only the hash', async () => {
    const bot = await open()
    const reply = await create(bot.manager(), { ...PANEL, Until: '30 days' })
    const text = await answerTo(reply)
    const [token = ''] = TOKEN.exec(text) ?? []
    expect(text).toContain('🔑 Token for my *panel*')
    expect(text).toContain('`bans:read`: read the ban list and its changes')
    expect(text).toContain('`joins`: read who joined your game servers, and whom the policy refused')
    expect(text).not.toContain('watches')
    expect(text).toContain('It ends on 14 December 2023')
    expect(text).toContain(`curl -H "Authorization: Bearer ${token}" https://bans.example/api/token`)
    expect(text).toContain('The token is shown only now.')
    expect(reply.isEphemeral()).toBe(true)
    const [stored] = await bot.tokens()
    expect(stored).toMatchObject({ name: 'my *panel*', hash: hashToken(token), scopes: ['bans:read', 'joins'] })
    expect(bot.stored.findByToken(token)).toMatchObject({ guildId: bot.guildId, name: 'my *panel*' })
    expect(JSON.stringify(bot.log)).not.toContain(token.slice(4))
  })

  test('without HTTP_PUBLIC_URL it says what is missing, and shows the header', async () => {
    const bot = await open(null)
    const text = await answerTo(await create(bot.manager()))
    expect(text).toContain('has not set HTTP_PUBLIC_URL')
    expect(text).toMatch(/Authorization: Bearer rst_[\w-]{43}/)
    expect(text).not.toContain('curl')
  })

  test('opens a form with a box for each scope, and the usual ends with a year chosen', async () => {
    const bot = await open()
    const { title, fields } = await bot.manager().type('/token create').untilModal()
    expect(title).toBe('New token for a tool')
    expect(fields.map(({ kind, label, isRequired }) => [kind, label, isRequired])).toEqual([
      ['text', 'Name of the tool', true],
      ['checkboxes', 'What the tool may do', true],
      ['menu', 'Until', true],
      ['text', 'Another end', false],
    ])
    const [, scopes, ends] = fields
    expect(scopes?.options?.map(({ label }) => label)).toEqual([...TOOL_SCOPES])
    expect(scopes?.options?.[1]).toEqual({
      label: 'bans:write',
      description: 'ban accounts, and change and lift bans',
      isDefault: false,
    })
    expect(ends?.options?.find(({ isDefault }) => isDefault)?.label).toBe('1 year')
    expect(ends?.options?.map(({ label }) => label)).not.toContain('No end')
  })

  test('opens its form again with everything that was entered after an error', async () => {
    const bot = await open()
    const failed = await create(bot.manager(), { ...PANEL, until: 'some: day' })
    expect(await answerTo(failed)).toContain('some: day')
    const again = failed.click('Edit and send again')
    const [name, scopes, ends, until] = (await again.untilModal()).fields
    expect(name?.value).toBe('my *panel*')
    expect(scopes?.options?.filter(({ isDefault }) => isDefault).map(({ label }) => label)).toEqual(PANEL.scopes)
    expect(ends?.options?.find(({ isDefault }) => isDefault)?.label).toBe('1 year')
    expect(until?.value).toBe('some: day')
    expect(await answerTo(again.submit({ until: '' }))).toContain('It ends on 14 November 2024')
    expect(await bot.tokens()).toMatchObject([{ name: 'my *panel*', scopes: PANEL.scopes }])
  })

  test.each([
    [[], 'Say what the tool may do, with one or more of these words:'],
    [['*x*'], 'This button is outdated'],
  ])('with the scopes %j, which no form sends, creates nothing', async (values, said) => {
    const bot = await open()
    const components = [
      { type: 18, id: 1, component: { type: 4, id: 2, custom_id: 'name', value: 'x' } },
      { type: 18, id: 3, component: { type: 22, id: 4, custom_id: 'scopes', values } },
    ]
    const data = { custom_id: 'v1:toolcreate', components }
    expect(await answerTo(bot.manager().sendRaw({ type: 5, data }))).toContain(said)
    expect(await bot.tokens()).toEqual([])
  })

  test.each([
    [{ until: 'never' }, 'never'],
    [{ until: '20y' }, 'more than ten years'],
    [{ name: '76561197960287930' }, 'the ID of an account could not be erased'],
  ])('with %j says what is wrong', async (values, said) => {
    const bot = await open()
    expect(await answerTo(await create(bot.manager(), { ...PANEL, ...values }))).toContain(said)
    expect(await bot.tokens()).toEqual([])
  })

  test('needs Ban Members too for a token that may ban', async () => {
    const bot = await open()
    const ban = { name: 'x', scopes: ['joins', 'bans:write'] }
    const refused = await create(bot.manager(), ban)
    expect(await answerTo(refused)).toContain('You need the permission Ban Members for this.')
    expect(refused.buttons().map(({ label }) => label)).toEqual(['Edit and send again'])
    expect(await bot.tokens()).toEqual([])
    expect(await answerTo(await create(bot.owner(), ban))).toMatch(TOKEN)
  })

  test('refuses the name of a valid token, and takes that of an expired one', async () => {
    const bot = await open()
    await answerTo(await create(bot.manager(), { ...PANEL, until: '1h' }))
    expect(await answerTo(await create(bot.manager()))).toContain('The token my *panel* is still valid.')
    bot.time.now += 3_600
    expect(await answerTo(await create(bot.manager()))).toMatch(TOKEN)
    expect(await bot.tokens()).toHaveLength(1)
  })
})

describe('/token list', () => {
  test('shows what tokens may do, who made them, when they end and were used last; expired ones at the end', async () => {
    const bot = await open()
    const anna = bot.manager({ name: 'anna' })
    await answerTo(await create(anna, { name: 'old', scopes: 'history', until: '1h' }))
    const text = await answerTo(await create(anna))
    bot.time.now += 7_200
    bot.stored.noteUse(bot.stored.findByToken(TOKEN.exec(text)?.[0] ?? '') ?? expect.fail('no grant'))
    await expect
      .poll(async () => (await bot.tokens()).map(({ lastUsedAt }) => lastUsedAt))
      .toEqual([null, bot.time.now])
    const list = await answerTo(bot.manager().type('/token list'))
    const lines = list.split('\n')
    const first = lines.findIndex((line) => line.includes('my *panel*'))
    expect(lines[first]).toMatch(/🔑 my \*panel\* · ends on 14 November 2024.* · last used /)
    expect(lines[first + 1]).toMatch(/bans:read joins.* · made by @anna /)
    expect(lines[first + 2]).toMatch(/⌛ old · ended on 14 November 2023.* · never used/)
    expect(list).toContain('1 of 10 in use')
    expect(list).not.toMatch(TOKEN)
  })

  test('revokes a token after a question, and the list stays', async () => {
    const bot = await open()
    const user = bot.manager()
    const [token = ''] = TOKEN.exec(await answerTo(await create(user, { name: 'a:b: c', scopes: 'joins' }))) ?? []
    const list = user.type('/token list')
    const before = await answerTo(list)
    const question = list.select('a:b: c')
    expect(await answerTo(question)).toContain('Revoke the token a:b: c?')
    expect(bot.stored.findByToken(token)).toBeDefined()
    expect(await question.click('Confirm').until('is revoked')).toContain('The token a:b: c is revoked')
    expect(bot.stored.findByToken(token)).toBeUndefined()
    expect(list.text()).toBe(before)
  })

  test('with an old menu or button revokes no new token that has the name of the old one', async () => {
    const bot = await open()
    const user = bot.manager()
    await answerTo(await create(user))
    const [list, other] = [user.type('/token list'), user.type('/token list')]
    for (const shown of [list, other]) await answerTo(shown)
    const question = list.select('my *panel*')
    await answerTo(question)
    await answerTo(user.type('/token revoke name:"my *panel*"'))
    const [token = ''] = TOKEN.exec(await answerTo(await create(user))) ?? []
    expect(await followUpTo(question.click('Confirm'))).toContain('It does not exist, or was revoked.')
    expect(await answerTo(other.select('my *panel*'))).toContain('It does not exist, or was revoked.')
    expect(bot.stored.findByToken(token)).toBeDefined()
  })
})

describe('/token revoke', () => {
  test('ends a token at once, and is in the log with its creation', async () => {
    const bot = await open()
    const user = bot.owner({ name: 'anna' })
    const [token = ''] = TOKEN.exec(await answerTo(await create(user))) ?? []
    expect(await answerTo(user.type('/token revoke name:panel'))).toContain('It does not exist, or was revoked.')
    expect(await answerTo(user.type('/token revoke name:"my *panel*"'))).toContain('The token my *panel* is revoked')
    expect(bot.stored.findByToken(token)).toBeUndefined()
    const log = user.type('/log')
    const text = await answerTo(log)
    expect(text).toContain('@anna made the token my *panel* for a tool · `bans:read joins`')
    expect(text).toContain('@anna revoked the token my *panel* of a tool · `bans:read joins`')
    expect(log.files()[0]?.text).toContain('tool token created')
    expect(await answerTo(bot.moderator().type('/log'))).not.toContain('panel')
  })
})
