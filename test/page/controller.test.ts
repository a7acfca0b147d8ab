import { describe, expect, test } from 'vitest'
import { START } from '../../page/address.ts'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { isTokenRefused } from '../../page/state/page-state.ts'
import { exampleComparison, exampleScan, exampleStats } from '../support/examples.ts'
import { controllerForTest, lookupOf, LISTED, openTab, pastedOf } from './support/controller.ts'
import { turn } from './support/fake-client.ts'

const card = (account: string) => ({ ...START, account })
const refused = () => new ApiError('unauthorized', 'The token is wrong.')

describe('an account', () => {
  test('is looked up, and its answer has the time at which it came', async () => {
    const { controller, state, fake, clock } = controllerForTest()
    controller.lookUp(pastedOf('gabe'))
    expect(state().parts.account).toEqual({ state: 'loading' })
    clock.now = 77
    const answer = lookupOf('gabe')
    await (await fake.request('lookUp')).answer(answer)
    expect(state().parts.account).toEqual({ state: 'ready', value: answer, at: 77 })
    expect(fake.asked()).toEqual(['lookUp gabe'])
  })

  test('that fails is asked for again on request', async () => {
    const { controller, state, fake, answerLookup } = controllerForTest()
    controller.lookUp(pastedOf('gabe'))
    await (await fake.request('lookUp')).fail(new ApiError('platform_unavailable', 'Steam is down.'))
    expect(state().parts.account).toMatchObject({ state: 'failed', error: { code: 'platform_unavailable' } })
    controller.retry('account')
    expect(state().parts.account).toEqual({ state: 'loading' })
    await answerLookup('gabe', 2)
    expect(state().parts.account.state).toBe('ready')
  })

  test('a text without an account asks for nothing, and ends what is shown', async () => {
    const { controller, state, fake, answerLookup } = controllerForTest()
    controller.lookUp(pastedOf('gabe'))
    await answerLookup('gabe')
    const asked = fake.asked().length
    // The words of a name may be custom URLs of others.
    controller.lookUp(pastedOf('Roof Raider'))
    expect(state().address.account).toBeNull()
    expect(state().parts.account).toEqual({ state: 'idle' })
    expect(fake.asked()).toHaveLength(asked)
  })

  test('that is looked up once more is asked for anew, in the same history entry', async () => {
    const { controller, state, fake, entries, answerLookup } = controllerForTest()
    controller.lookUp(pastedOf('gabe'))
    await answerLookup('gabe')
    controller.lookUp(pastedOf('gabe'))
    expect(state().parts.account).toEqual({ state: 'loading' })
    expect(fake.asked()).toEqual(['lookUp gabe', 'lookUp gabe'])
    expect(entries()).toEqual([START, card('gabe')])
  })

  test('that is looked up while its first answer is awaited shows the second answer only', async () => {
    const { controller, state, fake } = controllerForTest({ isDeaf: true })
    controller.lookUp(pastedOf('gabe'))
    const first = await fake.request('lookUp')
    controller.lookUp(pastedOf('gabe'))
    const second = await fake.request('lookUp', 2)
    expect(first.signal.aborted).toBe(true)
    await first.answer(lookupOf('old'))
    expect(state().parts.account).toEqual({ state: 'loading' })
    await second.answer(lookupOf('new'))
    expect(state().parts.account).toMatchObject({ value: { steamId: 'new' } })
  })

  test('keeps the lines of its pasted text while its tabs are shown', async () => {
    const { controller, state, answerLookup } = controllerForTest()
    controller.lookUp(pastedOf('[U:1:7]\n[U:1:7]'))
    await answerLookup('7')
    const { pasted } = state()
    expect(pasted?.repeated).toHaveLength(1)
    openTab(controller, 'friends')
    expect(state().pasted).toBe(pasted)
    controller.lookUp(pastedOf('[U:1:7]'))
    expect(state().pasted).toBeNull()
  })

  test('a link to what is shown adds no history entry and asks nothing', async () => {
    const { controller, fake, entries, answerLookup } = controllerForTest()
    controller.lookUp(pastedOf('gabe'))
    await answerLookup('gabe')
    controller.open(card('gabe'))
    await turn()
    expect(entries()).toEqual([START, card('gabe')])
    expect(fake.asked()).toEqual(['lookUp gabe'])
  })
})

