import type { SimSteam } from '../../packages/sim-steam/src/server.ts'
import { createConfirmations } from '../../src/accounts/confirmations.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { SteamId } from '../../src/model/steam-id.ts'
import { createCachedSteam } from '../../src/steam/cached-steam.ts'
import { createSteam } from '../../src/steam/steam.ts'
import type { TransportOptions } from '../../src/steam/upstream/transport.ts'
import { CALL_POLICY } from '../../src/steam/upstream/call-policy.ts'
import { createStore } from '../../src/store/store.ts'
import { connect } from './connect.ts'
import { fakeContext } from './fake-context.ts'

const LIFETIMES = {
  account: 60,
  rustHours: 600,
  friends: 600,
  vanity: 600,
  vanityMiss: 60,
  stats: 300,
  inventory: 300,
  refusal: 60,
  stale: 3_600,
}

/** A context over a simulated Steam, with the usual call policy and a memory; it notes the ban records that are read. */
export function contextOf(
  steam: SimSteam,
  clock: Clock,
  { stale = LIFETIMES.stale, ...options }: Partial<TransportOptions> & { stale?: number } = {},
) {
  const { call } = connect(steam, { ...CALL_POLICY, clock, ...options })
  const store = createStore({ memoryBytes: 10_000_000, clock, onError: () => {} })
  const observed: SteamId[] = []
  const stales = { count: 0 }
  const uncached = createSteam({ call, clock })
  const lifetimes = { ...LIFETIMES, stale }
  const cached = createCachedSteam(uncached, store, { lifetimes, clock })
  const context = fakeContext(
    cached.steam,
    {},
    {
      clock,
      rememberedAnswers: cached.rememberedAnswers,
      staleAnswers: cached.staleAnswers,
      newestBans: cached.newestBans,
      missingProfiles: createConfirmations(clock),
      missingAccounts: createConfirmations(clock),
      onRecord: (steamId) => observed.push(steamId),
      onStale: () => void stales.count++,
    },
  )
  return { context, observed, stales }
}
