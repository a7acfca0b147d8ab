// Bundles the page into dist/page. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { oneStartScript } from './one-start-script.mjs'

/** The pages with their entry files. */
const PAGES = {
  index: { script: 'main.tsx', style: 'styles/page.css' },
  status: { script: 'status.tsx', style: 'styles/status.css' },
}
const ICON = 'icon.svg'

/**
 * Bundles the scripts and styles of `page/` into files whose names contain a hash of their content, and writes the HTML that
 * names them. Rejects when a file cannot be bundled; esbuild has then reported why.
 * @param {string} root the project's root
 * @param {string} target the folder of the built pages, which is emptied first
 */
export async function buildPage(root, target = join(root, 'dist/page')) {
  const source = join(root, 'page')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const [page, { script, style }] of Object.entries(PAGES)) {
    // One by one: together, esbuild would cut both into more and smaller files.
    const { urlOf, preloadsOf } = await bundle(root, source, target, [script, style, ICON])
    const html = readFileSync(join(source, `${page}.html`), 'utf8')
      .replace('{{style}}', urlOf(style))
      .replace('{{icon}}', urlOf(ICON))
      .replace('{{script}}', urlOf(script))
      .replace('<!-- preloads -->', preloadsOf(script).join('\n    '))
    writeFileSync(join(target, `${page}.html`), html)
  }
}

/**
 * @param {string} root
 * @param {string} source
 * @param {string} target
 * @param {string[]} entries
 */
async function bundle(root, source, target, entries) {
  /** @type {import('esbuild').BuildOptions & { metafile: true }} */
  const options = {
    entryPoints: entries.map((entry) => join(source, entry)),
    outdir: join(target, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    loader: { '.svg': 'copy' },
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  }
  const { inputs } = (await build({ ...options, write: false })).metafile
  const { outputs } = (await build({ ...options, plugins: [oneStartScript(root, `page/${entries[0]}`, inputs)] }))
    .metafile
  const fileOf = (/** @type {string} */ entry) =>
    Object.keys(outputs).find((file) => outputs[file]?.entryPoint === `page/${entry}`) ?? ''
  const urlOf = (/** @type {string} */ entry) => `/assets/${basename(fileOf(entry))}`
  /** The scripts that a script needs at once; the browser would otherwise find them one after the other. */
  const preloadsOf = (/** @type {string} */ entry) => {
    // Which language is needed is known later, but not what all of them need.
    const languages = Object.values(outputs).filter(({ entryPoint }) => entryPoint?.startsWith('page/texts/'))
    const shared = languages.flatMap(({ imports }) => imports.map(({ path }) => path))
    const needed = new Set([fileOf(entry), ...shared])
    for (const file of needed) {
      for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') needed.add(path)
    }
    return [...needed].slice(1).map((file) => `<link rel="modulepreload" href="/assets/${basename(file)}" />`)
  }
  return { urlOf, preloadsOf }
}
