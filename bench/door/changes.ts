import type { Random } from '../../packages/sim-steam/src/random.ts'
import { addBans } from '../../src/bans/add-bans.ts'
import { importBans, undoImport } from '../../src/bans/import-bans.ts'
import { liftBan } from '../../src/bans/lift-ban.ts'
import { DatabaseError } from '../../src/model/database-error.ts'
import type { PolicyTerms } from '../../src/model/policy.ts'
import { banAccounts } from '../../src/policy/ban-accounts.ts'
import { addException, removeException } from '../../src/policy/exceptions.ts'
import type { PolicyContext } from '../../src/policy/change-policy.ts'
import { saveTerms, setPolicyMode } from '../../src/policy/save-terms.ts'
import type { Community } from './community.ts'
import { isInForce, type OwnEntry, type OwnList, type OwnPolicy } from './oracle.ts'
import { disguised, randomReason } from './random-texts.ts'

/** What a change needs besides the community. */
export interface ChangeOptions {
  context: PolicyContext
  random: Random
  /** The terms that policies get. */
  terms: readonly PolicyTerms[]
}

/** Makes a random change in the database, and resolves to what is then so; to nothing if it is not possible. */
type Change = (community: Community, options: ChangeOptions) => Promise<Changed>
interface Changed {
  list?: OwnList
  policy?: OwnPolicy
}

const NOTE = 'a private note'
const LIMITS = { maxPerGuild: 50_000, maxTotal: 500_000 }

const unixNow = () => Math.floor(Date.now() / 1_000)
/** Whether something without an end, or with an end in more than a minute, is in force. */
const isLasting = ({ until }: { until: number | null }) => (until ?? Infinity) > unixNow() + 60
const someOf = (random: Random, values: readonly string[], most: number) => [
  ...new Set(Array.from({ length: random.integer(1, most) }, () => random.pick(values))),
]
const withEntries = (list: OwnList, added: readonly (readonly [string, OwnEntry])[]): OwnList => ({
  ...list,
  entries: new Map([...list.entries, ...added]),
})
const without = <T>(map: ReadonlyMap<string, T>, keys: readonly string[]) =>
  new Map([...map].filter(([key]) => !keys.includes(key)))

