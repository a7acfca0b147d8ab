import { GUEST, isManager, type People } from '../../packages/sim-discord/src/index.ts'

/** The English name of a locale's language. */
export function nameLanguage(locale: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale
}

/** The person whom the user of the prompt is. */
export type CurrentUser = ReturnType<typeof createCurrentUser>

/** Creates the current user, who is the first person. */
export function createCurrentUser(people: People) {
  let id = people.all()[0]?.id ?? ''
  const current = () => people.find(id)
  return {
    current,
    /** Switches to a person by name, in the language of the previous one; returns a notice. */
    switchTo(name: string): string {
      const { locale } = current()
      id = (people.named(name) ?? people.add(name, { locale })).id
      people.change(id, { locale })
      const about =
        name === GUEST
          ? 'without moderator permissions'
          : isManager(current())
            ? 'who manages the server'
            : 'a moderator'
      return `You are ${name} now, ${about}.`
    },
    /** Changes the nickname of the current user; empty for none. Returns a notice. */
    setNick(nick: string): string {
      people.change(id, { nick: nick === '' ? null : nick })
      return nick === '' ? 'You have no nickname now.' : `Your nickname is “${nick}” now.`
    },
    /** Changes the language of the current user; returns a notice. */
    setLocale(locale: string): string {
      people.change(id, { locale })
      return `Your Discord is in ${nameLanguage(locale)} now.`
    },
  }
}
