import { expect, test } from 'vitest'
import { inDatabase } from '../support/community.ts'

test('facts are set, replaced and cleared, each for itself', () =>
  inDatabase(async ({ meta }) => {
    expect(await meta.get('restored_at')).toBeUndefined()
    await meta.set('restored_at', '100')
    await meta.set('guild_count', '7')
    await meta.set('restored_at', '200')
    expect(await meta.get('restored_at')).toBe('200')
    await meta.set('restored_at', null)
    await meta.set('restored_at', null)
    expect(await meta.get('restored_at')).toBeUndefined()
    expect(await meta.get('guild_count')).toBe('7')
  }))
