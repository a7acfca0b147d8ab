import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const STARTS_PROCESSES = /\bfrom 'node:(child_process|cluster|worker_threads)'/

/** The file and all that it imports from the project, directly or not. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found
  found.add(file)
  for (const [, target = ''] of read(file).matchAll(/^(?:import|export|}) .*'(\.[^']+\.ts)'/gm)) {
    withImports(normalize(join(dirname(file), target)), found)
  }
  return found
}

const read = (file: string) => readFileSync(join(root, file), 'utf8')
const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => `test/${path.replaceAll('\\', '/')}`)
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))

test('only *.slow.test.ts files start processes', () => {
  const guilty = tests.filter((file) => [...withImports(file)].some((needed) => STARTS_PROCESSES.test(read(needed))))
  expect(guilty.length).toBeGreaterThan(5)
  expect(guilty.filter((file) => !file.endsWith('.slow.test.ts'))).toEqual([])
})
