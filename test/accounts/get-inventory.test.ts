import { expect, test } from 'vitest'
import { getInventory } from '../../src/accounts/get-inventory.ts'
import { anyCall } from '../support/callers.ts'
import { cached, fakeContext, NOW } from '../support/fake-context.ts'

const alice = '76561197960287930'

const door = { name: 'Neon Door', iconUrl: 'i0Cg/-9a_b', tradable: true, marketable: false, type: 'Workshop Item' }
const rock = { name: 'Rock', iconUrl: '', tradable: false, marketable: true, type: '' }

test('getInventory gives icon URLs on an allowed image host', async () => {
  const context = fakeContext({ getInventory: async () => cached({ total: 731, next: '9', items: [door, rock] }, 10) })
  expect(await getInventory(context, { steamId: alice }, anyCall())).toEqual({
    value: {
      private: false,
      items: [
        {
          name: 'Neon Door',
          icon: 'https://community.akamai.steamstatic.com/economy/image/i0Cg/-9a_b/256fx256f',
          tradable: true,
          marketable: false,
          type: 'Workshop Item',
        },
        { name: 'Rock', icon: '', tradable: false, marketable: true, type: '' },
      ],
      total: 731,
      next: '9',
    },
    fetchedAt: NOW - 10,
    expiresAt: NOW + 50,
  })
})

test('getInventory gives no icons without an allowed host that serves them', async () => {
  const context = fakeContext({ getInventory: async () => cached({ total: 1, next: null, items: [door] }) })
  const { value } = await getInventory(
    { ...context, imageHosts: ['avatars.steamstatic.com'] },
    { steamId: alice },
    anyCall(),
  )
  expect(value.items.map(({ icon }) => icon)).toEqual([''])
})

test('getInventory distinguishes a private inventory from an empty one', async () => {
  const hidden = fakeContext({ getInventory: async () => cached(null) })
  expect(await getInventory(hidden, { steamId: alice }, anyCall())).toEqual({
    value: { private: true, items: [], total: 0, next: null },
    fetchedAt: NOW,
    expiresAt: NOW + 60,
  })
  const empty = fakeContext({ getInventory: async () => cached({ total: 0, next: null, items: [] }) })
  expect((await getInventory(empty, { steamId: alice }, anyCall())).value).toEqual({
    private: false,
    items: [],
    total: 0,
    next: null,
  })
})
