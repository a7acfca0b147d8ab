import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { shardOf, type SimDiscord, type SimDiscordOptions, startDiscord } from '../../packages/sim-discord/src/index.ts'
import { commands } from '../../commands/index.ts'
import { ask } from '../support/ask.ts'
import { botForTest } from '../support/bot.ts'
import { deferred } from '../support/deferred.ts'
import { startBotAt, typedCommand, viewOf, type TestBot } from '../support/fake-discord-bot.ts'
import { warningsDuring } from '../support/process-events.ts'
import { serviceForTest } from '../support/service.ts'

const TOKEN_REFUSED =
  'Discord refuses DISCORD_TOKEN. Copy the token anew from https://discord.com/developers/applications (Bot, Reset Token) into .env.'
const INTENTS_REFUSED =
  'Discord refuses the intents of this bot, which asks for none; see whether DISCORD_API_URL leads to Discord.'

/** A Discord for one test. */
async function discordForTest(options: SimDiscordOptions = {}): Promise<SimDiscord> {
  const discord = await startDiscord(options)
  onTestFinished(() => discord.close())
  return discord
}

/** A bot for one test, maybe not logged in yet; it is stopped before its Discord. */
function botAt(
  discord: SimDiscord,
  ...rest: [given?: Parameters<typeof startBotAt>[1], options?: Parameters<typeof startBotAt>[2]]
): TestBot {
  const made = startBotAt(discord, ...rest)
  onTestFinished(() => made.bot.close())
  return made
}

async function connected({ bot }: TestBot): Promise<void> {
  await expect
    .poll(() => bot.state(), { interval: 5, timeout: 8_000, message: 'the bot is connected' })
    .toBe('connected')
}
async function deployed({ log }: TestBot): Promise<void> {
  await expect
    .poll(() => log.some(({ msg }) => msg.startsWith('the commands were registered')), { interval: 5, timeout: 5_000 })
    .toBe(true)
}
const loudLines = ({ log }: TestBot) => log.filter(({ level }) => level > 30).map(({ msg, reason }) => [msg, reason])

/** The gateway information of Discord for a bot with one shard. */
const gatewayOf = ({ url }: SimDiscord) => ({
  url: url.replace('http', 'ws'),
  shards: 1,
  session_start_limit: { total: 1_000, remaining: 999, reset_after: 60_000, max_concurrency: 1 },
})

const go = { slash: [typedCommand('go', ({ reply }) => reply.show(viewOf('done')))] }
const waitUntil = (isSo: () => boolean) => vi.waitUntil(isSo, { interval: 5, timeout: 9_000 })
/** Lets logins fail with a server error; discord.js tries four times by itself. */
const failLogins = ({ rest }: SimDiscord, attempts: number) =>
  rest.fail({ match: 'gateway', status: 500, times: 4 * attempts })
const restartAt = async (url: string) => {
  const discord = await startDiscord({ port: Number(new URL(url).port) })
  onTestFinished(() => discord.close())
}

