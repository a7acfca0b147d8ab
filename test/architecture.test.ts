import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Plain values and helpers, which every folder may import. */
const BASE = ['src/model', 'src/lib', 'src/text']
/** The compiled messages, which only words and what shows them may import. */
const MESSAGES = 'i18n/compiled'
/** What is said about accounts: the page shows it too. */
const SHOWN = ['src/accounts/presentation', 'src/accounts/words']
const ACCOUNTS = ['src/accounts', ...SHOWN]
/** What features build their repositories on, which knows none of them. */
const STORED = ['src/database', 'src/outbox/database', 'src/events/database']
const ACCOUNTS_IN_DISCORD = [...ACCOUNTS, 'src/accounts/discord', 'src/discord']

/** The folders that each folder may import, besides itself; `types of` allows type imports only. */
const MAY_IMPORT: Record<string, string[]> = {
  'src/model': [MESSAGES],
  'src/lib': ['src/model'],
  // What people paste, as accounts and bans.
  'src/text': ['src/model', 'src/lib'],
  'src/store': BASE,
  'src/database': BASE,
  'src/cluster': [...BASE, 'types of src/database'],
  'src/steam': [...BASE, 'src/store'],
  // Kits, which know no feature.
  'src/discord': [...BASE, MESSAGES, 'types of src/database'],
  'src/http': BASE,
  'src/outbox': [...BASE, 'types of src/database', 'types of src/outbox/database'],
  'src/outbox/database': [...BASE, 'src/database'],
  'src/events/database': [...BASE, 'src/database'],
  'src/events': [...BASE, 'types of src/database', 'types of src/events/database'],
  'src/events/http': [...BASE, 'src/http', 'src/events', 'types of src/database', 'types of src/events/database'],
  'src/outbox/discord': [
    ...BASE,
    'src/discord',
    'src/outbox',
    'types of src/database',
    'types of src/outbox/database',
    'types of src/cluster',
  ],
  // Features. Their rules are at the top of their folders, below what Discord and HTTP show; they know their repositories as types.
  'src/accounts': [...BASE, 'types of src/steam'],
  'src/accounts/presentation': [...BASE, 'src/accounts/words'],
  'src/accounts/words': [...BASE, MESSAGES, 'src/accounts/presentation'],
  'src/accounts/discord': [...BASE, MESSAGES, ...ACCOUNTS, 'src/discord', 'src/outbox/discord'],
  'src/accounts/http': [...BASE, ...ACCOUNTS, 'src/http'],
  // The community's own bans, which the other features show and change.
  'src/bans': [...BASE, 'src/accounts', ...STORED.map((folder) => `types of ${folder}`), 'types of src/bans/database'],
  'src/bans/http': [...BASE, 'src/http', 'src/bans', 'src/bans/formats', 'types of src/bans/database'],
  'src/bans/formats': [...BASE, 'src/bans'],
  'src/bans/database': [...BASE, ...STORED],
  'src/bans/discord': [
    ...BASE,
    MESSAGES,
    ...ACCOUNTS_IN_DISCORD,
    'src/bans',
    'src/bans/formats',
    'types of src/bans/database',
  ],
  'src/watch': [
    ...BASE,
    'src/accounts',
    'src/outbox',
    'src/cluster',
    'types of src/steam',
    ...STORED.map((folder) => `types of ${folder}`),
    'types of src/watch/database',
  ],
  'src/watch/database': [...BASE, ...STORED],
  'src/watch/http': [...BASE, 'src/http', 'src/watch', 'types of src/watch/database'],
  'src/watch/discord': [
    ...BASE,
    MESSAGES,
    ...ACCOUNTS_IN_DISCORD,
    'src/bans/discord',
    'src/watch',
    'src/outbox/discord',
    'types of src/watch/database',
  ],
  'src/policy': [
    ...BASE,
    'src/accounts',
    'src/bans',
    'src/outbox',
    MESSAGES,
    'types of src/steam',
    ...STORED.map((folder) => `types of ${folder}`),
    'types of src/policy/database',
    'types of src/bans/database',
  ],
  'src/policy/database': [...BASE, ...STORED, 'types of src/bans/database'],
  'src/policy/discord': [
    ...BASE,
    MESSAGES,
    ...ACCOUNTS_IN_DISCORD,
    'src/bans',
    'src/bans/discord',
    'src/policy',
    'src/outbox/discord',
    'types of src/policy/database',
  ],
  // The tokens of tools of a community.
  'src/tokens': [
    ...BASE,
    'src/outbox',
    ...STORED.map((folder) => `types of ${folder}`),
    'types of src/tokens/database',
  ],
  'src/tokens/database': [...BASE, ...STORED],
  'src/tokens/http': [...BASE, 'src/http', 'src/tokens'],
  'src/tokens/discord': [
    ...BASE,
    MESSAGES,
    'src/discord',
    'src/tokens',
    'src/outbox/discord',
    'types of src/tokens/database',
  ],
  'src/policy/http': [
    ...BASE,
    ...ACCOUNTS,
    'src/accounts/http',
    'src/http',
    'src/policy',
    'types of src/policy/database',
  ],
  commands: [
    ...BASE,
    ...ACCOUNTS_IN_DISCORD,
    'src/bans',
    'src/bans/discord',
    'src/watch',
    'src/watch/discord',
    'src/policy',
    'src/policy/discord',
    'src/tokens/discord',
  ],
  // The composition root: it puts everything together.
  'src/app': [],
  src: [],
  // The client is a package of its own, which knows nothing of this one.
  'packages/client/src': [],
  // The page knows the service only by its HTTP interface. Its views show what its state holds, and ask for nothing.
  'page/texts': [...BASE, MESSAGES, ...SHOWN, 'types of src/http'],
  'page/state': ['page', 'packages/client/src', ...BASE, ...SHOWN, 'types of page/texts'],
  'page/views': [
    'page',
    MESSAGES,
    'page/texts',
    'page/state',
    'page/dossier',
    ...BASE,
    ...SHOWN,
    'types of packages/client/src',
    'types of src/http',
  ],
  'page/dossier': ['page', 'page/texts', ...BASE, ...SHOWN, 'page/state'],
  // Files directly in `page`: its addresses and formats, which state and views share, and what only a browser has.
  page: ['page/texts', ...BASE, ...SHOWN, 'types of page/state', 'types of src/http'],
}

