/** What a cursor belongs to: a list, and the Discord server whose list it is. */
export interface CursorOwner {
  kind: string
  guildId: string
}

/**
 * Writes a position in a list as an opaque text that is accepted for the same list of the same Discord server only.
 * @example
 *   writeCursor({ kind: 'bans', guildId: '1' }, [7]) // 'YmFucyAxIDc'
 */
export const writeCursor = ({ kind, guildId }: CursorOwner, position: readonly number[]): string =>
  Buffer.from([kind, guildId, ...position].join(' ')).toString('base64url')

/** Reads a cursor with as many numbers as `length`; undefined for any text that `writeCursor` has not written for this list. */
export function readCursor(text: string, owner: CursorOwner, length: number): number[] | undefined {
  const [, , ...parts] = Buffer.from(text, 'base64url').toString().split(' ')
  const position = parts.map(Number)
  const isPosition = position.length === length && position.every((part) => Number.isSafeInteger(part) && part >= 0)
  return isPosition && writeCursor(owner, position) === text ? position : undefined
}
