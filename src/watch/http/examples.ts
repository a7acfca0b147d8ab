import type { WatchEntryObject } from '../../model/watch.ts'

export const exampleWatch: WatchEntryObject = {
  steamId: '76561197960287930',
  reason: 'raided us, ticket 7',
  until: null,
  addedBy: 'token:my panel',
  addedAt: 1_764_201_600,
}

export const exampleWatchPage = { watches: [exampleWatch], next: null, eventsCursor: 'ZXZlbnRzIDEgNw' }

const RECORD = { NumberOfVACBans: 1, NumberOfGameBans: 0, CommunityBanned: false, EconomyBan: 'none' }
const WHEN = { after: 1_764_201_600, before: 1_764_205_200 }

export const exampleHistory = {
  steamId: '76561197960287930',
  isWatchedHere: true,
  status: 'banned',
  record: { ...RECORD, DaysSinceLastBan: 0 },
  lastBan: WHEN,
  checkedAt: 1_764_208_800,
  earlier: null,
  since: 1_764_201_600,
  observations: [
    {
      firstSeenAt: 1_764_205_200,
      lastSeenAt: 1_764_208_800,
      record: { ...RECORD, DaysSinceLastBan: 0 },
      lastBan: WHEN,
      changes: [{ kind: 'vac', from: 0, to: 1, isLifted: false, when: WHEN }],
    },
    {
      firstSeenAt: 1_764_201_600,
      lastSeenAt: 1_764_201_600,
      record: { ...RECORD, NumberOfVACBans: 0, DaysSinceLastBan: 0 },
      lastBan: null,
      changes: [],
    },
  ],
}
