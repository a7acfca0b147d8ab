import { ownBan } from './own-ban-en.ts'

/** English texts about ban lists of Discord servers. */
export const en = { ownBan }
