import { expect, test } from 'vitest'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { PANEL, startFakeDemoPage } from './support/demo-page.ts'

const openPage = await useBrowser()

test('the panel of the world sends what happens there', async () => {
  const service = await startFakeDemoPage()
  const { page } = await openPage(service, '/', { viewport: { width: 1400, height: 900 } })
  const world = page.getByRole('region', { name: 'Simulated world' })
  await world.getByRole('button', { name: 'Ban', exact: true }).click()
  await world.getByRole('button', { name: 'Down' }).click()
  await world.getByRole('button', { name: '+1 day' }).click()
  await world.getByRole('combobox', { name: 'Player' }).press('Enter')
  await expect
    .poll(() => service.requests)
    .toEqual([
      ['panel', { verb: 'ban', account: 'honest_joe', ban: 'game' }],
      ['panel', { verb: 'steam', state: 'down' }],
      ['panel', { verb: 'time', seconds: 86_400 }],
      ['panel', { verb: 'join', account: 'raider' }],
    ])
  const notes = [{ id: 1, text: 'Steam answers every call with an error.' }]
  service.send({ type: 'panel', panel: { ...PANEL, notes } })
  await world.getByText('Steam answers every call with an error.').waitFor()
  service.answers.refusal = 'There is no account nobody.'
  await world.getByRole('button', { name: 'Lift' }).click()
  await world.getByRole('alert').getByText('There is no account nobody.').waitFor()
  await page.getByRole('combobox', { name: 'Alerts in' }).selectOption('de')
  await expect.poll(() => service.requests.at(-1)).toEqual(['guild', { locale: 'de' }])
})

test('the panel of the world is visible as a whole at 1280x900, with its notes in a window of 720 too', async () => {
  const notes = [1, 2, 3].map((id) => ({ id, text: 'Steam answers again.\n'.repeat(3) }))
  const service = await startFakeDemoPage({ panel: { ...PANEL, notes } })
  const { page } = await openPage(service, '/', { viewport: { width: 1280, height: 900 } })
  const world = page.getByRole('region', { name: 'Simulated world' })
  await world.getByText('Steam answers again.').first().waitFor()
  expect(await world.evaluate((it) => [it.scrollHeight - it.clientHeight, it.getBoundingClientRect().bottom])).toEqual([
    0, 900,
  ])
  expect(await page.getByRole('log', { name: '#alerts' }).evaluate((it) => it.clientHeight)).toBeGreaterThan(300)
  expect(await findAxeProblems(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 720 })
  const happened = await world.getByRole('group', { name: 'What happened' }).boundingBox()
  expect((happened?.y ?? 0) + (happened?.height ?? 0)).toBe(720)
})
