import type { BanRepositories } from './database/repositories.ts'

/**
 * Reads the bans that an import has added, or that are gone with it, for the events about them. An import that was undone has added none. Bans
 * that were lifted or replaced since are missing; events of their own tell about them.
 */
export const readImportedBans = (
  { banImports }: Pick<BanRepositories, 'banImports'>,
  { type, importId }: { type: 'bans.imported' | 'bans.undone'; importId: number },
  page: { after: number; limit: number },
) => banImports.entries(importId, type === 'bans.imported' ? 'valid' : 'undone', page)