describe('another account', () => {
  test('aborts the requests of the one before, whose late answers never appear', async () => {
    const { controller, state, fake, answerLookup } = controllerForTest({ isDeaf: true })
    controller.open(card('a'))
    const first = await fake.request('lookUp')
    controller.open(card('b'))
    expect(first.signal.aborted).toBe(true)
    await first.answer(lookupOf('a'))
    expect(state().parts.account).toEqual({ state: 'loading' })
    await answerLookup('b', 2)
    expect(state().parts.account).toMatchObject({ value: { steamId: 'b' } })
  })

  test('back shows the answers of the one before without asking again', async () => {
    const { controller, state, fake, back, answerLookup } = controllerForTest()
    controller.open({ ...card('a'), tab: 'stats' })
    await answerLookup('a')
    await (await fake.request('getStats')).answer(exampleStats)
    controller.open(card('b'))
    await answerLookup('b', 2)
    back()
    await turn()
    expect(state().address.account).toBe('a')
    expect(state().parts).toMatchObject({ account: { value: { steamId: 'a' } }, stats: { value: exampleStats } })
    expect(fake.asked()).toEqual(['lookUp a', 'getStats a', 'lookUp b'])
  })

  test('an account that was shown before is asked for anew when it is entered', async () => {
    const { controller, state, answerLookup } = controllerForTest()
    controller.lookUp(pastedOf('gabe'))
    await answerLookup('gabe')
    controller.lookUp(pastedOf('robin'))
    controller.lookUp(pastedOf('gabe'))
    expect(state().parts.account).toEqual({ state: 'loading' })
  })
})

describe('a tab', () => {
  test('that is opened while the account loads is loaded after it, and the one before is not', async () => {
    const { controller, fake, answerLookup } = controllerForTest()
    controller.open({ ...card('a'), tab: 'stats' })
    openTab(controller, 'inventory')
    await answerLookup('a')
    await fake.request('getInventory')
    await turn()
    expect(fake.asked()).toEqual(['lookUp a', 'getInventory a'])
  })

  test('is loaded once, however often it is opened', async () => {
    const { controller, fake, answerLookup } = controllerForTest()
    controller.open({ ...card('a'), tab: 'stats' })
    await answerLookup('a')
    const stats = await fake.request('getStats')
    openTab(controller, 'account')
    openTab(controller, 'stats')
    await turn()
    await stats.answer(exampleStats)
    openTab(controller, 'account')
    openTab(controller, 'stats')
    await turn()
    expect(fake.asked()).toEqual(['lookUp a', 'getStats a'])
  })

  test('that fails can be tried again without the account', async () => {
    const { controller, state, fake, answerLookup } = controllerForTest()
    controller.open({ ...card('a'), tab: 'stats' })
    await answerLookup('a')
    await (await fake.request('getStats')).fail(new ApiError('platform_unavailable', 'Down.'))
    controller.retry('stats')
    await (await fake.request('getStats', 2)).answer(exampleStats)
    expect(state().parts.stats.state).toBe('ready')
    expect(fake.asked()).toEqual(['lookUp a', 'getStats a', 'getStats a'])
  })

  test('is not loaded when the account failed', async () => {
    const { controller, fake } = controllerForTest()
    controller.open({ ...card('a'), tab: 'friends' })
    await (await fake.request('lookUp')).fail(new ApiError('account_not_found', 'No.'))
    expect(fake.asked()).toEqual(['lookUp a'])
  })

  test('opens with its own listing, and keeps the other account', () => {
    const { controller, state } = controllerForTest()
    controller.open({ ...card('a'), tab: 'compare', other: 'b', listing: { show: 'banned' } })
    openTab(controller, 'friends')
    expect(state().address).toEqual({ ...card('a'), tab: 'friends', other: 'b' })
  })
})

