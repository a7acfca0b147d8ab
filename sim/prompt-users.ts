import type { SimDiscord } from './discord/server.ts'

/** The name of a user without moderator permissions. */
const GUEST = 'guest'

/** The users of the prompt. */
export type Users = ReturnType<typeof createUsers>

/** Creates the users of the prompt; one of them is the current user. */
export function createUsers(discord: SimDiscord) {
  let current = discord.user({ name: 'moderator' })
  const known = new Map([[current.name, current]])

  return {
    current: () => current,
    /** Switches to a user by name, in the language of the previous one; returns a notice. */
    switchTo(name: string): string {
      const isGuest = name === GUEST
      const permissions = isGuest ? { permissions: 0n } : {}
      current = known.get(name) ?? discord.user({ name, locale: current.locale, ...permissions })
      known.set(name, current)
      return `You are ${name} now${isGuest ? ', without moderator permissions' : ''}.`
    },
    /** Changes the language of the current user; returns a notice. */
    setLocale(locale: string): string {
      const { id, name, permissions } = current
      current = discord.user({ id, name, locale, permissions })
      known.set(name, current)
      return `Your Discord is in ${new Intl.DisplayNames(['en'], { type: 'language' }).of(locale)} now.`
    },
  }
}
