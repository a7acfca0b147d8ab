import { parseArgs } from 'node:util'
import { toTable } from './table.ts'
import type { Findings } from './table.ts'
import { openWorkshop } from './workshop.ts'
import type { Workshop } from './workshop.ts'

/** What the command line says beside the names of topics. */
export interface TopicOptions {
  /** How often a topic that repeats itself does so; undefined for its own default. */
  runs: number | undefined
}

type Topic = (workshop: Workshop, options: TopicOptions) => Promise<Findings>

/**
 * Measures the topics named on the command line, or all of them, each in a workshop of its own; prints one table and ends,
 * with exit code 1 when a topic that must pass has failed.
 */
export async function runTopics(topics: Record<string, Topic>): Promise<void> {
  const { values, positionals: named } = parseArgs({ allowPositionals: true, options: { runs: { type: 'string' } } })
  const runs = values.runs === undefined ? undefined : Number(values.runs)
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
      findings.push(await measure(workshop, { runs }))
    } finally {
      await workshop.close()
    }
  }
  const notes = findings.flatMap(({ notes = [] }) => notes)
  process.stdout.write(
    `${toTable(findings.flatMap(({ rows }) => rows))}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
  )
  // Connections that fetch keeps would hold the process for some seconds more.
  process.exit(findings.some(({ hasFailed }) => hasFailed) ? 1 : 0)
}
