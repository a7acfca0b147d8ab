/** Values that an error text can contain, formatted by the caller; text from users is made safe for the target. */
export interface LookupErrorFacts {
  /** The account or file as the user gave it. */
  subject: string
  /** When to try again, relative to now: `in 2 minutes`. */
  when: string
  /** A limit or a number. */
  detail: string
  /** The forms of older ids: `STEAM_` and `[U:1:…]`. */
  steam2Form: string
  steam3Form: string
}
