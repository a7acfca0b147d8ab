import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startDiscord } from '../../packages/sim-discord/src/index.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'
import { untilAborted } from '../../src/lib/abort.ts'
import { startBotService } from '../support/bot.ts'
import { deferred } from '../support/deferred.ts'
import { botWith, startBotAt, typedCommand, viewOf } from '../support/fake-discord-bot.ts'
import { warningsDuring } from '../support/process-events.ts'
import { useSteam } from '../../packages/sim-steam/test/simulated-steam.ts'
import { until } from '../support/until.ts'

const RESTARTING =
  /Restarting( · not banned by us)?\n┃ The service is restarting, and this was not finished, so not everything could be checked\. Try again /

const steam = await useSteam(createWorld({ accounts: 300 }))

/** A service that its test stops, with a Discord that runs until the end of the test. */
async function serviceToStop(latencyMs = 0) {
  const discord = await startDiscord({ latencyMs })
  onTestFinished(async () => {
    await discord.close()
    expect(discord.violations()).toEqual([])
  })
  const service = await startBotService(
    { steamConcurrency: 400, tryMs: 60_000, deadlineMs: 60_000 },
    { steam, discord },
  )
  return { discord, service }
}

describe('stopping the bot', () => {
  test('ends running scans and lookups with a message to their users, then disconnects', async () => {
    const { discord, service } = await serviceToStop()
    steam.dial.set('games', { latencyMs: 20_000 })
    steam.dial.set('vanity', { faults: { hang: 1 } })
    const scan = discord.user().type(`/friends ${steam.world.cast.scan}`)
    await expect.poll(() => steam.inFlight('games'), { timeout: 10_000 }).toBe(100)
    const lookup = discord.user().type('/lookup raider')
    await expect.poll(() => steam.inFlight('vanity')).toBe(1)

    const startedAt = performance.now()
    const complaints = await warningsDuring(() => service.close())
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    expect(complaints).toEqual([])
    expect(scan.text()).toMatch(RESTARTING)
    expect(lookup.text()).toMatch(RESTARTING)
    expect(discord.gateway.isConnected()).toBe(false)
    expect(steam.inFlight()).toBe(0)
    const lines = service.log.filter(({ msg }) => msg === 'interaction')
    expect(lines).toMatchObject([{ outcome: 'stopping' }, { outcome: 'stopping' }])
    expect(lines.every(({ level }) => level === 30)).toBe(true)
  })

  test('lets an answer finish that is being sent', async () => {
    const { discord, service } = await serviceToStop(100)
    const reply = discord.user().type('/lookup raider')
    await until(() => discord.rest.requests().some(({ route }) => route === 'edit'))
    await service.close()
    expect(reply.text()).toContain('1 VAC ban')
  })

  test('ends a task that starts during it at once', async () => {
    const work = deferred<void>()
    const begun: string[] = []
    const bot = await botWith({
      slash: [
        typedCommand('slow', async ({ reply }) => {
          begun.push('slow')
          await work.promise
          await reply.show(viewOf('slow'))
        }),
        typedCommand('endless', ({ callContext }) => untilAborted(callContext, new Promise<never>(() => {}))),
      ],
    })
    const slow = bot.discord.user().type('/slow')
    await expect.poll(() => begun).toEqual(['slow'])
    const closed = bot.bot.close()
    const late = bot.discord.user().type('/endless')
    expect(await late.until('┃', 1_000)).toMatch(RESTARTING)
    expect(late.isEphemeral()).toBe(true)
    work.resolve()
    await closed
    expect(slow.text()).toContain('slow')
  })

  test('waits for the answers of interactions that arrive during it', async () => {
    const works = [deferred<void>(), deferred<void>()]
    let begun = 0
    const bot = await botWith({
      slash: [
        typedCommand('deaf', async ({ reply }) => {
          await works[begun++]?.promise
          await reply.show(viewOf('heard'))
        }),
        typedCommand('endless', ({ callContext }) => untilAborted(callContext, new Promise<never>(() => {}))),
      ],
    })
    const first = bot.discord.user().type('/deaf')
    await expect.poll(() => begun).toBe(1)
    const closed = bot.bot.close()
    const second = bot.discord.user().type('/deaf')
    await expect.poll(() => begun).toBe(2)
    works[0]?.resolve()
    await first.until('heard')
    await expect.poll(() => bot.records.length).toBe(1)
    // The gateway still delivers interactions.
    await bot.discord.user().type('/endless').until(RESTARTING, 1_000)
    works[1]?.resolve()
    await closed
    expect(second.text()).toContain('heard')
  })

  test('does not wait forever for a task that does not end', async () => {
    const begun: string[] = []
    const discord = await startDiscord()
    onTestFinished(() => discord.close())
    const { bot } = startBotAt(discord, {
      slash: [
        typedCommand('deaf', () => {
          begun.push('deaf')
          return new Promise<never>(() => {})
        }),
      ],
    })
    await expect.poll(() => discord.commands.puts()).toBe(1)
    discord.user().type('/deaf')
    await expect.poll(() => begun).toEqual(['deaf'])
    vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const closed = bot.close()
    await vi.advanceTimersByTimeAsync(10_000)
    await closed
    await expect.poll(() => discord.gateway.isConnected()).toBe(false)
  })
})
