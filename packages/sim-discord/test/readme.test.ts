import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROUTE_NAMES } from '../src/routes.ts'
import { discord } from './support.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const readme = read('README.md')

test.each(['dice-bot.ts', 'dice-bot.test.ts'])('%s of the README is that of the example', (name) => {
  const [, sample = ''] = new RegExp(`\`${name}\`:\n\n\`\`\`ts\n([^]*?)\`\`\``).exec(readme) ?? []
  expect(sample.replace("'simulated-discord'", "'../src/index.ts'")).toBe(read(`example/${name}`))
})

test('the README names every control request, and every kind of request', async () => {
  const sim = await discord()
  const { error } = (await (await fetch(`${sim.url}/_sim/nothing`)).json()) as { error: string }
  const controls = error.split(', ').map((name) => name.replace(' ', ' /_sim/'))
  expect([...controls, ...ROUTE_NAMES].filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})

test('the README names the version that is packed', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(readme).toContain(`simulated-discord-${version}.tgz`)
})
