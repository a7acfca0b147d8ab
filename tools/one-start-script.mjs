// Keeps the modules of the start page in one script. esbuild would cut them by which views share them, into a dozen small files.
import { readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/**
 * A plugin that makes each module that is loaded later import all modules that the entry needs at once: what every script needs is
 * one chunk. The modules are evaluated by then, so that the imports cost nothing.
 * @param {string} root the project's root
 * @param {string} entry relative to the root
 * @param {import('esbuild').Metafile['inputs']} inputs of the same bundle without this plugin
 * @returns {import('esbuild').Plugin}
 */
export function oneStartScript(root, entry, inputs) {
  const needed = new Set([entry])
  /** @type {Set<string>} */
  const later = new Set()
  for (const file of needed) {
    for (const { path, kind } of inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') needed.add(path)
      if (kind === 'dynamic-import') later.add(path)
    }
  }
  // The entry awaits some of the others: they would wait for each other.
  needed.delete(entry)
  const imports = [...needed].map((file) => `import ${JSON.stringify(join(root, file))}`).join('\n')
  return {
    name: 'one-start-script',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!later.has(relative(root, path).replaceAll(sep, '/'))) return undefined
        const loader = extname(path) === '.tsx' ? 'tsx' : 'ts'
        return { contents: `${readFileSync(path, 'utf8')}\n${imports}`, loader }
      })
    },
  }
}
