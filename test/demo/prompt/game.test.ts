import { beforeEach, describe, expect, test } from 'vitest'
import { addDemoPlayers, DEMO_PLAYERS } from '../../../packages/sim-steam/src/demo-players.ts'
import { createWorld } from '../../../packages/sim-steam/src/world.ts'
import { discord } from '../../../packages/sim-discord/test/support.ts'
import { ban, startEndpoint, type Answer } from '../game/support.ts'
import { DEPLOYED } from '../../../packages/sim-discord/test/deployed.ts'
import { openTestPrompt } from './support.ts'
import { botForTest } from '../../support/bot.ts'

const RAIDER = '76561198000010431'
const JOE = '76561198000070655'

let prompt: Awaited<ReturnType<typeof openGame>>

async function openGame() {
  const sim = await discord()
  sim.commands.set(DEPLOYED)
  return openTestPrompt({ discord: sim, sim: { world: createWorld({ accounts: 1 }) } })
}

beforeEach(async () => {
  prompt = await openGame()
})

/** Sets the endpoint at the prompt as a server owner would, and returns the accounts that it is asked about. */
async function setEndpoint(answers: Record<string, Answer>): Promise<() => (string | undefined)[]> {
  const { endpoint, requests } = await startEndpoint(answers)
  prompt.enter(`server.bansServerEndpoint "${endpoint}"`)
  await prompt.until(/asks this endpoint about every player from now on/)
  return () => requests.map(({ path }) => path?.slice(-17))
}

describe('join', () => {
  test('explains how to set an endpoint before there is one', async () => {
    prompt.enter('join raider')
    const screen = await prompt.until(/^#1 join raider\n┃ Let in without a check: the game server has no endpoint yet/)
    expect(screen).toMatch(/1\. Type \/policy token name:main[^]*2\. Paste that line here/)
  })

  test('shows what a refused player sees', async () => {
    const asked = await setEndpoint({ [RAIDER]: ban(RAIDER, { reason: '1 VAC ban. discord.gg/x' }) })
    prompt.enter('join raider')
    const screen = await prompt.until(/Rejected/)
    expect(screen.replaceAll(/\d+ ms/g, '0 ms')).toBe(
      `#1 join raider
┃ ${RAIDER} joins.
┃ Asked about the player ${RAIDER}: 200, banned, 0 ms
┃ Rejected. The player sees: You are banned from this server (1 VAC ban. discord.gg/x)

moderator:`,
    )
    expect(asked()).toEqual([RAIDER])
  })

  test('asks about the owner of a shared copy first', async () => {
    const asked = await setEndpoint({})
    prompt.enter('join honest_joe owner raider')
    const screen = await prompt.until(/Let in:/)
    expect(asked()).toEqual([RAIDER, JOE])
    expect(screen.replaceAll(/\d+ ms/g, '0 ms')).toMatch(
      new RegExp(
        `┃ ${JOE} joins with a copy of ${RAIDER}\\.\n┃ Asked about the owner ${RAIDER}: 404, may join, 0 ms\n┃ Asked about the player ${JOE}: 404, may join, 0 ms\n`,
      ),
    )
  })

  test('shows the console of the game server when the check fails, and follows the failure mode', async () => {
    await setEndpoint({ [RAIDER]: { status: 401 } })
    prompt.enter('join raider')
    expect(await prompt.until(/Let in, because the check failed and server\.bansServerFailureMode is 0\./)).toMatch(
      new RegExp(
        `${RAIDER}: 401, failed: the token is wrong or revoked, \\d+ ms\n[^]*\n┃ Console: .*${RAIDER}: status 401\n`,
      ),
    )
    prompt.enter('server.bansServerFailureMode 1')
    await prompt.until(/When the check of a player fails, the game server rejects the player\./)
    prompt.enter('join raider')
    await prompt.until(/Rejected, because the check failed and server\.bansServerFailureMode is 1\./)
  })
})

test('the demo has all players that it lists, each once', () => {
  const world = createWorld({ accounts: 1 })
  addDemoPlayers(world, 1_800_000_000)
  const found = DEMO_PLAYERS.map(({ account }) => world.account(account)?.steamId ?? world.vanity(account))
  expect(found).not.toContain(undefined)
  expect(new Set(found).size).toBe(found.length)
  expect(world.account(world.vanity('newcomer') ?? '')?.profile?.timeCreated).toBe(1_800_000_000 - 5 * 86_400)
})

test('the token of /policy token lets players join by the policy of the server', async () => {
  const bot = await botForTest()
  const { enter, until } = openTestPrompt(bot)
  enter('/policy token name:main')
  const [, path] = /(\/game\/rsp_[\w-]{43})/.exec(await until(/rsp_[\w-]{43}/)) ?? []
  enter(`server.bansServerEndpoint "${bot.url}${path}"`)
  await until(/asks this endpoint/)
  enter('join raider')
  await until(/404, may join, \d+ ms\n┃ Let in: the policy accepts the account/)
  enter('/banlist add 76561198000010431 reason:aimbot note:secret')
  await until(/Undo/)
  enter('join raider')
  await until(/200, banned, \d+ ms\n┃ Rejected\. The player sees: [^]*game’s\s+(┃ )?owner:\s+(┃ )?aimbot\.\)/)
})
