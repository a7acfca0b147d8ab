import type { SimDiscord, SimMessage } from '../../packages/sim-discord/src/index.ts'

/** A change that a message told to a server. */
export interface Told {
  guildId: string
  steamId: string
  /** `+vac`, `-trade`: the kind of ban, and whether it is new or lifted. */
  what: string
  /** When the message was created, ms. */
  at: number
}

/** What a row of `alerts.csv` says, by the English words of the service. */
const SENTENCES: [RegExp, string][] = [
  [/no longer reports (?:a|\d+) VAC bans?/, '-vac'],
  [/no longer reports (?:a|\d+) game bans?/, '-game'],
  [/no longer reports a Steam Community ban/, '-community'],
  [/no longer reports a trade (?:ban|restriction)/, '-trade'],
  [/newer VAC or game ban/, '+lastBan'],
  [/new VAC bans?/, '+vac'],
  [/new game bans?/, '+game'],
  [/new Steam Community ban/, '+community'],
  [/new trade (?:ban|probation)|trade: /, '+trade'],
]
/** The values before and after in a line of an alert about one account. */
const VALUES = /(VAC bans|Game bans|Steam Community ban|Trade restriction|Last ban) (.+) → (.+)/
const KINDS: Record<string, string> = {
  'VAC bans': 'vac',
  'Game bans': 'game',
  'Steam Community ban': 'community',
  'Trade restriction': 'trade',
}
/** Values that are no numbers, by their gravity. */
const RANKS: Record<string, number> = { no: 0, yes: 1, none: 0, 'trade probation': 1, 'trade ban': 2 }

/** Reads what was told in the channels of alerts; each message is read once. */
export function createTold(discord: SimDiscord) {
  const told: Told[] = []
  const seen = new Set<string>()
  return {
    /** The changes of bans that were told so far. */
    read(): readonly Told[] {
      for (const guildId of discord.guildIds) {
        for (const message of discord.channel(discord.guild(guildId).channelId)) {
          if (seen.has(message.id)) continue
          seen.add(message.id)
          told.push(...readMessage(guildId, message))
        }
      }
      return told
    },
    messages: () => seen.size,
  }
}

/** The account of a message about one account. */
function accountOf(text: string): string {
  const [, steamId] = /`(\d{17})`/.exec(text) ?? []
  if (steamId === undefined) throw new Error(`a message about no account: ${text}`)
  return steamId
}

function readMessage(guildId: string, message: SimMessage): Told[] {
  const text = message.text()
  const facts = { guildId, at: Date.parse(String(message.wire()['timestamp'])) }
  const [file] = message.files()
  if (file) return readTable(file.text).map((change) => ({ ...facts, ...change }))
  const steamId = accountOf(text)
  const changes = text.split('\n').flatMap((line) => readValues(line) ?? [])
  if (changes.length === 0) throw new Error(`an alert without a change: ${text}`)
  return changes.map((what) => ({ ...facts, steamId, what }))
}

function readTable(csv: string): { steamId: string; what: string }[] {
  const [, ...rows] = csv.trim().split(/\r?\n/)
  return rows.map((row) => {
    const steamId = /\b\d{17}\b/.exec(row)?.[0]
    const what = readSentence(row)
    if (steamId === undefined || what === undefined) throw new Error(`a row of alerts.csv that says nothing: ${row}`)
    return { steamId, what }
  })
}

const readSentence = (line: string) => SENTENCES.find(([pattern]) => pattern.test(line))?.[1]

function readValues(line: string): string | undefined {
  const [, fact = '', from = '', to = ''] = VALUES.exec(line.replaceAll('*', '')) ?? []
  if (fact === 'Last ban') return '+lastBan'
  const kind = KINDS[fact]
  return kind === undefined ? undefined : `${rankOf(to) < rankOf(from) ? '-' : '+'}${kind}`
}

const rankOf = (value: string) => RANKS[value.trim()] ?? Number(value.replaceAll(',', ''))
