// Bundles the page of the simulated Discord into dist/sim-page. JavaScript for the same reason as build-page.mjs.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { build } from 'esbuild'
import { optionsFor } from './build-page.mjs'

/** The files by their place in the HTML, from the project's root. */
const ENTRIES = {
  script: 'sim-discord/src/page/view/main.tsx',
  style: 'sim-discord/src/page/view/styles/page.css',
  icon: 'page/icon.svg',
}

/**
 * Bundles the page with its style, and writes the HTML that names them. Rejects when a file cannot be bundled; esbuild has then
 * reported why.
 * @param {string} root the project's root
 * @param {string} target the folder of the built page, which is emptied first
 */
export async function buildDiscordPage(root, target = join(root, 'dist/sim-page')) {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const entryPoints = Object.values(ENTRIES).map((entry) => join(root, entry))
  const { metafile } = await build({ ...optionsFor(root, target), entryPoints })
  let html = readFileSync(join(root, 'sim-discord/src/page/view/index.html'), 'utf8')
  for (const [place, entry] of Object.entries(ENTRIES)) {
    const [file = ''] =
      Object.entries(metafile.outputs).find(([file, { entryPoint }]) => entryPoint === entry && extname(file) !== '') ??
      []
    html = html.replace(`{{${place}}}`, `/assets/${basename(file)}`)
  }
  writeFileSync(join(target, 'index.html'), html)
}
