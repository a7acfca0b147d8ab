import { DEFAULT_PERMISSIONS, type SimUser } from '../people.ts'
import type { SimDiscord } from '../sim-discord.ts'
import { PERMISSION } from '../wire.ts'

/** The name of the person without moderator permissions. */
export const GUEST = 'guest'

const MAX_NAME = 32

/** What can be set of a person. */
export interface PersonChange {
  locale?: string
  /** The name in the guild; null for none. */
  nick?: string | null
  isModerator?: boolean
  isManager?: boolean
}

/** The people of one guild whom a user can be. */
export type People = ReturnType<typeof createPeople>

/** Creates the first people: a moderator who manages the server, another moderator, and a guest. */
export function createPeople(discord: SimDiscord) {
  const known = new Map<string, SimUser>()
  const listeners = new Set<(person: SimUser) => void>()

  const put = (person: SimUser): SimUser => {
    known.set(person.id, person)
    for (const listener of listeners) listener(person)
    return person
  }
  const named = (name: string) => [...known.values()].find((person) => person.name === name)
  /** Adds a person: a moderator, if the changes say nothing else. */
  const add = (
    name: string,
    { locale = 'en-US', nick = null, isModerator = true, isManager = false }: PersonChange = {},
  ): SimUser => {
    if (name.trim() === '' || name.length > MAX_NAME) throw new Error(`A name has 1 to ${MAX_NAME} characters.`)
    if (named(name)) throw new Error(`There is a person ${name} already.`)
    const permissions = toPermissions(DEFAULT_PERMISSIONS, { isModerator, isManager })
    return put(discord.user({ name, locale, nick, permissions }))
  }
  const find = (id: string): SimUser => {
    const person = known.get(id)
    if (person === undefined) throw new Error('There is no such person.')
    return person
  }

  add('moderator', { isManager: true })
  add('anna')
  add(GUEST, { isModerator: false })

  return {
    all: () => [...known.values()],
    /** Throws for an unknown id. */
    find,
    named,
    add,
    /** Changes a person; absent fields stay. */
    change(id: string, change: PersonChange): SimUser {
      const { name, permissions, locale, nick } = find(id)
      return put(
        discord.user({
          id,
          name,
          locale: change.locale ?? locale,
          nick: change.nick === undefined ? nick : change.nick,
          permissions: toPermissions(permissions, change),
        }),
      )
    },
    /** Calls the listener with each person who is new or has changed; returns a function that removes it. */
    onChange(listener: (person: SimUser) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Whether a person has Moderate Members. */
export const isModerator = ({ permissions }: SimUser) => (permissions & PERMISSION.moderateMembers) !== 0n
/** Whether a person has Manage Server. */
export const isManager = ({ permissions }: SimUser) => (permissions & PERMISSION.manageGuild) !== 0n

/** A moderator may time members out and ban them. */
const MODERATING = PERMISSION.moderateMembers | PERMISSION.banMembers

function toPermissions(permissions: bigint, { isModerator, isManager }: PersonChange): bigint {
  const moderating = setBits(permissions, isModerator, MODERATING)
  return setBits(moderating, isManager, PERMISSION.manageGuild)
}

function setBits(permissions: bigint, isSet: boolean | undefined, bits: bigint): bigint {
  if (isSet === undefined) return permissions
  return isSet ? permissions | bits : permissions & ~bits
}
