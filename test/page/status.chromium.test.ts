import { expect, test } from 'vitest'
import { useService } from '../support/service.ts'
import { useBrowser } from './support/browser.ts'

const TOKEN = 'admin-token-0123456789'

const openPage = await useBrowser()
const service = await useService({ ADMIN_TOKEN: TOKEN })
const open = await useService({}, service.sim)

test('the operator logs in with the token, sees the state and logs out', async () => {
  const { page } = await openPage(service, '/status', { locale: 'en-GB' })
  await page.getByLabel('Admin token').fill('not-the-token-0123456789')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Admin token').fill(TOKEN)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
  expect(await page.getByText('This page asks for').count()).toBe(1)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByLabel('Admin token').waitFor()
})

test('a session that has ended keeps the last values and leads to the login', async () => {
  const { page } = await openPage(open, '/status', { locale: 'en-GB' })
  await page.getByRole('heading', { name: 'Set-up' }).waitFor()
  const json = { error: 'Log in', code: 'unauthorized' }
  await page.route('**/status/state', (route) => route.fulfill({ status: 401, json }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('link', { name: 'Log in again' }).waitFor()
  expect(await page.getByText('These values are old').count()).toBe(1)
  expect(await page.getByRole('heading', { name: 'Set-up' }).count()).toBe(1)
})
