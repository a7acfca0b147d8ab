import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const pages = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs')).flatMap((name) => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
const named = pages.flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/\]\((?:docs\/)?pictures\/([^)]+)\)/g)].map(([, name]) => name),
)

test('the pages show every picture of docs/pictures, and no other', () => {
  expect(new Set(named)).toEqual(new Set(readdirSync(join(ROOT, 'docs/pictures'))))
})
