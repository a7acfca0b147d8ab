import type { en } from './en.ts'
import { ownBan } from './own-ban-de.ts'

/** German texts about ban lists of Discord servers. */
export const de: typeof en = { ownBan }
