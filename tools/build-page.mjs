// Bundles the page into dist/page. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { oneStartScript } from './one-start-script.mjs'

/** @typedef {string} Language */

/** The pages with their entry files, and the part of the program whose messages they show. */
const PAGES = {
  index: { script: 'main.tsx', style: 'styles/page.css', part: 'page' },
  status: { script: 'status.tsx', style: 'styles/status.css', part: 'status' },
}
/** The script that runs first, and loads the words. */
const HEAD_START = 'head-start.ts'
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
  for (const [page, { script, style, part }] of Object.entries(PAGES)) {
    const words = wordsOf(root, part)
    // One by one: together, esbuild would cut both into more and smaller files.
    const { urlOf, preloadsOf } = await bundle(root, target, { script, style, words })
    const headStart = await bundleHeadStart(
      root,
      target,
      Object.fromEntries(Object.entries(words).map(([language, file]) => [language, urlOf(file)])),
    )
    const html = readFileSync(join(source, `${page}.html`), 'utf8')
      .replace('{{style}}', urlOf(`page/${style}`))
      .replace('{{icon}}', urlOf(`page/${ICON}`))
      .replace('{{headStart}}', headStart)
      .replace('{{script}}', urlOf(`page/${script}`))
      .replace('<!-- preloads -->', preloadsOf(`page/${script}`).join('\n    '))
    writeFileSync(join(target, `${page}.html`), html)
  }
}

/**
 * The files with the words of a page by language, as `{ en: 'i18n/compiled/page-en.ts' }`, relative to the root.
 * @param {string} root the project's root
 * @param {string} part
 * @returns {Record<Language, string>}
 */
function wordsOf(root, part) {
  const folder = 'i18n/compiled'
  const prefix = `${part}-`
  return Object.fromEntries(
    readdirSync(join(root, folder))
      .filter((file) => file.startsWith(prefix))
      .map((file) => [file.slice(prefix.length, -'.ts'.length), `${folder}/${file}`]),
  )
}

/**
 * The settings of esbuild for a page that is built into this folder.
 * @param {string} root the project's root
 * @param {string} target
 * @returns {import('esbuild').BuildOptions & { metafile: true }}
 */
function optionsFor(root, target) {
  return {
    outdir: join(target, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.svg': 'copy' },
    legalComments: 'none',
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  }
}

/**
 * @param {string} root
 * @param {string} target
 * @param {{ script: string, style: string, words: Record<Language, string> }} page
 */
async function bundle(root, target, { script, style, words }) {
  const source = join(root, 'page')
  /** @type {import('esbuild').BuildOptions & { metafile: true }} */
  const options = {
    ...optionsFor(root, target),
    entryPoints: [script, style, ICON].map((entry) => join(source, entry)),
    splitting: true,
  }
  const { inputs } = (await build({ ...options, write: false })).metafile
  const { outputs } = (
    await build({ ...options, plugins: [oneStartScript(root, `page/${script}`, Object.values(words), inputs)] })
  ).metafile
  /** The bundle of a file, which is relative to the root. */
  const fileOf = (/** @type {string} */ entry) =>
    Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry) ?? ''
  const urlOf = (/** @type {string} */ entry) => `/assets/${basename(fileOf(entry))}`
  /** The scripts that a script needs at once; the browser would otherwise find them one after the other. */
  const preloadsOf = (/** @type {string} */ entry) => {
    const needed = new Set([fileOf(entry)])
    for (const file of needed) {
      for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') needed.add(path)
    }
    return [...needed].slice(1).map((file) => `<link rel="modulepreload" href="/assets/${basename(file)}" />`)
  }
  return { urlOf, preloadsOf }
}

/**
 * Bundles the script that loads the words, and returns its URL. It is a bundle of its own, because it must not wait for a chunk.
 * @param {string} root
 * @param {string} target
 * @param {Record<Language, string>} wordsUrls
 */
async function bundleHeadStart(root, target, wordsUrls) {
  const { metafile } = await build({
    ...optionsFor(root, target),
    entryPoints: [join(root, 'page', HEAD_START)],
    format: 'iife',
    define: { WORDS_URLS: JSON.stringify(wordsUrls) },
  })
  return `/assets/${basename(Object.keys(metafile.outputs)[0] ?? '')}`
}
