import { toTable } from './table.ts'
import type { Findings } from './table.ts'
import { openWorkshop } from './workshop.ts'
import type { Workshop } from './workshop.ts'

/** Measures the topics named on the command line, or all of them, each in a workshop of its own; prints one table and ends. */
export async function runTopics(topics: Record<string, (workshop: Workshop) => Promise<Findings>>): Promise<void> {
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
}
