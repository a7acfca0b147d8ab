import { expect, test } from 'vitest'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { ask } from '../support/ask.ts'
import { botForTest, type BotService } from '../support/bot.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'

const steam = await useSteam(createWorld({ accounts: 300 }))

/** The values of a metric by their labels. */
async function countsOf(bot: BotService, name: string): Promise<Record<string, number>> {
  const { body } = await ask(bot, '/metrics')
  const lines = String(body).matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]))
}

/** Waits until this number of interactions has ended. */
async function ended(bot: BotService, count: number): Promise<void> {
  await expect.poll(() => bot.log.filter(({ msg }) => msg === 'interaction').length, { interval: 5 }).toBe(count)
}

const INTERACTIONS = 'rapsheet_discord_interactions_total'
const ACKNOWLEDGED = 'rapsheet_discord_acknowledgement_seconds_count'
const EDITS = 'rapsheet_discord_edits_total'

test('interactions are counted by command and outcome', async () => {
  const bot = await botForTest({ CACHE_ACCOUNT_SECONDS: '0', STALE_SECONDS: '0' }, { steam })
  const user = bot.discord.user()
  const reply = user.type('/lookup raider')
  await reply.until('1 VAC ban')
  await reply.select('Statistics').until('Rust statistics')
  await reply.click('Account').until('1 VAC ban')
  await user.type('/lookup raider').until('1 VAC ban')
  await user.type(`/lookup ${steam.world.cast.gone}`).until('Not found')
  await user.type(`/friends ${steam.world.cast.friendsPrivate}`).until('Friend list private')
  await user.useMessageCommand('Check Steam accounts', { content: 'nothing here' }).until('No account in this message')
  steam.dial.set('*', { faults: { '503': 1 } })
  await user.type('/lookup raider').until('Steam does not answer')
  await ended(bot, 8)
  expect(await countsOf(bot, INTERACTIONS)).toEqual({
    'command="lookup",outcome="answered"': 2,
    'command="lookup",outcome="account_not_found"': 1,
    'command="lookup",outcome="platform_unavailable"': 1,
    'command="button stats",outcome="answered"': 1,
    'command="button lookup",outcome="answered"': 1,
    // A private list counts as answered.
    'command="friends",outcome="answered"': 1,
    'command="Check Steam accounts",outcome="no_account_in_message"': 1,
  })
  expect(await countsOf(bot, ACKNOWLEDGED)).toEqual({ '': 8 })
})

test('user input never becomes a label', async () => {
  const bot = await botForTest({}, { steam })
  const user = bot.discord.user()
  for (const name of ['kick', 'evil",x="y', 'a'.repeat(32)]) {
    await user.sendRaw({ data: { id: '1', name, type: 1 } }).until('Unknown command')
  }
  for (const customId of ['v0:lookup:raider', 'v1:evil', 'evil']) {
    await user.sendRaw({ type: 3, data: { custom_id: customId, component_type: 2, id: 1 } }).until('outdated')
  }
  await ended(bot, 6)
  expect(await countsOf(bot, INTERACTIONS)).toEqual({
    'command="unknown",outcome="unknown_command"': 3,
    'command="button unknown",outcome="outdated_button"': 3,
  })
})

test('the time until the acknowledgement is measured, if there is one', async () => {
  const bot = await botForTest({}, { steam })
  await bot.discord.user().type('/lookup raider').until('1 VAC ban')
  bot.discord.rest.fail({ match: 'callback', status: 404, body: { code: 10062, message: 'Unknown interaction' } })
  bot.discord.user().type('/lookup raider')
  await ended(bot, 2)
  expect(await countsOf(bot, ACKNOWLEDGED)).toEqual({ '': 1 })
  expect(await countsOf(bot, INTERACTIONS)).toEqual({
    'command="lookup",outcome="answered"': 1,
    'command="lookup",outcome="gone"': 1,
  })
  const answered = bot.log.find(({ outcome }) => outcome === 'answered')
  const { '': seconds } = await countsOf(bot, 'rapsheet_discord_acknowledgement_seconds_sum')
  // The log has rounded values.
  expect((seconds ?? 0) * 1_000).toBeCloseTo(Number(answered?.['acknowledgedMs']), 0)
})

