import { expect, test } from 'vitest'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { scrollsSideways, useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'
import { useServices, visitViews } from './support/views.ts'

const openPage = await useBrowser()
const services = await useServices()

/** Each language in both colour schemes, and both widths in each of them. */
const LOOKS = {
  'en-GB': [
    { colorScheme: 'light', width: 1280 },
    { colorScheme: 'dark', width: 360 },
  ],
  'de-DE': [
    { colorScheme: 'dark', width: 1280 },
    { colorScheme: 'light', width: 360 },
  ],
} as const

/** On a busy machine, axe-core takes seconds for a view. */
const TIMEOUT_MS = 180_000

// One page for all views, because a new one for each takes longer than the check.
test.each(['en-GB', 'de-DE'] as const)(
  'in %s, every view is accessible in both colour schemes and fits a narrow phone',
  async (locale) => {
    const { page } = await openPage(services.open, '/healthz', { locale, reducedMotion: 'reduce' })
    const findings: string[] = []
    await visitViews(page, services, async (name) => {
      expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2))
      for (const { colorScheme, width } of LOOKS[locale]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 800 })
        const found = await findAxeProblems(page)
        findings.push(...found.map((problem) => `${name}, ${colorScheme}, ${width} px: ${problem}`))
      }
      await page.setViewportSize({ width: 320, height: 640 })
      if (await scrollsSideways(page)) findings.push(`${name} scrolls sideways at 320 px`)
    })
    expect(findings).toEqual([])
  },
  TIMEOUT_MS,
)
