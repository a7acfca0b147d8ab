import { expect } from 'vitest'

/** The account, profile and bans of the VAC-banned `raider` of the simulated world, as answered everywhere. */
export const raider = {
  steamId: '76561198000010431',
  profile: {
    personaname: 'Roof Raider',
    profileurl: 'https://steamcommunity.com/id/raider/',
    avatarfull: expect.stringMatching(/^https:\/\/avatars\.steamstatic\.com\/[0-9a-f]{40}_full\.jpg$/),
    timecreated: 1_300_000_000,
    loccountrycode: 'DE',
  },
  bans: {
    VACBanned: true,
    NumberOfVACBans: 1,
    NumberOfGameBans: 0,
    DaysSinceLastBan: 412,
    CommunityBanned: false,
    EconomyBan: 'none',
  },
}
