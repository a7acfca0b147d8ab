import { expect, test } from 'vitest'
import { createTokenKeeper } from '../../page/token-keeper.ts'

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}

const refuse = () => {
  throw new DOMException('Access is denied.', 'SecurityError')
}

test('a token outlives the page in the storage of the browser tab', () => {
  const storage = memoryStorage()
  const keeper = createTokenKeeper(() => storage)
  expect(keeper.get()).toBeNull()
  keeper.set('secret')
  expect(keeper.get()).toBe('secret')
  expect(createTokenKeeper(() => storage).get()).toBe('secret')
})

test('a browser that refuses the storage keeps the token in memory', () => {
  const keeper = createTokenKeeper(refuse)
  expect(keeper.get()).toBeNull()
  keeper.set('secret')
  expect(keeper.get()).toBe('secret')
})

test('a storage that throws keeps the token in memory', () => {
  const keeper = createTokenKeeper(() => ({ getItem: refuse, setItem: refuse }))
  expect(keeper.get()).toBeNull()
  keeper.set('secret')
  expect(keeper.get()).toBe('secret')
})

test('a storage that takes no new values does not bring a refused token back', () => {
  const keeper = createTokenKeeper(() => ({ getItem: () => 'refused', setItem: refuse }))
  expect(keeper.get()).toBe('refused')
  keeper.set('new')
  expect(keeper.get()).toBe('new')
})
