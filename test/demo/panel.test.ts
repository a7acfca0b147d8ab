import { Agent } from 'undici'
import { expect, onTestFinished, test } from 'vitest'
import { createGameControl } from '../../demo/control/game.ts'
import { createWorldControl } from '../../demo/control/world.ts'
import { createPanel } from '../../demo/panel/panel.ts'
import { createGameConsole } from '../../demo/game/game-console.ts'
import { createDial } from '../../packages/sim-steam/src/dial.ts'
import { createWorld } from '../../packages/sim-steam/src/world.ts'

function panelForTest(startNote?: string) {
  const world = createWorld({ accounts: 1 })
  const dispatcher = new Agent()
  onTestFinished(() => dispatcher.destroy())
  const control = createWorldControl({ world, dial: createDial(), cacheSeconds: 0, sweepSeconds: 5 })
  return createPanel(control, createGameControl(createGameConsole(dispatcher), world), startNote)
}

test('changes of Steam and of the game server are noted, and wrong ones are refused', async () => {
  const panel = panelForTest()
  expect(panel.read()).toMatchObject({ steam: 'up', game: { isChecking: false, failureMode: 0 }, notes: [] })
  await panel.act({ verb: 'steam', state: 'slow' })
  await panel.act({ verb: 'setting', line: 'server.bansServerFailureMode 1' })
  await panel.act({ verb: 'join', account: 'raider' })
  expect(panel.read()).toMatchObject({
    steam: 'slow',
    game: { failureMode: 1 },
    notes: [{ id: 1 }, { id: 2 }, { id: 3, text: expect.stringContaining('Let in without a check') }],
  })
  await expect(panel.act({ verb: 'ban', account: 'nobody', ban: 'vac' })).rejects.toThrow('no account nobody')
  await expect(panel.act({ verb: 'setting', line: 'hello' })).rejects.toThrow('Paste the whole line')
  await expect(panel.act({ verb: 'explode' })).rejects.toThrow('verb')
})

test('a page that connects after a restart of the demo reads what is new', () => {
  const note = 'Each start of the demo is a new one.'
  expect(panelForTest(note).read()).toMatchObject({ notes: [{ id: 0, text: note }] })
})