const CHANGES: Record<string, Change> = {
  /** By hand; replaces exceptions. */
  async ban({ actor, subjects, list, policy }, { context, random }) {
    const steamIds = someOf(random, subjects, 3)
    const reason = randomReason(random)
    const until = random.pick(['', '', '2h', '30 days', '2 Wochen', '31.12.2031'])
    const { added } = await banAccounts(context, {
      ...actor,
      accounts: steamIds.map((steamId) => ({ steamId, name: '' })),
      typed: { reason: disguised(random, reason), note: NOTE, until },
      replaces: random.chance(0.5),
      replacesExceptions: true,
    })
    const bans = added.map(
      (ban) => [ban.steamId, { reason, note: NOTE, until: ban.until, importNumber: null }] as const,
    )
    const { exceptions, ...rest } = policy.current()
    const banned = added.map(({ steamId }) => steamId)
    return { list: withEntries(list.current(), bans), policy: { ...rest, exceptions: without(exceptions, banned) } }
  },

  /** Ends soon, or has ended; an exception of the account stays. */
  async banBriefly({ actor, subjects, list }, { context, random }) {
    const steamId = random.pick(subjects)
    const now = unixNow()
    const terms = { reason: randomReason(random), note: NOTE, until: now + random.integer(-10, 25) }
    await context.database.transaction((repositories) =>
      addBans(
        repositories,
        { ...actor, accounts: [{ steamId, name: '' }], terms, replaces: true },
        { now, limits: LIMITS },
      ),
    )
    return { list: withEntries(list.current(), [[steamId, { ...terms, importNumber: null }]]) }
  },

  async lift({ actor, list }, { context, random }) {
    const active = [...list.current().entries].filter(([, entry]) => isLasting(entry)).map(([steamId]) => steamId)
    if (active.length === 0) return {}
    const steamId = random.pick(active)
    await liftBan(context, { ...actor, steamId })
    return { list: { ...list.current(), entries: without(list.current().entries, [steamId]) } }
  },

  /** Adds entries only, and none for accounts that an exception lets in. */
  async import(community, { context, random }) {
    const { actor, subjects, list, policy } = community
    const known = list.current().entries
    const { exceptions } = policy.current()
    // What is about to end may be in force or not when the change is stored.
    const isClear = (id: string) => [known.get(id), exceptions.get(id)].every((thing) => !thing || isLasting(thing))
    const listed = someOf(random, subjects, 5).filter(isClear)
    const fresh = listed.filter((id) => !known.has(id) && exceptions.get(id)?.decision !== 'allow')
    if (fresh.length === 0) return {}
    const terms = { reason: randomReason(random), note: NOTE, until: random.pick([null, unixNow() + 86_400]) }
    const imported = await importBans(
      context,
      actor,
      listed.map((steamId) => ({ ...terms, steamId, name: 'imported' })),
    )
    community.lastImport = imported.number
    return {
      list: withEntries(
        list.current(),
        fresh.map((steamId) => [steamId, { ...terms, importNumber: imported.number }] as const),
      ),
    }
  },

  async undo(community, { context }) {
    const { actor, list, lastImport } = community
    if (lastImport === undefined) return {}
    const newest = await context.database.read(({ bans }) => bans.newestImport(actor.guildId))
    if (newest?.number !== lastImport) return {}
    await undoImport(context, { ...actor, ...newest })
    community.lastImport = undefined
    const { entries, ...rest } = list.current()
    return {
      list: { ...rest, entries: new Map([...entries].filter(([, { importNumber }]) => importNumber !== lastImport)) },
    }
  },

  /** Replaces a ban. */
  async except({ actor, subjects, list, policy }, { context, random }) {
    const steamId = random.pick(subjects)
    const reason = 'a note of an exception'
    const { exception } = await addException(context, {
      ...actor,
      steamId,
      reason,
      until: random.pick([null, '1d']),
      replacesBan: true,
    })
    const { exceptions, ...rest } = policy.current()
    return {
      list: { ...list.current(), entries: without(list.current().entries, [steamId]) },
      policy: {
        ...rest,
        exceptions: new Map(exceptions).set(steamId, { decision: 'allow', reason, until: exception.until }),
      },
    }
  },

  /** An exception that ends soon; a ban of the account stays. */
  async exceptBriefly({ actor: { guildId, userId }, subjects, policy }, { context, random }) {
    const steamId = random.pick(subjects)
    const now = unixNow()
    const exception = { decision: 'allow', reason: 'soon over', until: now + random.integer(1, 25) } as const
    await context.database.transaction(({ policyExceptions }) =>
      policyExceptions.set({ ...exception, guildId, steamId, addedBy: userId, addedAt: now }),
    )
    const { exceptions, ...rest } = policy.current()
    return { policy: { ...rest, exceptions: new Map(exceptions).set(steamId, exception) } }
  },

  async endException({ actor, policy }, { context, random }) {
    const { exceptions, ...rest } = policy.current()
    const lasting = [...exceptions].filter(([, { until }]) => until === null).map(([steamId]) => steamId)
    if (lasting.length === 0) return {}
    const steamId = random.pick(lasting)
    await removeException(context, { ...actor, steamId })
    return { policy: { ...rest, exceptions: without(exceptions, [steamId]) } }
  },

  async saveTerms({ actor, list, policy }, { context, random, terms: all }) {
    const terms = random.pick(all)
    const { version, isChanged } = await saveTerms(context, { ...actor, terms, fromVersion: policy.current().version })
    return isChanged ? withTerms(list.current(), { ...policy.current(), terms, version }) : {}
  },

  async setMode({ actor, list, policy }, { context, random }) {
    const mode = random.pick(['observe', 'enforce'] as const)
    const { version, isChanged } = await setPolicyMode(context, { ...actor, mode })
    const terms = { ...policy.current().terms, mode }
    return isChanged ? withTerms(list.current(), { ...policy.current(), terms, version }) : {}
  },
}

/** Exceptions that refuse become bans when the policy enforces, because a person has decided; their private reason becomes the note. */
function withTerms(list: OwnList, policy: OwnPolicy): { list: OwnList; policy: OwnPolicy } {
  if (policy.terms.mode === 'observe') return { list, policy }
  const refused = [...policy.exceptions].filter(([, { decision }]) => decision === 'deny')
  const fresh = refused.filter(([steamId]) => {
    const entry = list.entries.get(steamId)
    return !entry || !isInForce(entry, unixNow())
  })
  return {
    list: withEntries(
      list,
      fresh.map(
        ([steamId, { reason: note, until }]) => [steamId, { reason: '', note, until, importNumber: null }] as const,
      ),
    ),
    policy: {
      ...policy,
      exceptions: without(
        policy.exceptions,
        refused.map(([steamId]) => steamId),
      ),
    },
  }
}

/** How often each change is made, relative to the others. */
const WEIGHTS: Record<string, number> = {
  ban: 8,
  banBriefly: 6,
  lift: 3,
  import: 5,
  undo: 1,
  except: 4,
  exceptBriefly: 4,
  endException: 2,
  saveTerms: 5,
  setMode: 2,
}
const DRAWN = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight * 2 }, () => name))

/** Makes one random change of a list or a policy, and returns its name. */
export async function changeSomething(community: Community, options: ChangeOptions): Promise<string> {
  const name = options.random.pick(DRAWN)
  const begunAt = Date.now()
  const { list, policy } = await tryChange(CHANGES[name], community, options)
  if (list) community.list.change(list, begunAt)
  if (policy) community.policy.change(policy, begunAt)
  return name
}

/** Changes nothing if the service writes to the same file for too long. */
async function tryChange(change: Change | undefined, community: Community, options: ChangeOptions): Promise<Changed> {
  try {
    return (await change?.(community, options)) ?? {}
  } catch (error) {
    if (error instanceof DatabaseError && error.problem === 'busy') return {}
    throw error
  }
}
