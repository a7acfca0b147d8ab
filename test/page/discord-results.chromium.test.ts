import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { WireComponent } from '../../packages/sim-discord/src/index.ts'
import { textsFor } from '../support/texts.ts'
import type { View } from '../../src/discord/view.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { answerOf } from '../../packages/sim-discord/test/page/fake-page.ts'
import { startFakeDemoPage } from './support/demo-page.ts'
import { longResults } from './support/long-results.ts'

const openPage = await useBrowser()

/** The components as Discord gives them to a client: all have ids, and pictures and files have addresses. */
function toWire({ components }: View): WireComponent[] {
  let id = 0
  const address = (key: string, value: unknown) =>
    key === 'url' && typeof value === 'string' ? value.replace('attachment://', 'http://127.0.0.1/') : value
  const complete = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(complete)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([key, field]) => [key, complete(address(key, field))])
    return { ...Object.fromEntries(fields), ...('type' in value && { id: (id += 1) }) }
  }
  return complete(components) as WireComponent[]
}

test.each([
  ['English', 'en-US', 1_400, 900],
  ['English', 'en-US', 390, 844],
  ['German', 'de', 1_400, 900],
  ['German', 'de', 390, 844],
])(
  'the verdict of every result in %s (%s) is in sight with its buttons at %d × %d',
  async (_, locale, width, height) => {
    const service = await startFakeDemoPage()
    const { page } = await openPage(service, '/', { viewport: { width, height } })
    await page.getByRole('log', { name: '#moderation' }).waitFor()
    const log = await page.getByRole('log', { name: '#moderation' }).boundingBox()
    const isInSight = async (part: Locator) => {
      const box = await part.boundingBox()
      return box !== null && log !== null && box.y >= log.y && box.y + box.height <= log.y + log.height
    }
    for (const { name, view, verdict } of longResults(textsFor(locale))) {
      const { wire, ...rest } = answerOf(toWire(view))
      service.send({ type: 'message', message: { wire, ...rest } })
      const message = page.locator(`[data-message="${wire.id}"]`)
      const buttons = message.locator('.button')
      await buttons.first().waitFor()
      const parts = [message.getByText(verdict).last(), buttons.first(), buttons.last()]
      const areInSight = async () => (await Promise.all(parts.map(isInSight))).every(Boolean)
      // The client scrolls to a new message after it has drawn it.
      await expect.poll(areInSight, { message: name }).toBe(true)
      service.send({ type: 'delete', messageId: wire.id })
      await message.waitFor({ state: 'detached' })
    }
  },
)
