import type { Database } from '../../src/app/database.ts'
import type { BanChange, BanRecord } from '../../src/model/ban-record.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { addAlert } from '../../src/watch/alerts.ts'
import { CLEAN_RECORD, NOW } from './fake-context.ts'

const VAC_BAN: BanChange = { kind: 'vac', from: 0, to: 1, isLifted: false, when: { after: NOW, before: NOW + 1 } }

interface Seen {
  at?: number
  record?: BanRecord
  changes?: BanChange[]
}

/** Stores an observation of an account as a check would; returns its id. */
export function storeObservation(database: Database, steamId: SteamId, { at = NOW, ...seen }: Seen = {}) {
  return database.transaction(async ({ accounts, watches }) => {
    const { record = CLEAN_RECORD, changes = [] } = seen
    const lastBan = changes[0]?.when ?? null
    const id = await accounts.addObservation({ steamId, firstSeenAt: at, record, lastBan, changes })
    await accounts.recordChecked([steamId], at)
    await watches.setBaseline([steamId], at)
    return id
  })
}

/** Stores a VAC ban of an account, and the alert about it for one server. */
export async function storeAlert(
  database: Database,
  { guildId, userId, steamId }: { guildId: string; userId: string; steamId: SteamId },
) {
  const record = { ...CLEAN_RECORD, NumberOfVACBans: 1 }
  const observationId = await storeObservation(database, steamId, { at: NOW + 1, record, changes: [VAC_BAN] })
  await database.transaction((repositories) =>
    addAlert(repositories, {
      guildId,
      steamId,
      observationId,
      createdAt: NOW + 1,
      changes: [VAC_BAN],
      addedBy: userId,
      addedAt: NOW,
      reason: 'aimbot',
    }),
  )
}
