import type { SteamId } from '../../model/steam-id.ts'

/** An account that has existed since 2003 and is public: asked for where an answer about others has to be proved good. */
export const KNOWN_ACCOUNT: SteamId = '76561197960287930'
