/** A ban as the game remembers it. */
export interface GameBan {
  steamId: string
  name: string
  notes: string
  expiry: number
}

const MAX_ARGUMENTS = 16

/**
 * A model of how the game reads `bans.cfg` and other files of commands, independent of the program: each line is trimmed and run as a command; an escaped
 * quote is the only escape; the first of two bans of an account wins.
 */
export function runGameConsole(file: string, now: number): { banned: GameBan[]; otherCommands: string[] } {
  const banned = new Map<string, GameBan>()
  const otherCommands: string[] = []
  for (const line of file.split('\n').map((line) => line.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const [command = '', ...values] = splitCommand(line)
    const [steamId = '', name = '', notes = '', end] = values
    if (command !== 'banid') otherCommands.push(line)
    else if (!/^\d+$/.test(steamId) || BigInt(steamId) < 70_000_000_000_000_000n) continue
    else {
      const expiry = readTimestamp(end, now)
      const isPast = expiry > 0 && expiry <= now
      if (!isPast && !banned.has(steamId)) banned.set(steamId, { steamId, name, notes, expiry })
    }
  }
  return { banned: [...banned.values()], otherCommands }
}

function splitCommand(line: string): string[] {
  const words: string[] = []
  let word = ''
  let isQuoted = false
  let hasWord = false
  const end = () => {
    if (hasWord) words.push(word)
    word = ''
    hasWord = false
  }
  for (let index = 0; index < line.length; index++) {
    const character = line.charAt(index)
    if (character === '\\' && line.charAt(index + 1) === '"') {
      word += '"'
      hasWord = true
      index++
    } else if (character === '"') {
      isQuoted = !isQuoted
      hasWord = true
      if (!isQuoted) end()
    } else if (/\s/.test(character) && !isQuoted) end()
    else {
      word += character
      hasWord = true
    }
  }
  end()
  return words.slice(0, MAX_ARGUMENTS)
}

function readTimestamp(text: string | undefined, now: number): number {
  const [, digits, unit = 'h'] = /^(-?\d+)([a-zA-Z])?$/.exec(text ?? '') ?? []
  if (digits === undefined) return -1
  const number = Number(digits)
  if (number <= 0) return -1
  if (number > 315_360_000) return number
  const seconds: Record<string, number> = { s: 1, m: 60, d: 86_400, w: 604_800, M: 2_592_000, Y: 31_536_000 }
  return now + number * (seconds[unit] ?? 3_600)
}