describe('logging in', () => {
  test('requests no intents and logs an invite link with what commands and alerts need', async () => {
    const discord = await discordForTest({ name: 'Rapsheet' })
    const bot = botAt(discord, commands)
    expect(bot.bot.state()).toBe('connecting')
    await connected(bot)
    await deployed(bot)
    expect(discord.gateway.intents()).toEqual([0])
    const line = bot.log.find(({ msg }) => msg.startsWith('logged in to Discord as Rapsheet'))
    const invite = new URL(/invite it to a server: (\S+)$/.exec(line?.msg ?? '')?.[1] ?? '')
    expect(invite.pathname).toMatch(/\/oauth2\/authorize$/)
    expect(Object.fromEntries(invite.searchParams)).toEqual({
      client_id: discord.applicationId,
      scope: 'bot applications.commands',
      // View Channel, Send Messages, Attach Files.
      permissions: String(0x400 + 0x800 + 0x8000),
    })
    expect(discord.violations()).toEqual([])
  })

  test('uses the number of shards that Discord recommends, as a bot on thousands of servers must', async () => {
    const discord = await discordForTest({ guilds: 2_500, maxConcurrency: 16 })
    const bot = botAt(discord, go)
    await expect.poll(() => discord.gateway.sessions(), { timeout: 3_000 }).toBe(3)
    await deployed(bot)
    await connected(bot)
    for (const guildId of discord.guildIds.slice(0, 6)) await discord.user({ guildId }).type('/go').until('done')
    expect(discord.violations()).toEqual([])
  })

  test('answers in the servers of the first shard while the others still log in, one in 5 s', async () => {
    const discord = await discordForTest({ guilds: 2_500 })
    const bot = botAt(discord, go)
    await deployed(bot)
    const [first = '', second = ''] = [0, 1].map((shard) =>
      discord.guildIds.find((guildId) => shardOf(guildId, 3) === shard),
    )
    await discord.user({ guildId: first }).type('/go').until('done')
    expect([discord.gateway.sessions(), bot.bot.state()]).toEqual([1, 'connecting'])
    await expect.poll(() => bot.bot.state(), { timeout: 14_000 }).toBe('connected')
    await discord.user({ guildId: second }).type('/go').until('done')
    expect(discord.gateway.sessions()).toBe(3)
    expect(discord.violations()).toEqual([])
  })

  test.each<[string, (discord: SimDiscord) => Promise<void> | void, (url: string) => Promise<void>]>([
    ['Discord answers 500', (discord) => failLogins(discord, 2), async () => {}],
    ['Discord cannot be reached', (discord) => discord.close(), restartAt],
  ])('is retried after a temporary failure, which is logged once: %s', async (_, fail, mend) => {
    const discord = await discordForTest()
    await fail(discord)
    const bot = botAt(discord, go)
    await waitUntil(() => loudLines(bot).length > 0)
    expect(bot.bot.state()).toBe('connecting')
    await mend(discord.url)
    await waitUntil(() => bot.bot.state() === 'connected')
    expect(loudLines(bot)).toEqual([['Discord cannot be reached; trying again in 1 s', expect.stringMatching(/\S/)]])
    expect(bot.refused).toEqual([])
  })

  test('can be aborted by close, after which the bot does not log in', async () => {
    const latencyMs = 50
    const discord = await discordForTest({ latencyMs })
    const { bot } = startBotAt(discord)
    await expect.poll(() => discord.rest.requests(), { interval: 1 }).toHaveLength(1)
    await bot.close()
    // When a bot that starts now is connected, the first one would be connected as well.
    await connected(botAt(await discordForTest({ latencyMs })))
    await expect.poll(() => discord.gateway.isConnected()).toBe(false)
  })

  test('can be aborted by close while it waits for the next try', async () => {
    const discord = await discordForTest()
    failLogins(discord, 1)
    const bot = botAt(discord, go)
    await waitUntil(() => loudLines(bot).length > 0)
    expect(await warningsDuring(() => bot.bot.close())).toEqual([])
    // The next try would have come after 1 s.
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(discord.rest.requests()).toHaveLength(4)
    expect(bot.refused).toEqual([])
  })
})

describe('a permanent rejection by Discord', () => {
  /** The message for the operator, and everything that was logged. */
  async function refusalOf(bot: TestBot): Promise<string> {
    await expect.poll(() => bot.refused, { interval: 5, timeout: 2_000 }).toHaveLength(1)
    expect(bot.bot.state()).toBe('refused')
    // Anything else that follows is logged now.
    await bot.bot.close()
    expect(bot.refused).toHaveLength(1)
    expect(JSON.stringify([bot.log, bot.refused])).not.toContain(WRONG_TOKEN)
    return bot.refused[0] ?? ''
  }
  const WRONG_TOKEN = 'WRONG.TOKEN.0123456789'

  test('is reported for an invalid token', async () => {
    const bot = botAt(await discordForTest(), commands, { token: WRONG_TOKEN })
    expect(await refusalOf(bot)).toBe(TOKEN_REFUSED)
    expect(loudLines(bot)).toEqual([])
  })

  test('is reported for a token that the gateway rejects', async () => {
    const discord = await discordForTest()
    discord.rest.fail({ match: 'gateway', status: 200, body: gatewayOf(discord) })
    const bot = botAt(discord, commands, { token: WRONG_TOKEN })
    expect(await refusalOf(bot)).toBe(TOKEN_REFUSED)
    // There is no retry, so none is logged.
    expect(bot.log.map(({ msg }) => msg).join()).not.toContain('trying again')
  })

  test('is reported for a token that is reset later', async () => {
    const discord = await discordForTest()
    const bot = botAt(discord, commands)
    await connected(bot)
    await deployed(bot)
    discord.gateway.close(4004)
    expect(await refusalOf(bot)).toBe(TOKEN_REFUSED)
  })

  test('is reported for disallowed intents', async () => {
    const bot = botAt(await discordForTest({ disallowedIntents: true }), commands)
    expect(await refusalOf(bot)).toBe(INTENTS_REFUSED)
    expect(bot.log.map(({ msg }) => msg).join()).not.toContain('trying again')
  })

  test.each([4010, 4014])('is reported for close code %i', async (code) => {
    const discord = await discordForTest()
    const bot = botAt(discord, commands)
    await connected(bot)
    discord.gateway.close(code)
    expect(await refusalOf(bot)).toMatch(
      code >= 4013
        ? INTENTS_REFUSED
        : new RegExp(`^Discord closed the connection for good \\(${code}, \\w+\\); see whether a newer version`),
    )
    expect(discord.gateway.sessions()).toBe(1)
  })
})

