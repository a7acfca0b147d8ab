import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const pages = [
  '',
  'docs',
  'docs/admins',
  'docs/contributors',
  'docs/contributors/decisions',
  'docs/moderators',
  'docs/tools',
  'i18n',
  'packages/client',
  'packages/sim-discord',
  'packages/sim-steam',
].flatMap((folder) =>
  readdirSync(join(ROOT, folder)).flatMap((name) => (name.endsWith('.md') ? [join(folder, name)] : [])),
)
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8')

/** The anchors that GitHub derives from the headings of a page; those of equal headings get a number. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of read(page).matchAll(/^#+ (.+)$/gm)) {
    const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = words.replaceAll(/[^\p{L}\p{N}_\s-]/gu, '').replaceAll(' ', '-')
    let unused = anchor
    for (let count = 1; anchors.has(unused); count++) unused = `${anchor}-${count}`
    anchors.add(unused)
  }
  return anchors
}

test.each(pages)('the links of %s lead to a file and a heading', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? page : normalize(join(dirname(page), file))
    if (!existsSync(join(ROOT, target))) return true
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
  })
  expect(broken).toEqual([])
})

test.each(pages)('%s has lines of at most 120 characters besides tables', (page) => {
  const prose = read(page).replaceAll(/^ *```[^]*?^ *```/gm, '')
  const isLong = (line: string) => line.length > 120 && !line.startsWith('|')
  expect(prose.split('\n').filter(isLong)).toEqual([])
})

// A page that is read in one sitting.
test.each([
  ['CONTRIBUTING.md', 6],
  ['README.md', 7],
  ['SECURITY.md', 6],
])('%s has at most %i KB', (page, kilobytes) => {
  expect(Buffer.byteLength(read(page))).toBeLessThanOrEqual(kilobytes * 1024)
})

test('the pages of docs have at most 150 KB together', () => {
  const bytes = pages.filter((page) => page.startsWith('docs')).map((page) => Buffer.byteLength(read(page)))
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(150 * 1024)
})

test('the files that CONTRIBUTING.md names exist', () => {
  const quoted = [...read('CONTRIBUTING.md').matchAll(/`([\w./-]+)`/g)].map(([, name = '']) => name)
  const paths = quoted.filter((name) => name.includes('/'))
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the pages show every picture of docs/pictures, and no other', () => {
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?:docs\/|\.\.\/)?pictures\/([^)]+)\)/g)].map(([, name]) => name),
  )
  expect(new Set(named)).toEqual(new Set(readdirSync(join(ROOT, 'docs/pictures'))))
})