/** The composition roots. */
const isRoot = (file: string) => /^src\/(main|cli)\.ts$|^src\/app\//.test(file)
/** The entry files of the page, which put its parts together. */
const isPageRoot = (file: string) => /^page\/[\w-]+\.tsx$/.test(file)

/** Packages and the folders that may import them. */
const PACKAGE_HOMES: [name: RegExp, homes: string[]][] = [
  [/^undici$/, ['src/steam']],
  [/^(keyv|@keyv\/.*)$/, ['src/store']],
  [
    /^knex$/,
    [
      'src/database',
      'src/outbox/database',
      'src/events/database',
      'src/bans/database',
      'src/watch/database',
      'src/policy/database',
      'src/tokens/database',
    ],
  ],
  [/^pg$/, ['src/lib', 'src/store', 'src/database', 'src/cluster']],
  [/^sqlite3$/, ['src/store', 'src/database', 'src/lib']],
  [
    /^(discord\.js|@discordjs\/.*|discord-api-types.*)$/,
    [
      'src/discord',
      'src/outbox/discord',
      'src/accounts/discord',
      'src/bans/discord',
      'src/watch/discord',
      'src/policy/discord',
      'src/tokens/discord',
      'commands',
    ],
  ],
  [/^preact(\/.*)?$/, ['page', 'page/views']],
  // For tests and the demo only.
  [/^simulated-discord$/, []],
]

interface Import {
  file: string
  folder: string
  /** A package, or the path of a file from the project's root. */
  target: string
  isType: boolean
}

