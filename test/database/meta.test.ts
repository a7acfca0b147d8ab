import { expect, test } from 'vitest'
import { inDatabase } from '../support/community.ts'

test('facts are set, replaced and cleared, each for itself', () =>
  inDatabase(async ({ meta }) => {
    expect(await meta.get('restored')).toBeUndefined()
    await meta.set('restored', '100')
    await meta.set('guild_count', '7')
    await meta.set('restored', '200')
    expect(await meta.get('restored')).toBe('200')
    await meta.set('restored', null)
    await meta.set('restored', null)
    expect(await meta.get('restored')).toBeUndefined()
    expect(await meta.get('guild_count')).toBe('7')
  }))
