import { describe, expect, test } from 'vitest'
import { START } from '../../page/address.ts'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { exampleScan } from '../support/examples.ts'
import { controllerForTest, openTab } from './support/controller.ts'
import { turn } from './support/fake-client.ts'

const { start, found, result } = exampleScan
const friendsOf = (account: string) => ({ ...START, account, tab: 'friends' as const })

async function scanning(options: Parameters<typeof controllerForTest>[0] = {}) {
  const page = controllerForTest(options)
  page.controller.open(friendsOf('a'))
  await page.answerLookup('a')
  const scan = await page.fake.scan()
  await scan.send(start)
  await scan.send(found)
  return { ...page, scan, friends: () => page.state().parts.friends }
}

describe('a friend scan', () => {
  test('shows friends as they are found, then the result', async () => {
    const { friends, scan, clock } = await scanning()
    expect(friends()).toEqual({ state: 'running', progress: start.progress, found: found.found, at: 1_000 })
    clock.now = 88
    await scan.send(result)
    expect(friends()).toEqual({ state: 'done', result, total: 3, at: 88 })
  })

  test('that is cancelled keeps the friends that were found, and ends its request', async () => {
    const { controller, friends, scan } = await scanning()
    controller.cancelScan()
    await turn()
    expect(scan.signal.aborted).toBe(true)
    expect(friends()).toMatchObject({ state: 'cancelled', found: found.found })
  })

  test('goes on while another tab is shown', async () => {
    const { controller, friends, scan, fake } = await scanning()
    openTab(controller, 'account')
    await scan.send(result)
    openTab(controller, 'friends')
    await turn()
    expect(friends().state).toBe('done')
    expect(fake.asked()).toEqual(['lookUp a', 'scanFriends a'])
  })

  test('can be started again, and what the first finds afterwards never appears', async () => {
    const { controller, friends, scan, fake } = await scanning({ isDeaf: true })
    controller.retry('friends')
    const second = await fake.scan(2)
    await turn()
    expect(scan.signal.aborted).toBe(true)
    expect(friends()).toMatchObject({ state: 'running', progress: null })
    await scan.send(found)
    await scan.fail(new ApiError('stream_broken', 'Late.'))
    expect(friends()).toMatchObject({ state: 'running', found: { friends: [] } })
    await second.send(result)
    expect(friends().state).toBe('done')
  })

  test('of an account is aborted by another one, whose own scan is not touched by its end', async () => {
    const { controller, state, friends, scan, fake, back, answerLookup } = await scanning()
    controller.open(friendsOf('b'))
    await answerLookup('b', 2)
    await fake.scan(2)
    // The account is kept, so the new scan begins in the same turn in which the other is aborted.
    back()
    await fake.scan(3)
    await turn()
    expect(scan.signal.aborted).toBe(true)
    expect(state().address.account).toBe('a')
    expect(friends()).toMatchObject({ state: 'running' })
  })

  test('late events of another account never appear', async () => {
    const { controller, state, friends, scan, fake, answerLookup } = await scanning({ isDeaf: true })
    controller.open(friendsOf('b'))
    await answerLookup('b', 2)
    await fake.scan(2)
    await scan.send(result)
    expect(state().address.account).toBe('b')
    expect(friends()).toMatchObject({ state: 'running', progress: null, found: { friends: [] } })
  })
})
