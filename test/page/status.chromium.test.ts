import { expect, test } from 'vitest'
import { exampleStatus } from '../support/example-status.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'

const TOKEN = 'admin-token-0123456789'

const openPage = await useBrowser()
const service = await useService({ ADMIN_TOKEN: TOKEN })
const open = await useService({}, service.sim)

test('the operator sees the state with the token as the password', async () => {
  const httpCredentials = { username: 'anybody', password: TOKEN }
  const { page } = await openPage(service, '/status', { locale: 'en-GB', httpCredentials })
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
})

test('a password that is refused keeps the last values and leads to the login', async () => {
  const { page } = await openPage(open, '/status', { locale: 'en-GB' })
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
  const json = { error: 'Log in', code: 'unauthorized' }
  await page.route('**/status/state', (route) => route.fulfill({ status: 401, json }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'Log in again' }).waitFor()
  expect(await page.getByText('These values are old').count()).toBe(1)
  expect(await page.getByRole('heading', { name: 'Set-up' }).count()).toBe(1)
})

test('Discord servers are named beside their ids, and a hostile name is only text', async () => {
  const id = '700000000000000001'
  const hostile = '<img src=x onerror=alert(1)>**\u202ERust\u202C'
  const { page } = await openPage(open, '/status', { locale: 'en-GB' })
  const json = JSON.parse(JSON.stringify(exampleStatus).replaceAll('"Rust EU"', JSON.stringify(hostile)))
  await page.route('**/status/state', (route) => route.fulfill({ json }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  const shown = `<img src=x onerror=alert(1)>**Rust ${id}`
  await page.getByRole('listitem').filter({ hasText: shown }).waitFor()
  await page.getByRole('rowheader').filter({ hasText: shown }).waitFor()
  await page.getByRole('cell', { name: `bans ${shown}` }).waitFor()
  // The name of this server is not known.
  await page.getByRole('rowheader', { name: 'EU Main 700000000000000002' }).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
})
