import type { Token } from '@messageformat/parser'

export type ArgumentType = 'string' | 'number'

/** A message as its parts, and the types of its arguments in the order in which they are named first. */
export interface Message {
  tokens: Token[]
  types: Map<string, ArgumentType>
}

export interface Catalogue {
  language: string
  messages: Map<string, Message>
}

export function languagesIn(folder: string): string[]
export function readCatalogue(folder: string, language: string, errors: string[]): Catalogue
export function neededCategories(language: string, exact: number[]): string[]
export function inOrder(list: string[]): string[]