test('edits are counted as sent, coalesced or failed', async () => {
  const bot = await botForTest({}, { steam })
  const user = bot.discord.user()
  await user.type('/lookup raider').until('1 VAC ban')
  expect(await countsOf(bot, EDITS)).toEqual({ 'outcome="sent"': 1 })
  // More progress than the edit throttle allows.
  steam.dial.set('games', { latencyMs: 10, jitterMs: 200 })
  await user.type(`/friends ${steam.world.cast.scan}`).until(/\d+ of \d+ banned \(/)
  await ended(bot, 2)
  const counts = await countsOf(bot, EDITS)
  expect(counts['outcome="coalesced"']).toBeGreaterThan(0)
  expect(counts['outcome="sent"']).toBeLessThanOrEqual(4)
  bot.discord.rest.fail({ match: 'edit', status: 404, body: { code: 10008, message: 'Unknown Message' } })
  user.type('/lookup raider')
  await ended(bot, 3)
  expect(await countsOf(bot, EDITS)).toEqual({ ...counts, 'outcome="failed"': 1 })
})

test('each interaction has one log line with user, command, duration and cost, without accounts', async () => {
  const bot = await botForTest({}, { steam })
  const user = bot.discord.user()
  const reply = user.type(`/lookup ${steam.world.cast.raider}`)
  await reply.until('1 VAC ban')
  const again = user.type('/lookup raider')
  await again.until('1 VAC ban')
  await again.click('Friends').until(/\d+ of \d+ banned \(/)
  await ended(bot, 3)
  const lines = bot.log.filter(({ msg }) => msg === 'interaction')
  const common = {
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    msg: 'interaction',
    durationMs: expect.any(Number),
    acknowledgedMs: expect.any(Number),
    guildId: bot.discord.guildIds[0],
    userId: user.id,
    outcome: 'answered',
  }
  expect(lines).toEqual([
    { ...common, requestId: reply.interactionId, command: 'lookup', upstreamCalls: 4, cacheHits: 0 },
    // The vanity name needs a call; its account is cached.
    { ...common, requestId: again.interactionId, command: 'lookup', upstreamCalls: 1, cacheHits: 4 },
    {
      ...common,
      requestId: expect.any(String),
      command: 'button friends',
      upstreamCalls: expect.any(Number),
      cacheHits: expect.any(Number),
    },
  ])
  expect(lines[2]?.['upstreamCalls']).toBeGreaterThan(30)
  for (const { durationMs, acknowledgedMs } of lines) {
    expect(String(durationMs)).toMatch(/^\d+(\.\d)?$/)
    expect(Number(durationMs)).toBeGreaterThanOrEqual(Number(acknowledgedMs))
  }
  const log = JSON.stringify(bot.log)
  expect(log).not.toContain(steam.world.cast.raider)
  expect(log).not.toMatch(/raider/i)
  expect(log).not.toContain(bot.discord.token)
})

test('neither accounts nor the token appear in the log, whatever fails', async () => {
  const bot = await botForTest({ CACHE_ACCOUNT_SECONDS: '0', CACHE_VANITY_SECONDS: '0' }, { steam })
  const user = bot.discord.user()
  const { raider, statsPrivate, friendsPrivate, gone, nullBans, hoarder } = steam.world.cast
  for (const id of [gone, nullBans]) await user.type(`/lookup ${id}`).until('┃')
  await user.type(`/stats ${statsPrivate}`).until('┃')
  await user.type(`/friends ${friendsPrivate}`).until('┃')
  for (const fault of ['503', 'reset', 'cut-json', '429', 'bad-key'] as const) {
    steam.dial.set('*', { faults: { [fault]: 1 } })
    for (const command of ['lookup', 'friends', 'stats']) await user.type(`/${command} ${raider}`).until('┃')
    await user.type(`/inventory ${hoarder}`).until('┃')
  }
  await ended(bot, 24)
  const log = JSON.stringify(bot.log)
  for (const id of [raider, statsPrivate, friendsPrivate, gone, nullBans, hoarder]) expect(log).not.toContain(id)
  for (const secret of [bot.discord.token, steam.key]) expect(log).not.toContain(secret)
})
