import { DEFAULT_PERMISSIONS, PERMISSION, type SimDiscord } from '../discord/index.ts'

/** The name of a user without moderator permissions. */
const GUEST = 'guest'

/** The English name of a locale's language. */
export function nameLanguage(locale: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale
}

/** The users of the prompt. */
export type Users = ReturnType<typeof createUsers>

/** Creates the users of the prompt; one of them is the current user. */
export function createUsers(discord: SimDiscord) {
  let current = discord.user({ name: 'moderator', permissions: DEFAULT_PERMISSIONS | PERMISSION.manageGuild })
  const known = new Map([[current.name, current]])

  return {
    current: () => current,
    /** Switches to a user by name, in the language of the previous one; returns a notice. */
    switchTo(name: string): string {
      const isGuest = name === GUEST
      const permissions = isGuest ? { permissions: 0n } : {}
      current = known.get(name) ?? discord.user({ name, locale: current.locale, ...permissions })
      known.set(name, current)
      const isManager = (current.permissions & PERMISSION.manageGuild) !== 0n
      const about = isGuest ? 'without moderator permissions' : isManager ? 'who manages the server' : 'a moderator'
      return `You are ${name} now, ${about}.`
    },
    /** Changes the language of the current user; returns a notice. */
    setLocale(locale: string): string {
      const { id, name, permissions } = current
      current = discord.user({ id, name, locale, permissions })
      known.set(name, current)
      return `Your Discord is in ${nameLanguage(locale)} now.`
    },
  }
}