// `import … from 'x'`, `export … from 'x'`, `import 'x'`, `import('x')` and `require('x')`.
const STATEMENT =
  /(?:^|[;\n])\s*(import|export)\b(\s+type\b)?[^;'"]*?\bfrom\s*['"]([^'"]+)['"]|(?<!['"/])\b(?:import|require)\s*\(?\s*['"]([^'"]+)['"]/g

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
/** `src/http` of `src/http/route.ts`, `src/watch/discord` of `src/watch/discord/alerts/alert-view.ts`. */
const folderOf = (file: string) =>
  dirname(file)
    .split('/')
    .slice(0, /^(src\/(accounts|bans|watch|policy|outbox|events|tokens)|packages\/[^/]+)\//.test(file) ? 3 : 2)
    .join('/')

function readImports(file: string, text: string): Import[] {
  return [...withoutComments(text).matchAll(STATEMENT)].map(([, , type, from, bare]) => {
    const specifier = from ?? bare ?? ''
    const target = specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier
    return { file, folder: folderOf(file), target, isType: type !== undefined }
  })
}

const isOurs = ({ target }: Import) =>
  /^(i18n|src|commands|page|packages|demo|bench|test|docs|tools|ops)\//.test(target)

/** Whether an import breaks the order of the layers. */
function breaksLayers(statement: Import): boolean {
  const { file, folder, target, isType } = statement
  if (isPageRoot(target)) return true
  if (isPageRoot(file) && /^(page|packages\/client)\b/.test(folderOf(target))) return false
  if (isRoot(target)) return !isRoot(file) || /^src\/(main|cli)\.ts$/.test(target)
  if (!isOurs(statement)) return false
  if (isRoot(file)) return !/^(src|commands|i18n)\//.test(target)
  const to = folderOf(target)
  const allowed = MAY_IMPORT[folder] ?? []
  return to !== folder && !allowed.includes(to) && !(isType && allowed.includes(`types of ${to}`))
}

function isOutsideHome({ file, folder, target }: Import): boolean {
  return PACKAGE_HOMES.some(
    ([name, homes]) => name.test(target) && !homes.includes(folder) && (homes.length === 0 || !isRoot(file)),
  )
}

const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
const sources = ['src', 'packages/client/src', 'commands', 'page']
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap(filesIn)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const imports = sources.flatMap((file) => readImports(file, read(file)))
const shown = (statements: Import[]) => statements.map(({ file, target }) => `${file} imports ${target}`)

test('imports only point down', () => {
  expect(imports.length).toBeGreaterThan(50)
  expect(shown(imports.filter(breaksLayers))).toEqual([])
})

test('every source folder belongs to a layer', () => {
  const folders = [...new Set(sources.map(folderOf))]
  expect(folders.filter((folder) => !(folder in MAY_IMPORT))).toEqual([])
})

test('packages are imported only in their home folders', () => {
  expect(shown(imports.filter(isOutsideHome))).toEqual([])
})

test('of undici the program imports only what is in its bundle', () => {
  const names = sources
    .flatMap((file) => [...read(file).matchAll(/^import \{([^}]+)\} from 'undici'$/gm)])
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim())
  const bundled = /exports\.(\w+)/g
  const available = new Set([...read('tools/bundle-programs.mjs').matchAll(bundled)].map(([, name = '']) => name))
  expect(names.length).toBeGreaterThan(0)
  expect(names.filter((name) => !name.startsWith('type ') && !available.has(name))).toEqual([])
})

test('neither discord.js nor a database is loaded without need', () => {
  // The static imports of `src/main.ts` and of the program that it loads, without types and dynamic imports.
  const needed = new Set(['src/main.ts', 'src/app/program.ts'])
  const packages = new Set<string>()
  for (const file of needed) {
    const statements = withoutComments(read(file)).replaceAll(/\bimport\s*\(\s*['"][^'"]*['"]/g, '')
    for (const { target, isType } of readImports(file, statements)) {
      if (!isType) (target.endsWith('.ts') ? needed : packages).add(target)
    }
  }
  expect(needed.size).toBeGreaterThan(30)
  expect([...needed].filter((file) => /^(src\/(discord|(\w+\/)?database)|commands)\//.test(file))).toEqual([])
  expect([...packages].filter((name) => /^(discord\.js|@discordjs\/.*|knex|pg)$/.test(name))).toEqual([])
})

/** The packages that these files load, directly or through others, each with the file; `loaded` grows by those others. */
function packagesLoadedBy(loaded: Set<string>): string[] {
  const packages = new Set<string>()
  for (const file of loaded) {
    for (const { target, isType } of readImports(file, read(file))) {
      // The compiled messages import only how numbers are written; their texts contain words such as "import".
      if (isType || file.startsWith(`${MESSAGES}/`)) continue
      if (/\.tsx?$/.test(target)) loaded.add(target)
      else if (!/^preact(\/|$)/.test(target)) packages.add(`${file} imports ${target}`)
    }
  }
  return [...packages]
}

test('neither the rules of features nor the planning of messages loads discord.js', () => {
  const loaded = new Set(
    sources.filter((file) => /^src\/(accounts|bans|watch|policy|outbox|events|tokens)\/[^/]+\.ts$/.test(file)),
  )
  expect(loaded.size).toBeGreaterThan(50)
  expect(packagesLoadedBy(loaded).filter((name) => /discord/.test(name.split(' imports ')[1] ?? ''))).toEqual([])
})

test('the page and the words of the features load nothing that a browser lacks, and of packages only preact', () => {
  const loaded = new Set(sources.filter((file) => /^(src\/accounts\/(presentation|words)|page)\//.test(file)))
  expect(loaded.size).toBeGreaterThan(20)
  expect(packagesLoadedBy(loaded)).toEqual([])
})

test('the page of the simulated Discord, and what the demo adds to it, load nothing that a browser lacks', () => {
  const loaded = new Set(['packages/sim-discord/src/page/view', 'demo/panel/page'].flatMap(filesIn))
  expect(loaded.size).toBeGreaterThan(20)
  expect(packagesLoadedBy(loaded)).toEqual([])
})

test('time is read and waited for through the clock in src/lib, and in the client through its own', () => {
  const direct = sources.filter((file) =>
    /\bDate\.now\b|\bperformance\.now\b|(?<![.\w])setTimeout\(/.test(withoutComments(read(file))),
  )
  expect(direct.filter((file) => !/^(src\/lib|page)\/|^packages\/client\/src\/clock\.ts$/.test(file))).toEqual([])
})

test('the page reads the time in its entry files only', () => {
  const direct = sources.filter((file) =>
    /\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\)/.test(withoutComments(read(file))),
  )
  expect(direct.filter((file) => file.startsWith('page/') && !isPageRoot(file))).toEqual([])
})

test('process.env is read in the entry files only', () => {
  const readers = sources.filter((file) =>
    /\bprocess\s*(\.|\?\.|\[\s*['"])\s*env\b|\benv\b[^'"\n]*from 'node:process'/.test(withoutComments(read(file))),
  )
  expect(readers.filter((file) => !/^src\/(main|cli)\.ts$/.test(file))).toEqual([])
})

describe('the packages, the demo and the tests', () => {
  const files = ['packages', 'demo', 'test', 'bench', 'tools']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((file) => !/node_modules|^packages\/[^/]+\/dist\//.test(file))
  const statements = files.flatMap((file) => readImports(file, read(file)))
  /** `packages/` with the name of a package; undefined for another file. */
  const packageOf = (file: string) => /^packages\/[^/]+/.exec(file)?.[0]

  test.each(['packages/client', 'packages/sim-discord', 'packages/sim-steam'])(
    '%s imports nothing but its own files and the packages that it names',
    (name) => {
      const own = statements.filter(({ file }) => packageOf(file) === name && !file.startsWith(`${name}/test/`))
      expect(own.length).toBeGreaterThan(10)
      const foreign = own.filter((each) =>
        isOurs(each) ? packageOf(each.target) !== name : each.target.startsWith('.'),
      )
      expect(shown(foreign)).toEqual([])
      const { dependencies = {} } = JSON.parse(read(`${name}/package.json`)) as { dependencies?: object }
      const packages = own
        .filter((each) => !isOurs(each) && each.file.startsWith(`${name}/src/`) && !each.file.includes('/page/view/'))
        .map(({ target }) => target)
        .filter((target) => !target.startsWith('node:'))
      expect([...new Set(packages)].toSorted()).toEqual(Object.keys(dependencies))
    },
  )

  test('the tests of a package import nothing of the bot, and of other packages nothing', () => {
    const ofTests = statements.filter(({ file }) => /^packages\/[^/]+\/test\//.test(file))
    expect(ofTests.length).toBeGreaterThan(80)
    const isForeign = (each: Import) => isOurs(each) && packageOf(each.target) !== packageOf(each.file)
    expect(shown(ofTests.filter(isForeign))).toEqual([])
  })

  test.each([
    ['demo', /^(src|commands|i18n|packages|demo)\//],
    ['bench', /^(src|commands|i18n|page|packages|demo|bench)\//],
    ['tools', /^(src|commands|i18n|page|packages|demo|bench|tools)\//],
  ])('%s imports nothing of the tests of the bot', (folder, allowed) => {
    const own = statements.filter(({ file }) => file.startsWith(`${folder}/`))
    expect(own.length).toBeGreaterThan(10)
    expect(shown(own.filter((each) => isOurs(each) && !allowed.test(each.target)))).toEqual([])
  })

  test('the simulated Discord is imported by its entry points only, one of which is for browsers, and by tests its helpers', () => {
    const name = 'packages/sim-discord'
    const inside = statements.filter(({ file, target }) => packageOf(file) !== name && packageOf(target) === name)
    expect(inside.length).toBeGreaterThan(50)
    const isEntry = ({ file, target }: Import) => {
      if (file.startsWith('demo/panel/page/')) return target === `${name}/src/page/view/index.ts`
      if (file.startsWith('test/') && target.startsWith(`${name}/test/`)) return true
      const entries = ['src/index.ts', 'src/loopback.ts', 'build-page.mjs', 'test/page/browser/launch-chromium.ts']
      return entries.some((entry) => target === `${name}/${entry}`)
    }
    expect(shown(inside.filter((each) => !isEntry(each)))).toEqual([])
  })

  test('the folders of the demo do not import each other in a circle', () => {
    const uses = new Map<string, Set<string>>()
    for (const { folder, target } of statements) {
      const to = folderOf(target)
      if (!folder.startsWith('demo/') || !to.startsWith('demo/') || to === folder) continue
      uses.set(folder, (uses.get(folder) ?? new Set()).add(to))
    }
    const reach = (folder: string, seen = new Set<string>()): Set<string> => {
      for (const next of uses.get(folder) ?? []) if (!seen.has(next)) reach(next, seen.add(next))
      return seen
    }
    expect(uses.size).toBeGreaterThan(2)
    expect([...uses.keys()].filter((folder) => reach(folder).has(folder))).toEqual([])
    // The entry files of the demo put its parts together.
    expect(
      shown(statements.filter(({ folder, target }) => /^demo\/./.test(folder) && folderOf(target) === 'demo')),
    ).toEqual([])
  })
})

describe('the import rules', () => {
  const judged = (file: string, text: string) => {
    const statements = readImports(file, text)
    expect(statements).toHaveLength(1)
    return statements.some(breaksLayers) || statements.some(isOutsideHome)
  }

  test.each([
    ['src/app/a.ts', `import { startDiscord } from 'simulated-discord'`],
    ['src/lib/a.ts', `import { b } from '../../tools/b.mjs'`],
    ['src/database/a.ts', `import type { WatchRepositories } from '../watch/database/repositories.ts'`],
    ['src/watch/database/a.ts', `import { addAlert } from '../alerts.ts'`],
    ['src/watch/discord/alerts/a.ts', `import { b } from '../../../policy/b.ts'`],
    ['src/http/a.ts', `import {\n  a,\n  b,\n} from '../discord/b.ts'`],
    ['src/discord/a.ts', `const b = await import('../http/b.ts')`],
    ['commands/a.ts', `import { startApp } from '../src/app/app.ts'`],
    ['src/app/app.ts', `import { start } from '../../packages/sim-steam/src/server.ts'`],
    ['src/accounts/a.ts', `const { Client } = await import('discord.js')`],
    ['page/a.ts', `import { routes } from '../src/accounts/http/routes.ts'`],
    ['packages/client/src/a.ts', `import type { Account } from '../../../src/model/account.ts'`],
    ['page/views/a.tsx', `import { start } from '../main.tsx'`],
  ])('forbid in %s: %j', (file, text) => {
    expect(judged(file, text)).toBe(true)
  })

  test.each([
    ['src/accounts/a.ts', `import type { Steam } from '../steam/steam.ts'`],
    ['src/watch/a.ts', `import type { WatchRepositories } from './database/repositories.ts'`],
    ['commands/a.ts', `import { SlashCommandBuilder } from 'discord.js'`],
    ['page/main.tsx', `import { createLookups } from '../packages/client/src/lookups.ts'`],
  ])('allow in %s: %j', (file, text) => {
    expect(judged(file, text)).toBe(false)
  })
})
