/** What a cursor belongs to: a list, and the Discord server whose list it is. */
export interface CursorOwner {
  kind: string
  guildId: string
}

/** The whole numbers that say where in a list something is; ids of accounts are texts, because they are too large for numbers. */
export type Position = readonly (number | string)[]

/**
 * Writes a position in a list as an opaque text that is accepted for the same list of the same Discord server only.
 * @example
 *   writeCursor({ kind: 'bans', guildId: '1' }, [7]) // 'YmFucyAxIDc'
 */
export const writeCursor = ({ kind, guildId }: CursorOwner, position: Position): string =>
  Buffer.from([kind, guildId, ...position].join(' ')).toString('base64url')

/** Reads the digits of the position in a cursor; undefined for any text that `writeCursor` has not written for this list. */
export function readCursor(text: string, { kind, guildId }: CursorOwner): string[] | undefined {
  const cursor = parseCursor(text)
  return cursor?.kind === kind && cursor.guildId === guildId ? cursor.position : undefined
}

/** Reads for which list a cursor was written; undefined for a text that is no cursor. */
export const readCursorOwner = (text: string): CursorOwner | undefined => parseCursor(text)

function parseCursor(text: string): (CursorOwner & { position: string[] }) | undefined {
  const [kind = '', guildId = '', ...position] = Buffer.from(text, 'base64url').toString().split(' ')
  const isPosition = position.length > 0 && position.every((part) => DIGITS.test(part))
  return isPosition && writeCursor({ kind, guildId }, position) === text ? { kind, guildId, position } : undefined
}

const DIGITS = /^(0|[1-9][0-9]{0,19})$/
