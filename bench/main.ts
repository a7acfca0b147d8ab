import { measureCrowd } from './topics/crowd.ts'
import { measureDiscord } from './topics/discord.ts'
import { measureFriends } from './topics/friends.ts'
import { measureHttp } from './topics/http.ts'
import { measureLookups } from './topics/lookup.ts'
import { measureMemory } from './topics/memory.ts'
import { measureStart } from './topics/start.ts'
import { measureStore } from './topics/store.ts'
import { toTable } from './support/table.ts'
import type { Findings } from './support/table.ts'
import { openWorkshop } from './support/workshop.ts'
import type { Workshop } from './support/workshop.ts'

const topics: Record<string, (workshop: Workshop) => Promise<Findings>> = {
  lookup: measureLookups,
  crowd: measureCrowd,
  friends: measureFriends,
  http: measureHttp,
  store: measureStore,
  memory: measureMemory,
  start: measureStart,
  discord: measureDiscord,
}

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in topics))
if (unknown.length > 0) {
  process.stderr.write(`No topic ${unknown.join(', ')}; there are ${Object.keys(topics).join(', ')}.\n`)
  process.exit(1)
}

const findings: Findings[] = []
let workshop: Workshop | undefined
const giveUp = () => void workshop?.close().finally(() => process.exit(1))
process.once('SIGINT', giveUp).once('SIGTERM', giveUp)
for (const [name, measure] of Object.entries(topics)) {
  if (named.length > 0 && !named.includes(name)) continue
  process.stderr.write(`measuring ${name} …\n`)
  workshop = openWorkshop()
  try {
    findings.push(await measure(workshop))
  } finally {
    await workshop.close()
  }
}
const notes = findings.flatMap(({ notes = [] }) => notes)
process.stdout.write(
  `${toTable(findings.flatMap(({ rows }) => rows))}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
)
// Connections that fetch keeps would hold the process for some seconds more.
process.exit()