test('registering the commands is retried when it fails, and interactions are still answered', async () => {
  const discord = await discordForTest()
  discord.commands.set([{ name: 'go', description: 'an older form' }])
  discord.rest.fail({ match: /^PUT .*commands/, status: 500, times: 4 })
  const bot = botAt(discord, go)
  await waitUntil(() => loudLines(bot).length > 0)
  expect(loudLines(bot)).toEqual([
    ['the commands could not be registered with Discord; trying again in 1 s', expect.any(String)],
  ])
  expect(discord.commands.puts()).toBe(0)
  await discord.user().type('/go').until('done')
  await waitUntil(() => discord.commands.puts() === 1)
})

test('HTTP is served while Discord is down', async () => {
  const discord = await discordForTest()
  discord.rest.fail({ match: 'gateway', status: 500, times: 100 })
  const service = await serviceForTest({ DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl })
  expect(await ask(service, '/readyz')).toMatchObject({ status: 200, body: { ready: true, discord: 'connecting' } })
  expect(await ask(service, '/api/lookup?steamId=raider')).toMatchObject({ status: 200 })
})

describe('a lost gateway connection', () => {
  /** A connected bot with one command. */
  async function connectedBot(options: SimDiscordOptions = {}) {
    const discord = await discordForTest(options)
    const bot = botAt(discord, go)
    await connected(bot)
    await deployed(bot)
    return bot
  }

  test('is resumed, and interactions that it missed are answered', async () => {
    const bot = await connectedBot()
    const { discord } = bot
    discord.gateway.drop()
    const reply = discord.user().type('/go')
    expect(await reply.until('done')).toContain('done')
    await connected(bot)
    expect([discord.gateway.resumes(), discord.gateway.sessions()]).toEqual([1, 1])
    expect(bot.log.map(({ msg }) => msg)).toContain('the connection to Discord was lost; resuming')
    expect(discord.violations()).toEqual([])
  })

  test('does not answer replayed interactions that have expired', async () => {
    let behindMs = 0
    const bot = await connectedBot({ clock: () => Date.now() - behindMs })
    const { discord } = bot
    discord.gateway.drop()
    await expect.poll(() => bot.bot.state(), { interval: 5 }).toBe('connecting')
    behindMs = 2_600
    const dead = discord.user().type('/go')
    behindMs = 1_000
    const alive = discord.user().type('/go')
    discord.rest.reset()
    await alive.until('done')
    await connected(bot)
    const asked = discord.rest.requests().map(({ path }) => path)
    expect(
      asked.filter((path) => path.includes(dead.interactionId) || path.includes(String(dead.sent()['token']))),
    ).toEqual([])
    await expect.poll(() => bot.records.map(({ outcome }) => outcome)).toEqual(['expired', 'answered'])
    expect(bot.records[0]).toEqual({ command: 'replayed', outcome: 'expired', acknowledgedMs: undefined })
  })

  test('answers interactions of any age once it is resumed', async () => {
    let behindMs = 0
    const bot = await connectedBot({ clock: () => Date.now() - behindMs })
    // With a wrong clock, here or at Discord, every interaction looks old.
    behindMs = 60_000
    await bot.discord.user().type('/go').until('done')
    behindMs = 0
    bot.discord.gateway.drop()
    await expect.poll(() => bot.discord.gateway.resumes(), { interval: 5 }).toBe(1)
    await connected(bot)
    behindMs = 60_000
    await bot.discord.user().type('/go').until('done')
    await expect.poll(() => bot.records.map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
  })

  test('does not prevent the answer of a running task', async () => {
    const discord = await discordForTest()
    const work = deferred<void>()
    const bot = botAt(discord, {
      slash: [
        typedCommand('go', async ({ reply }) => {
          reply.progress(viewOf('half'))
          await work.promise
          await reply.show(viewOf('whole'))
        }),
      ],
    })
    await deployed(bot)
    const reply = discord.user().type('/go')
    await reply.until('half')
    discord.gateway.drop()
    work.resolve()
    expect(await reply.until('whole', 400)).toContain('whole')
    expect(bot.bot.state()).toBe('connecting')
  })
})

describe('/readyz', () => {
  const stateOf = async (service: { url: string }) => {
    const { body } = await ask(service, '/readyz')
    const metrics = String((await ask(service, '/metrics')).body)
    const [, gauge] = /^rapsheet_discord_connected (\d)$/m.exec(metrics) ?? []
    return [(body as { discord: string }).discord, gauge]
  }

  test('reports whether the gateway is connected, as this changes', async () => {
    const bot = await botForTest()
    expect(await stateOf(bot)).toEqual(['connected', '1'])
    bot.discord.gateway.refuseConnections(true)
    bot.discord.gateway.drop()
    await expect.poll(() => stateOf(bot)).toEqual(['connecting', '0'])
    expect(await ask(bot, '/readyz')).toMatchObject({ status: 200, body: { ready: true } })
    bot.discord.gateway.refuseConnections(false)
    await expect.poll(() => stateOf(bot), { timeout: 5_000 }).toEqual(['connected', '1'])
    bot.discord.gateway.close(4004)
    await expect.poll(() => stateOf(bot)).toEqual(['refused', '0'])
    expect(bot.fatal).toEqual([TOKEN_REFUSED])
  })
})
