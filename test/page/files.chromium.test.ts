import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { encodeAs } from '../support/encode.ts'
import { useService } from '../support/service.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { readOnce } from './support/journey.ts'

const openPage = await useBrowser()
const service = await useService()

const TEXT = `player one ${CAST.raider}\nplayer two ${CAST.clean}\n`

/** Drags a file over the page and drops it there. */
const drop = (page: Page, name: string, content: string) =>
  page.evaluate(
    ([fileName, text]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([text], fileName))
      const fire = (type: string) =>
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      fire('dragover')
      return fire('drop')
    },
    [name, content] as const,
  )

test('a dropped file and a chosen file are looked up as if they were pasted, the same file twice', async () => {
  const { page } = await openPage(service, '/')
  await page.getByRole('button', { name: 'Look up', exact: true }).waitFor()
  // False: the browser does not open the file itself.
  expect(await drop(page, 'status.txt', TEXT)).toBe(false)
  expect(await readOnce(page, '.summary', 'Checked')).toContain('1 of 2 checked accounts banned.')
  const file = { name: 'status.txt', mimeType: 'text/plain', buffer: Buffer.from(TEXT) }
  for (const _ of [1, 2]) {
    await page.getByRole('link', { name: 'Rapsheet' }).click()
    await page.locator('.intro').waitFor()
    await page.getByLabel('Choose a file').setInputFiles(file)
    expect(await readOnce(page, '.summary', 'Checked')).toContain('1 of 2 checked accounts banned.')
  }
})

test('a file that is no text, too large or without an account is refused in words; no old result looks like the answer to a text', async () => {
  const { page } = await openPage(service, `/?account=${CAST.raider}`)
  await readOnce(page, 'h2', 'Roof Raider')
  await drop(page, 'photo.png', 'PNG\0\0')
  expect(await readOnce(page, '[role=alert]', 'text')).toContain('photo.png is not a text file')
  const huge = { name: 'huge.log', mimeType: 'text/plain', buffer: Buffer.alloc(10_000_001, 'x') }
  // A busy machine needs long to hand ten megabytes to the browser.
  await page.getByLabel('Choose a file').setInputFiles(huge, { timeout: 60_000 })
  expect(await readOnce(page, '[role=alert]', 'huge.log')).toContain('too large')
  expect(await page.getByRole('heading', { level: 2 }).innerText()).toBe('Roof Raider')
  await drop(page, 'notes.txt', 'milk, bread and butter')
  expect(await readOnce(page, '[role=alert]', 'account')).toContain('No account recognized')
  expect(await page.getByRole('heading', { level: 2, name: 'Roof Raider' }).count()).toBe(0)
})

test('a file in an encoding of Windows says how it was read, for as long as what it names is shown', async () => {
  const { page } = await openPage(service, '/')
  const read = 'The file was read as Windows-1251, for example: читер, Иван. If this is spelled wrong, save the file'
  const chooseFile = async (text: string) =>
    page.getByLabel('Choose a file').setInputFiles({
      name: 'list.txt',
      mimeType: 'text/plain',
      buffer: encodeAs(text, 'windows-1251'),
    })
  await chooseFile(`${CAST.raider} читер\n${CAST.clean} Иван\n`)
  await readOnce(page, '.summary', 'Checked')
  expect(await page.locator('#result').innerText()).toContain(read)
  await page.getByRole('link', { name: 'Rapsheet' }).click()
  await page.locator('.intro').waitFor()
  expect(await page.locator('body').innerText()).not.toContain('was read as')
  await page.goBack()
  expect(await readOnce(page, '#result', 'was read as')).toContain(read)
  await chooseFile(`${CAST.raider} читер Иван\n`)
  await readOnce(page, 'h2', 'Roof Raider')
  expect(await page.locator('#result').innerText()).toContain(read)
  await page.getByRole('textbox').fill(CAST.clean)
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: 'Roof Raider' }).waitFor({ state: 'detached' })
  expect(await page.locator('body').innerText()).not.toContain('was read as')
})

test('a refused file that ends the reading of a long paste leaves the button usable', async () => {
  const { page } = await openPage(service, '/')
  await page.locator('textarea:focus').waitFor()
  await page.evaluate((raider) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', `${raider}\n`.repeat(100_000))
    document
      .querySelector('textarea')
      ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, CAST.raider)
  await drop(page, 'picture.png', '\0\0\0')
  await readOnce(page, '[role=alert]', 'picture.png')
  await page.getByRole('button', { name: 'Look up', exact: true, disabled: false }).waitFor()
})
