import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const filesIn = (folder: string) => readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`)

const workflowSchema = z.object({
  permissions: z.strictObject({}),
  jobs: z.record(
    z.string(),
    z.object({
      'timeout-minutes': z.number(),
      permissions: z.record(z.string(), z.enum(['read', 'write'])),
      strategy: z.object({ matrix: z.object({ node: z.array(z.string()).optional() }) }).optional(),
      steps: z.array(z.object({ uses: z.string().optional(), with: z.record(z.string(), z.unknown()).optional() })),
    }),
  ),
})

describe.each(filesIn('.github/workflows'))('%s', (file) => {
  const source = read(file)
  const jobs = Object.entries(workflowSchema.parse(parse(source)).jobs)

  test('names each action by a commit, with its version in a comment', () => {
    const uses = source.split('\n').filter((line) => /^\s*(- )?uses:/.test(line))
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([])
  })

  test('checks the repository out without leaving its token to the steps', () => {
    const checkouts = jobs.flatMap(([, { steps }]) => steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
    expect(checkouts.length).toBe(jobs.length)
    for (const { with: options } of checkouts) expect(options).toEqual({ 'persist-credentials': false })
  })
})

test('only a release writes, and pull requests are never given more than their results', () => {
  const writes = filesIn('.github/workflows').flatMap((file) =>
    Object.entries(workflowSchema.parse(parse(read(file))).jobs).flatMap(([job, { permissions }]) =>
      Object.entries(permissions).flatMap(([name, right]) => (right === 'write' ? [`${file} ${job} ${name}`] : [])),
    ),
  )
  expect(writes.filter((line) => !line.startsWith('.github/workflows/release.yml '))).toEqual([
    '.github/workflows/codeql.yml analyze security-events',
  ])
  for (const file of filesIn('.github/workflows')) expect(read(file)).not.toContain('pull_request_target')
})

test('the oldest supported Node and the one of .nvmrc are tested', () => {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  const versions = workflowSchema.parse(parse(read('.github/workflows/ci.yml'))).jobs['node']?.strategy?.matrix.node
  expect(versions?.[0]).toBe(`${engines.node.replace('>=', '')}.0`)
  expect(versions).toContain(read('.nvmrc').trim())
})
