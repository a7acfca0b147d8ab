import { parseArgs } from 'node:util'
import { buildCommit, type Build } from './build-commit.ts'
import { toTable, type Findings } from './table.ts'
import { createTestbed, type Testbed } from './testbed.ts'

/** The options of the command line. */
export interface TopicOptions {
  /** The number of runs of a topic with repetitions; undefined for its default. */
  runs: number | undefined
  /** The seed of a topic that can be repeated; undefined for a random one. */
  seed: number | undefined
  /** An older build to compare with. */
  against: Build | undefined
}

type Topic = (testbed: Testbed, options: TopicOptions) => Promise<Findings>

/**
 * Measures the topics named on the command line, or all, each in its own testbed; prints one table and exits,
 * with code 1 if a mandatory target was missed.
 */
export async function runTopics(topics: Record<string, Topic>): Promise<void> {
  const { values, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { runs: { type: 'string' }, seed: { type: 'string' }, against: { type: 'string' } },
  })
  const [runs, seed] = [values.runs, values.seed].map((value) => (value === undefined ? undefined : Number(value)))
  const unknown = named.filter((name) => !(name in topics))
  if (unknown.length > 0) {
    process.stderr.write(`No topic ${unknown.join(', ')}. Topics: ${Object.keys(topics).join(', ')}.\n`)
    process.exit(1)
  }
  const against = values.against === undefined ? undefined : buildCommit(values.against)

  const findings: Findings[] = []
  let testbed: Testbed | undefined
  const abort = () => void testbed?.close().finally(() => process.exit(1))
  process.once('SIGINT', abort).once('SIGTERM', abort)
  for (const [name, measure] of Object.entries(topics)) {
    if (named.length > 0 && !named.includes(name)) continue
    process.stderr.write(`measuring ${name} …\n`)
    testbed = createTestbed()
    try {
      findings.push(await measure(testbed, { runs, seed, against }))
    } finally {
      await testbed.close()
    }
  }
  const notes = findings.flatMap(({ notes = [] }) => notes)
  process.stdout.write(
    `${toTable(findings.flatMap(({ rows }) => rows))}\n\n${notes.map((note) => `- ${note}\n`).join('')}`,
  )
  // Idle connections of fetch would keep the process alive for some seconds.
  process.exit(findings.some(({ hasFailed }) => hasFailed) ? 1 : 0)
}
