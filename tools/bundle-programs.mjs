// Bundles programs into few files. JavaScript, because it runs before anything is compiled and Node 20 runs no TypeScript.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { NOT_BUNDLED } from './not-bundled.mjs'

/** The folder of the parts that programs share or load later, in the target. */
const CHUNKS = 'src/chunks'

/**
 * The parts that we use of packages whose entry loads all of their parts. Without this, an idle process takes 11 MB more
 * memory: undici brings a browser's `fetch` and WebSocket, zod its messages in fifty languages.
 * @type {{ entry: RegExp, used: string }[]}
 */
const USED_PARTS = [
  {
    entry: /[\\/]node_modules[\\/]undici[\\/]index\.js$/,
    used: `
      Object.assign(require('./lib/dispatcher/dispatcher').prototype, require('./lib/api'))
      exports.Agent = require('./lib/dispatcher/agent')
      exports.Pool = require('./lib/dispatcher/pool')`,
  },
  { entry: /[\\/]node_modules[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/, used: 'export {}' },
]

/** @type {import('esbuild').Plugin} */
const usedParts = {
  name: 'used-parts',
  setup({ onLoad }) {
    for (const { entry, used } of USED_PARTS) {
      onLoad({ filter: entry }, ({ path }) => ({ contents: used, resolveDir: dirname(path) }))
    }
  },
}

/**
 * Bundles programs with the packages that they use, which halves the time of their start. Rejects when a file cannot be bundled; esbuild has then reported why.
 * @param {string} root the project's root
 * @param {string[]} entries the programs, relative to the root; `src/main.ts` becomes `src/main.js` in the target
 * @param {string} target
 */
export async function bundlePrograms(root, entries, target = join(root, 'dist')) {
  const { metafile } = await build({
    entryPoints: entries,
    outdir: target,
    outbase: root,
    chunkNames: `${CHUNKS}/[name]-[hash]`,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: NOT_BUNDLED,
    // The simulators use other parts.
    plugins: entries.every((entry) => entry.startsWith('src/')) ? [usedParts] : [],
    // What packages in CommonJS call.
    banner: {
      js: `import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url)`,
    },
    metafile: true,
    absWorkingDir: root,
    logLevel: 'warning',
  })
  // Chunks of earlier builds are removed after the build, so that they stay usable if it fails.
  const written = new Set(Object.keys(metafile.outputs).map((path) => join(root, path)))
  const chunks = join(target, CHUNKS)
  mkdirSync(chunks, { recursive: true })
  for (const name of readdirSync(chunks)) if (!written.has(join(chunks, name))) rmSync(join(chunks, name))
}
