import { expect, test } from 'vitest'
import { CAST } from '../../packages/sim-steam/src/cast.ts'
import { useService } from '../support/service.ts'
import { findAxeProblems } from '../../packages/sim-discord/test/page/browser/axe.ts'
import { useBrowser } from '../../packages/sim-discord/test/page/browser/browser.ts'

const [A, B, C, D] = ['76561198900010011', '76561198900010012', '76561198900010013', '76561198900010014']
/** More than an address keeps. */
const SHARED = Array.from({ length: 60 }, (_, index) => String(76_561_198_900_020_000n + BigInt(index)))

const openPage = await useBrowser()
const service = await useService()
const { world } = service.sim
const friends = SHARED.map((steamId, index) => ({ steamId, since: 1_700_000_000 - index }))
for (const steamId of SHARED) world.add({ steamId })
world.add({ steamId: A, friends })
world.add({ steamId: B, friends })
world.add({ steamId: C, friends: [] })
world.add({ steamId: D, friends: [{ steamId: 'no id', since: 1 }] })

// With 60 rows, axe-core takes several seconds while other tests run.
test('the link under a comparison looks up all shared friends as a list, and back leads to the comparison', async () => {
  const { page, failedRequests } = await openPage(service, `/?account=${A}&tab=compare&other=${B}`)
  await page.getByRole('heading', { name: '60 shared friends' }).waitFor()
  expect(await findAxeProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'Look up 60 shared friends as a list' }).click()
  await page.getByRole('button', { name: 'all (60)' }).waitFor()
  expect(new URL(page.url()).hash).toBe(`#${SHARED.slice(0, 50).join(',')}`)
  // Going back earlier would abort the request for the last ten.
  await page.getByText(/of 60 checked accounts/).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: '60 shared friends' }).waitFor()
  expect(failedRequests).toEqual([])
}, 40_000)

test.each([
  ['share no friends', C, 'No shared friends'],
  ['hide who their friends are', CAST.friendsPrivate, 'Shared friends are not known'],
  ['have friends whose IDs Steam did not send', D, 'Shared friends are not known'],
])('accounts that %s have no such link', async (_, other, sentence) => {
  const { page } = await openPage(service, `/?account=${A}&tab=compare&other=${other}`)
  await page.getByRole('heading', { name: sentence }).waitFor()
  expect(await page.getByRole('link', { name: /Look up/ }).count()).toBe(0)
})

test.each([
  ['statistics', `${CAST.veteran}&tab=stats`, '.stats .age'],
  ['an inventory', `${CAST.hoarder}&tab=inventory`, 'article section:has(.items) .age'],
  ['a private inventory', `${CAST.inventoryPrivate}&tab=inventory`, '.tone-private .age'],
  ['an empty inventory', `${CAST.inventoryEmpty}&tab=inventory`, 'p:text("contains no Rust items") + .age'],
  ['each side of a comparison', `${A}&tab=compare&other=${B}`, '.sides section:last-child .age'],
])('the page shows the age of %s', async (_, query, selector) => {
  const { page } = await openPage(service, `/?account=${query}`)
  // In the middle of a minute, and standing still, because a busy machine takes half a minute to load the page again.
  await page.clock.setFixedTime(Date.now() + 150_000)
  await page.reload()
  const age = page.locator(selector)
  await age.waitFor()
  // An answer of an earlier test may still have been in the cache.
  expect(await age.innerText()).toMatch(/^checked [23] minutes ago$/i)
})
