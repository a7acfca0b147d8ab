import { z } from 'zod'

/** The tokens of a game server to revoke: only replaced ones, or all. */
export interface TokenChoice {
  name: string
  isReplacedOnly: boolean
}

const SCOPES = { all: false, replaced: true } as const

/** A choice as the value of a menu option, and as arguments of a custom id when split at colons. */
export const toChoiceValue = ({ name, isReplacedOnly }: TokenChoice): string =>
  `${isReplacedOnly ? 'replaced' : 'all'}:${name}`

/** Parses a choice; throws for any other text. */
export function readChoiceValue(value: string): TokenChoice {
  const [scope, ...name] = value.split(':')
  return { name: name.join(':'), isReplacedOnly: SCOPES[z.enum(['all', 'replaced']).parse(scope)] }
}
