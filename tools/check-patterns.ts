import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Expression, parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'

// Checks that every regular expression of the sources takes linear time for any text. Runs in the project's folder, as npm does.
const FOLDERS = ['src', 'commands', 'page', 'packages/client/src']
const AT_ONCE = 2
/** The times are limited by numbers of steps instead, so that a busy machine gives the same result; this limit is for all steps. */
const LIMITS = { timeout: 300_000, attackTimeout: null, incubationTimeout: null, recallTimeout: null }

/** Files with a regular expression that is not a literal, and why it is linear nevertheless. */
const BUILT: Readonly<Record<string, string>> = {
  'src/text/csv-rows.ts': 'One of four separators is filled in; test/text/csv-rows.test.ts has hostile tables.',
  'src/text/decode-text.ts':
    'Sets of characters are filled in; its one repetition begins only where no such character is before it.',
  'src/database/erase-traces.ts': 'The digits of one account are filled in, and nothing is repeated.',
}

interface Pattern {
  place: string
  source: string
  flags: string
}

const patterns: Pattern[] = []
const problems: string[] = []

const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
  const text = readFileSync(file, 'utf8')
  const placeOf = (offset: number) => `${file}:${text.slice(0, offset).split('\n').length}`
  const refuseBuilt = (callee: Expression, offset: number) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp' && !(file in BUILT))
      problems.push(`${placeOf(offset)}: write the regular expression as a literal, or add the file to BUILT.`)
  }
  new Visitor({
    Literal({ start, ...literal }) {
      if (!('regex' in literal)) return
      const { pattern: source, flags } = literal.regex
      // Without a repetition, the time is bounded.
      if (/[*+{]/.test(source)) patterns.push({ place: placeOf(start), source, flags })
    },
    NewExpression: ({ callee, start }) => refuseBuilt(callee, start),
    CallExpression: ({ callee, start }) => refuseBuilt(callee, start),
  }).visit(parseSync(file, text).program)
}

async function checkNext(): Promise<void> {
  for (let pattern = patterns.shift(); pattern; pattern = patterns.shift()) {
    const { place, source, flags } = pattern
    const result = await check(source, flags, LIMITS)
    if (result.status === 'vulnerable')
      problems.push(
        `${place}: /${source}/${flags} takes ${result.complexity.summary} time for ${result.attack.pattern}`,
      )
    if (result.status === 'unknown')
      problems.push(`${place}: /${source}/${flags} could not be checked (${result.error.kind}); write it more simply.`)
  }
}

const count = patterns.length
await Promise.all(Array.from({ length: AT_ONCE }, checkNext))
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(`regular expressions: ${count} checked, ${problems.length} to change\n`)
// recheck leaves its program running.
process.exit(problems.length > 0 ? 1 : 0)
