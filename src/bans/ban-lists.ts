import { isInForce, type OwnBan } from '../model/ban.ts'
import type { SteamId } from '../model/steam-id.ts'
import type { EnforcedBan } from './database/enforced-bans.ts'

/** The ban lists of all Discord servers in memory, by which joins are refused; without the bans that had ended when they were read. */
export type BanLists = ReturnType<typeof createBanLists>

/** The last ten digits of the first SteamID64; they differ for all individual accounts. */
const FIRST = 7_960_265_728

/** The number of an account, which V8 stores within the map below 2^31, where the accounts of today are. */
const keyOf = (steamId: SteamId) => Number(steamId.slice(-10)) - FIRST

/** Creates a function that stores equal bans once, because most bans of a server have one of few reasons and no end. */
function createShare() {
  const shared = new Map<string, OwnBan>()
  return (ban: OwnBan): OwnBan => {
    const key = `${ban.until ?? ''} ${ban.reason}`
    const known = shared.get(key)
    if (!known) shared.set(key, ban)
    return known ?? ban
  }
}

export function createBanLists() {
  let byGuild = new Map<string, Map<number, OwnBan>>()
  let damaged = new Set<string>()
  let isLoaded = false
  const isKnown = (guildId: string) => isLoaded && !damaged.has(guildId)
  const put = (lists: typeof byGuild, share: (ban: OwnBan) => OwnBan, bans: readonly EnforcedBan[]) => {
    for (const { guildId, steamId, reason, until } of bans) {
      const list = lists.get(guildId) ?? new Map<number, OwnBan>()
      lists.set(guildId, list)
      list.set(keyOf(steamId), share({ reason, until }))
    }
  }
  return {
    /** The ban of an account that is active at `now`, Unix seconds; undefined without one. Not to be called unless `isKnown`. */
    find(guildId: string, steamId: SteamId, now: number): OwnBan | undefined {
      const ban = byGuild.get(guildId)?.get(keyOf(steamId))
      return ban && isInForce(ban, now) ? ban : undefined
    },
    /** Whether the list of a server was loaded and is not damaged. Otherwise it is unknown whether an account may join. */
    isKnown,
    /** Whether the list of a server has a ban that is active at `now`, Unix seconds, or is unknown. */
    hasBans: (guildId: string, now: number): boolean =>
      !isKnown(guildId) || [...(byGuild.get(guildId)?.values() ?? [])].some((ban) => isInForce(ban, now)),
    /** Whether the list of any server contains the account. */
    isListed: (steamId: SteamId): boolean => [...byGuild.values()].some((list) => list.has(keyOf(steamId))),
    /** The servers whose lists are damaged. */
    damaged: (): ReadonlySet<string> => damaged,
    /** Replaces the bans of these accounts by those that they have now. */
    update(guildId: string, steamIds: readonly SteamId[], bans: readonly EnforcedBan[]): void {
      for (const steamId of steamIds) byGuild.get(guildId)?.delete(keyOf(steamId))
      put(byGuild, (ban) => ban, bans)
    },
    /** Returns a function that adds bans of accounts that had none. */
    beginAdding() {
      const share = createShare()
      return (bans: readonly EnforcedBan[]) => put(byGuild, share, bans)
    },
    /** Begins to read all lists, or that of one server, anew; what was read before stays in use until `finish`. */
    beginReading(guildId?: string) {
      const read: typeof byGuild = new Map()
      const readDamaged = new Set<string>()
      const share = createShare()
      return {
        add: (bans: readonly EnforcedBan[]) => put(read, share, bans),
        addDamaged: (damagedGuildId: string) => void readDamaged.add(damagedGuildId),
        finish(): void {
          if (guildId === undefined) {
            byGuild = read
            damaged = readDamaged
            isLoaded = true
            return
          }
          byGuild.delete(guildId)
          const list = read.get(guildId)
          if (list) byGuild.set(guildId, list)
          if (readDamaged.has(guildId)) damaged.add(guildId)
          else damaged.delete(guildId)
        },
      }
    },
  }
}
