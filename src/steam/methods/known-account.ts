import type { SteamId } from '../../model/steam-id.ts'

/** A public account that has existed since 2003: an answer that contains it is not empty by mistake. */
export const KNOWN_ACCOUNT: SteamId = '76561197960287930'
