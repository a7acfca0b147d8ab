import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** The success criteria of WCAG 2.2 AA; axe's own `best-practice` rules are left out. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** What axe-core finds against WCAG 2.2 AA in what a page shows, each with the elements concerned. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  // Not a script element, which the policy of the page would block.
  await page.evaluate(axe.source)
  return page.evaluate(async (values) => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: { type: 'tag', values },
    })
    return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(', ')}`)
  }, TAGS)
}
