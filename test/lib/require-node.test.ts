import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OLDEST_NODE } from '../../src/lib/require-node.ts'

test('the oldest Node that the programs accept is that of package.json', () => {
  const { engines } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  expect(engines.node).toBe(`>=${OLDEST_NODE}`)
})