describe('a comparison', () => {
  const compared = (name: string) => ({
    ...exampleComparison,
    shared: [{ ...exampleComparison.shared?.[0], steamId: name }],
  })

  async function comparing(other: string) {
    const page = controllerForTest({ isDeaf: true })
    page.controller.open({ ...card('a'), tab: 'compare', other })
    await page.answerLookup('a')
    return { ...page, first: await page.fake.request('compare') }
  }

  test('with another account while the first runs never shows the old answer', async () => {
    const { controller, state, fake, first } = await comparing('b')
    controller.compareWith('c')
    expect(first.signal.aborted).toBe(true)
    const second = await fake.request('compare', 2)
    await first.answer(compared('old'))
    expect(state().parts.comparison).toEqual({ state: 'loading' })
    await second.answer(compared('new'))
    expect(state().parts.comparison).toMatchObject({ value: { shared: [{ steamId: 'new' }] } })
    expect(fake.asked()).toEqual(['lookUp a', 'compare a b', 'compare a c'])
  })

  test('with another account never shows the old answer either when its tab was opened twice meanwhile', async () => {
    const { controller, state, fake, first } = await comparing('b')
    openTab(controller, 'friends')
    openTab(controller, 'compare')
    await turn()
    controller.compareWith('c')
    await fake.request('compare', 2)
    await first.answer(compared('old'))
    expect(state().parts.comparison).toEqual({ state: 'loading' })
  })

  test('is never shown beside another account than its own', async () => {
    const { controller, fake, state, first } = await comparing('b')
    await first.answer(compared('b'))
    const shown: string[] = []
    controller.store.subscribe(() => shown.push(`${state().address.other} ${state().parts.comparison.state}`))
    controller.compareWith('c')
    await fake.request('compare', 2)
    expect(shown).not.toContain('c ready')
  })

  test('with the same account is asked for anew, in the same history entry', async () => {
    const { controller, fake, state, first, entries } = await comparing('b')
    await first.fail(new ApiError('platform_unavailable', 'Down.'))
    controller.compareWith(' b ')
    await fake.request('compare', 2)
    expect(state().parts.comparison).toEqual({ state: 'loading' })
    expect(entries()).toHaveLength(2)
  })

  test('without another account asks for nothing', async () => {
    const { controller, state, fake, first } = await comparing('b')
    await first.answer(compared('b'))
    controller.compareWith('  ')
    await turn()
    expect(state().address.other).toBeNull()
    expect(state().parts.comparison).toEqual({ state: 'idle' })
    expect(fake.asked()).toEqual(['lookUp a', 'compare a b'])
  })
})

describe('a refused token', () => {
  test('asks for one, and with it for the account again', async () => {
    const { controller, state, fake, token, answerLookup } = controllerForTest()
    controller.open(card('a'))
    expect(isTokenRefused(state())).toBe(false)
    await (await fake.request('lookUp')).fail(refused())
    expect(isTokenRefused(state())).toBe(true)
    controller.giveToken(' secret ')
    expect(token()).toBe('secret')
    expect(isTokenRefused(state())).toBe(false)
    await answerLookup('a', 2)
    expect(state().parts.account.state).toBe('ready')
  })

  test('for a part keeps what was answered before, also a finished scan', async () => {
    const { controller, state, fake, answerLookup } = controllerForTest()
    controller.open({ ...card('a'), tab: 'friends' })
    await answerLookup('a')
    await (await fake.scan()).send(exampleScan.result)
    openTab(controller, 'stats')
    await (await fake.request('getStats')).fail(refused())
    expect(isTokenRefused(state())).toBe(true)
    controller.giveToken('secret')
    await (await fake.request('getStats', 2)).answer(exampleStats)
    expect(state().parts).toMatchObject({ friends: { state: 'done' }, stats: { state: 'ready' } })
    expect(fake.asked()).toEqual(['lookUp a', 'scanFriends a', 'getStats a', 'getStats a'])
  })

  test('that is given twice shows the answer to the second only', async () => {
    const { controller, state, fake } = controllerForTest({ isDeaf: true })
    controller.open(card('a'))
    await (await fake.request('lookUp')).fail(refused())
    controller.giveToken('wrong')
    const first = await fake.request('lookUp', 2)
    controller.giveToken('right')
    const second = await fake.request('lookUp', 3)
    await second.answer(lookupOf('a'))
    await first.fail(refused())
    expect(isTokenRefused(state())).toBe(false)
    expect(state().parts.account.state).toBe('ready')
  })

  test('within a list keeps what is checked, and asks for the rest', async () => {
    const { controller, state, fake, answerBatch } = controllerForTest()
    controller.open({ ...START, accounts: LISTED })
    await answerBatch(1)
    await (await fake.request('lookUpBatch', 2)).fail(refused())
    expect(isTokenRefused(state())).toBe(true)
    controller.giveToken('secret')
    await answerBatch(3)
    await answerBatch(4)
    expect(isTokenRefused(state())).toBe(false)
    expect(state().list?.entries.every((entry) => 'account' in entry)).toBe(true)
    expect(fake.asked()[2]).toBe(fake.asked()[1])
  })
})

describe('how a view lists its entries', () => {
  test('is kept in the address, replaces the history entry and asks nothing', async () => {
    const { controller, state, fake, entries, answerLookup } = controllerForTest()
    controller.open(card('a'))
    await answerLookup('a')
    controller.setListing({ show: 'banned', find: 'x' })
    controller.setListing({ find: '', sort: 'name' })
    expect(state().address.listing).toEqual({ show: 'banned', sort: 'name' })
    expect(entries()).toEqual([START, state().address])
    expect(fake.asked()).toEqual(['lookUp a'])
  })
})
