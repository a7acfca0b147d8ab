import { banRecord, DEFAULT_AVATAR, publicProfile, RUST_APP_ID, WORLD_TIME, type SimGame } from './account.ts'
import type { World } from './world.ts'

const rust = (minutes: number, minutesTwoWeeks: number): SimGame => ({
  appId: RUST_APP_ID,
  minutes,
  minutesTwoWeeks,
  lastPlayed: WORLD_TIME - 86_400,
})

/** Adds the accounts of the API documentation's examples, so that its prefilled requests work. */
export function addExample(world: World): void {
  // The friends have ids that Steam has not assigned yet, so that no example accuses a real person.
  const friends = [
    { steamId: '76561202000010431', since: 1_715_420_800 },
    { steamId: '76561202000070655', since: 1_640_995_200 },
    { steamId: '76561202000083041', since: 1_502_902_800 },
  ] as const
  const [banned, clean, hidden] = friends
  const owner = '76561197960287930'
  const avatar = { avatarHash: DEFAULT_AVATAR }
  world.add({
    steamId: banned.steamId,
    vanity: 'example_roof_raider',
    profile: publicProfile('Roof Raider', { ...avatar, country: 'DE', timeCreated: 1_325_376_000 }),
    bans: banRecord({ vac: 1, daysSinceLast: 412 }),
    games: [rust(145_896, 1_260)],
    friends: [
      { steamId: owner, since: banned.since },
      { steamId: clean.steamId, since: 1_690_848_000 },
    ],
  })
  world.add({
    steamId: clean.steamId,
    profile: publicProfile('Honest Joe', avatar),
    games: [rust(28_523, 9_048)],
  })
  world.add({ steamId: hidden.steamId, profile: publicProfile('Quiet One', avatar), games: 'hidden' })
  world.add({
    steamId: owner,
    profile: publicProfile('Wipe Day Walker', { ...avatar, country: 'SE', timeCreated: 1_063_407_589 }),
    games: [rust(71_220, 1_290)],
    friends,
    statistics: {
      kill_player: 4_118,
      deaths: 3_527,
      headshot: 1_312,
      bullet_fired: 91_204,
      bullet_hit_player: 12_877,
      arrow_fired: 2_950,
      death_suicide: 211,
      death_fall: 37,
      placed_blocks: 18_420,
      upgraded_blocks: 7_311,
      harvested_wood: 2_410_553,
      harvested_stones: 1_802_119,
      kill_scientist: 1_906,
      kill_boar: 274,
      destroyed_barrels: 5_630,
    },
    inventory: {
      assets: [
        { assetId: '3000000003', classId: '2000000001', instanceId: '0' },
        { assetId: '3000000002', classId: '2000000002', instanceId: '0' },
      ],
      descriptions: [
        {
          classId: '2000000001',
          instanceId: '0',
          name: 'Tempered AK47',
          type: 'Workshop Item',
          icon: '6TMcQ7eX6E0EZl2byXi7vaVKyDk_zQLX05x6eLCFM9neAckxGDf7qU2e2gu64OnAeQ7835Ja5WXMfCk4nReh8DEiv5da',
          tradable: true,
          marketable: true,
        },
        {
          classId: '2000000002',
          instanceId: '0',
          name: 'Forest Sleeping Bag',
          type: '',
          icon: '6TMcQ7eX6E0EZl2byXi7vaVKyDk_zQLX05x6eLCFM9neAckxGDf7qU2e2gu64OnAeQ7835Nf5mXDfCk4nReh8DEiv5dc',
          tradable: true,
          marketable: false,
        },
      ],
    },
  })
}
