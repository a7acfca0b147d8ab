// Keeps the modules of the start page in one script. esbuild would cut them by which views share them, into a dozen small files.
import { readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'

/**
 * A plugin that makes the entry, and each module that is loaded later, import all modules that the page needs at once: what the entry
 * and the words of every language need is one chunk.
 * @param {string} root the project's root
 * @param {string} entry relative to the root
 * @param {string[]} words the modules with the words, one a language
 * @param {import('esbuild').Metafile['inputs']} inputs of the same bundle without this plugin
 * @returns {import('esbuild').Plugin}
 */
export function oneStartScript(root, entry, words, inputs) {
  const importsOf = (/** @type {string} */ file, /** @type {string} */ wanted) =>
    (inputs[file]?.imports ?? []).filter(({ kind }) => kind === wanted).map(({ path }) => path)
  const closureOf = (/** @type {string} */ file) => {
    const closure = new Set([file])
    for (const each of closure) for (const path of importsOf(each, 'import-statement')) closure.add(path)
    return [...closure]
  }
  // The entry awaits some of the others: they would wait for each other.
  const entryNeeds = closureOf(entry).filter((file) => file !== entry)
  const [wordsNeed = [], ...others] = words.map(closureOf)
  const shared = wordsNeed.filter((file) => others.every((closure) => closure.includes(file)))
  const needed = new Set([...entryNeeds, ...shared])
  const all = new Set([entry, ...[entry, ...entryNeeds].flatMap((file) => importsOf(file, 'dynamic-import'))])
  const imports = [...needed].map((file) => `import ${JSON.stringify(join(root, file))}`).join('\n')
  return {
    name: 'one-start-script',
    setup({ onLoad }) {
      onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
        if (!all.has(relative(root, path).replaceAll(sep, '/'))) return undefined
        const loader = extname(path) === '.tsx' ? 'tsx' : 'ts'
        return { contents: `${readFileSync(path, 'utf8')}\n${imports}`, loader }
      })
    },
  }
}
