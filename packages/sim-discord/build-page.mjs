// Bundles the page of the simulated Discord. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const VIEW = fileURLToPath(new URL('src/page/view', import.meta.url))

/** @typedef {'script' | 'style' | 'icon'} Place a place in the HTML for the address of a file */

/** @type {Record<Place, string>} */
const OWN = { script: join(VIEW, 'main.tsx'), style: join(VIEW, 'styles/page.css'), icon: join(VIEW, 'icon.svg') }

/**
 * Bundles the page with its style, and writes the HTML that names them. Rejects when a file cannot be bundled; esbuild has then
 * reported why.
 * @param {string} target the folder of the built page, which is emptied first
 * @param {Partial<Record<Place, string>>} files the files of a page of one's own, in place of those of this package
 */
export async function buildPage(target, files = {}) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const entries = Object.entries({ ...OWN, ...files })
  const { metafile } = await build({
    entryPoints: entries.map(([, entry]) => entry),
    outdir: join(target, 'assets'),
    entryNames: '[name]-[hash]',
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
    logLevel: 'warning',
  })
  const built = Object.entries(metafile.outputs)
  let html = readFileSync(join(VIEW, 'index.html'), 'utf8')
  for (const [place, entry] of entries) {
    const source = relative(process.cwd(), entry).replaceAll(sep, '/')
    const [file = ''] = built.find(([name, { entryPoint }]) => entryPoint === source && extname(name) !== '') ?? []
    html = html.replace(`{{${place}}}`, `/assets/${basename(file)}`)
  }
  writeFileSync(join(target, 'index.html'), html)
}

// As a program: node build-page.mjs <folder>
const [, program, folder] = process.argv
if (program === fileURLToPath(import.meta.url) && folder !== undefined) await buildPage(folder)
