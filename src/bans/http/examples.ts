import { type Ban, BAN_TEXTS } from '../../model/ban.ts'
import { mapValues } from '../../model/objects.ts'

export const exampleBan: Ban = {
  steamId: '76561197960287930',
  name: 'Rabscuttle',
  ...mapValues(BAN_TEXTS, ({ example }) => example),
  until: null,
  addedBy: 'token:my panel',
  addedAt: 1_764_201_600,
  importNumber: null,
}

export const exampleBanPage = { bans: [exampleBan], next: null, eventsCursor: 'ZXZlbnRzIDEgNw' }

export const exampleImport = {
  dryRun: true,
  number: null,
  format: 'bans_cfg',
  encoding: 'utf-8',
  fresh: 212,
  present: 30,
  differing: 2,
  exempted: 1,
  expired: 4,
  repeated: 1,
  notUnderstood: 1,
  unreadEnds: 1,
  unclear: 1,
  lifted: 3,
  staff: 2,
  notUnderstoodLines: [{ line: 17, text: 'banid nobody', why: 'no_account' }],
  unreadEndLines: [
    {
      line: 12,
      steamId: '76561198000222935',
      end: '31.02.2027',
      text: 'banid 76561198000222935 "Raider" "aimbot" 31.02.2027',
    },
  ],
  unclearLines: [{ line: 40, steamId: '76561198000150943', text: 'is 76561198000150943 banned?' }],
}

export const exampleExport = { format: 'rapsheet-bans', version: 1, bans: [exampleBan] }
