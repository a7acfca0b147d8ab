import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const STARTS_PROCESSES = /\bfrom 'node:(child_process|cluster)'/

interface Source {
  imports: string[]
  startsProcesses: boolean
}

/** What was read so far: most files are imported by many tests. */
const sources = new Map<string, Source>()

function read(file: string): Source {
  const known = sources.get(file)
  if (known) return known
  const text = readFileSync(join(root, file), 'utf8')
  const imports = [...text.matchAll(/^(?:import|export|}) .*'(\.[^']+\.ts)'/gm)].map(([, target = '']) =>
    normalize(join(dirname(file), target)),
  )
  const source = { imports, startsProcesses: STARTS_PROCESSES.test(text) }
  sources.set(file, source)
  return source
}

/** The file and all that it imports from the project, directly or not. */
function withImports(file: string): string[] {
  const found = new Set([file])
  for (const each of found) for (const target of read(each).imports) found.add(target)
  return [...found]
}

/** What `npm test` runs of the built program; every further file would make it slower. */
const SMOKE = ['test/program.smoke.test.ts']

const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))

test('only *.slow.test.ts, *.samples.test.ts and *.smoke.test.ts files start processes', () => {
  const guilty = tests.filter((file) => withImports(file).some((needed) => read(needed).startsProcesses))
  expect(guilty.length).toBeGreaterThan(5)
  expect(guilty.filter((file) => !/\.(slow|samples|smoke)\.test\.ts$/.test(file))).toEqual([])
})

test('the smoke tests are those that are named here', () => {
  expect(tests.filter((file) => file.endsWith('.smoke.test.ts'))).toEqual(SMOKE)
})
