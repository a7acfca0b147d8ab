import { describe, expect, test } from 'vitest'
import { START } from '../../page/address.ts'
import { ApiError } from '../../packages/client/src/api-error.ts'
import { isChecked, isFound } from '../../page/state/account-list.ts'
import { batchOf, entryOf, idOf } from './support/bans.ts'
import { controllerForTest, LISTED, pastedOf } from './support/controller.ts'
import { turn } from './support/fake-client.ts'

const list = { ...START, accounts: LISTED }

/** A page that has checked a whole list, pasted with a line that is no account. */
async function checkedList() {
  const page = controllerForTest()
  const pasted = pastedOf([...LISTED, 'what is this?'].join('\n'))
  page.controller.lookUp(pasted)
  for (const count of [1, 2, 3]) await page.answerBatch(count)
  return { ...page, pasted }
}

describe('a list', () => {
  test('is checked in batches, and its address has its accounts', async () => {
    const { state, fake, pasted } = await checkedList()
    expect(state().address).toEqual(list)
    expect(state().list).toMatchObject({ isChecking: false, error: null })
    expect(state().list?.entries.every(isFound)).toBe(true)
    expect(state().pasted).toBe(pasted)
    expect(fake.asked()).toHaveLength(3)
  })

  test('back to it from a card asks nothing, and still says what was left out', async () => {
    const { controller, state, fake, back, pasted } = await checkedList()
    const checked = state().list
    controller.open({ ...START, account: idOf(1) })
    expect(state().pasted).toBeNull()
    back()
    await turn()
    expect(state().list).toEqual(checked)
    expect(state().pasted).toBe(pasted)
    expect(fake.asked()).toHaveLength(4)
  })

  test('back to it from the start page asks nothing', async () => {
    const { controller, state, fake, back } = await checkedList()
    const checked = state().list
    controller.open(START)
    back()
    await turn()
    expect(state().list).toEqual(checked)
    expect(fake.asked()).toHaveLength(3)
  })

  test('that is shown again is never announced as being checked', async () => {
    const { controller, state, back } = await checkedList()
    controller.open(START)
    const seen: unknown[] = []
    controller.store.subscribe(() => seen.push(state().list?.isChecking))
    back()
    await turn()
    expect(seen).not.toContain(true)
  })

  test('that is pasted once more is asked for anew, in the same history entry', async () => {
    const { controller, state, fake, entries } = await checkedList()
    controller.lookUp(pastedOf(LISTED.join('\n')))
    expect(state().list?.entries.some(isChecked)).toBe(false)
    expect(state().pasted).toBeNull()
    await fake.request('lookUpBatch', 4)
    expect(entries()).toEqual([START, list])
  })

  test('is another list when only commas make it look the same', async () => {
    const { controller, state, fake } = controllerForTest()
    controller.open({ ...START, accounts: ['a,b'] })
    await (await fake.request('lookUpBatch')).answer(batchOf([entryOf('a,b')]))
    controller.open({ ...START, accounts: ['a', 'b'] })
    expect(state().list?.entries).toEqual([{ input: 'a' }, { input: 'b' }])
  })
})

describe('a check that is interrupted', () => {
  test('by a card goes on where it was when the list is shown again', async () => {
    const { controller, state, fake, back, answerBatch, answerLookup } = controllerForTest()
    controller.open(list)
    await answerBatch(1)
    const second = await fake.request('lookUpBatch', 2)
    controller.open({ ...START, account: idOf(1) })
    expect(second.signal.aborted).toBe(true)
    await answerLookup(idOf(1))
    back()
    expect(state().list?.isChecking).toBe(true)
    await answerBatch(3)
    await answerBatch(4)
    expect(state().list).toMatchObject({ isChecking: false, error: null })
    expect(state().list?.entries.every(isFound)).toBe(true)
    expect(fake.asked().filter((each) => each.startsWith('lookUpBatch'))).toHaveLength(4)
  })

  test('never shows its late answer in another list', async () => {
    const { controller, state, fake } = controllerForTest({ isDeaf: true })
    controller.open(list)
    const first = await fake.request('lookUpBatch')
    controller.open({ ...START, accounts: [idOf(0), idOf(500)] })
    await first.answer(batchOf([entryOf(idOf(0))]))
    expect(state().list?.entries).toEqual([{ input: idOf(0) }, { input: idOf(500) }])
  })

  test('by a rate limit goes on when the user wants it, with the rest only', async () => {
    const { controller, state, fake, answerBatch, back } = controllerForTest()
    controller.open(list)
    await answerBatch(1)
    await (await fake.request('lookUpBatch', 2)).fail(new ApiError('rate_limited', 'Too many.', { retryAfter: 5 }))
    expect(state().list).toMatchObject({ isChecking: false, error: { code: 'rate_limited' } })
    controller.open(START)
    back()
    await turn()
    expect(state().list?.error?.code).toBe('rate_limited')
    expect(fake.asked()).toHaveLength(2)
    controller.retryList()
    await answerBatch(3)
    await answerBatch(4)
    expect(state().list?.entries.every(isFound)).toBe(true)
    expect(fake.asked().slice(2)).toEqual(
      [LISTED.slice(50, 100), LISTED.slice(100)].map((part) => `lookUpBatch ${part.join(' ')}`),
    )
  })
})

describe('a check that runs', () => {
  test('is not doubled when its list is shown once more', async () => {
    const { controller, fake } = controllerForTest()
    controller.open(list)
    controller.open({ ...list, listing: { show: 'banned' } })
    controller.showCurrent()
    await turn()
    expect(fake.asked()).toHaveLength(1)
  })

  test('is replaced when the user asks again', async () => {
    const { controller, state, fake, answerBatch } = controllerForTest()
    controller.open(list)
    const first = await fake.request('lookUpBatch')
    controller.retryList()
    expect(first.signal.aborted).toBe(true)
    for (const count of [2, 3, 4]) await answerBatch(count)
    expect(state().list?.entries.every(isFound)).toBe(true)
    expect(fake.asked()).toHaveLength(4)
  })
})

test('an account from the list, back, and another list: each shows its own answers', async () => {
  const { controller, state, back, forward, answerBatch, answerLookup } = await checkedList()
  controller.open({ ...START, account: 'a' })
  await answerLookup('a')
  back()
  forward()
  await turn()
  expect(state().parts.account).toMatchObject({ value: { steamId: 'a' } })
  controller.open({ ...START, accounts: ['x'] })
  await answerBatch(4)
  expect(state().list?.entries).toMatchObject([{ input: 'x', account: { steamId: 'x' } }])
  expect(state().pasted).toBeNull()
})
