import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { lookUp, readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const service = await useService()
const steam = service.sim

test('a browser that is offline says so, keeps what it has, and tries again when it is asked to', async () => {
  const { page } = await openPage(service, `/?account=${CAST.clean}`)
  await readOnce(page, 'h2', 'Honest Joe')
  await page.context().setOffline(true)
  await lookUp(page, CAST.raider)
  await readOnce(page, '.notice', 'No connection to this server')
  await page.goBack()
  await readOnce(page, 'h2', 'Honest Joe')
  await page.goForward()
  await readOnce(page, '.notice', 'No connection to this server')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect(await readOnce(page, '.verdict', 'VAC ban')).toContain('1 VAC ban')
})

test('a list that loses its connection keeps what was checked, and checks the rest on demand', async () => {
  const { page } = await openPage(service, '/')
  await page.locator('.intro').waitFor()
  let requests = 0
  await page.route('**/api/lookup/batch', (route) =>
    ++requests === 2 ? route.abort('connectionreset') : route.continue(),
  )
  await lookUp(page, steam.world.ids.slice(0, 80).join('\n'))
  await readOnce(page, '.notice', 'No connection to this server')
  expect(await page.locator('.summary').innerText()).toContain('30 accounts not checked yet.')
  expect(await page.locator('tbody tr', { hasText: 'could not be checked' }).count()).toBeGreaterThanOrEqual(30)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.locator('.summary').innerText()).not.toMatch(/not checked yet|Looking up/)
  expect(await page.locator('.notice').count()).toBe(0)
  expect(requests).toBe(3)
})

test.each([
  ['a sign-in page of the network', 200, '<title>Welcome to the Wi-Fi</title>'],
  ['an error page of a proxy', 502, '<h1>502 Bad Gateway</h1>'],
  ['JSON of something else', 200, 'null'],
])('%s is not mistaken for an answer', async (_, status, body) => {
  const { page } = await openPage(service, '/')
  await page.locator('.intro').waitFor()
  await page.route('**/api/**', (route) => route.fulfill({ status, contentType: 'text/html', body }))
  await lookUp(page, CAST.raider)
  await readOnce(page, '.notice', 'This answer is not from Rapsheet')
  await lookUp(page, `${CAST.raider} ${CAST.clean}`)
  expect(await readOnce(page, 'article', 'This answer is not from Rapsheet')).toContain('2 accounts not checked yet.')
  expect(await page.locator('main').innerText()).not.toMatch(/no ban|Welcome|Gateway/i)
})
