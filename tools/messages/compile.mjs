import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { languagesIn, readCatalogue } from './catalogue.mjs'
import { isForeignTable, mistakesIn } from './check.mjs'
import { modulesOf } from './modules.mjs'

/** In place of a language of the list, a message is taken from this language, before it is taken from English. */
const FALLBACKS = new Map([['es-419', 'es-ES']])

const HEADER = '// Written by tools/compile-messages.mjs from i18n/*.json; not for editing.\n'

/**
 * Compiles the catalogues of a project to `i18n/compiled`. Returns the mistakes in the catalogues, after which nothing was written, and the
 * messages that languages lack.
 * @param {string} root
 */
export function compileMessages(root) {
  const folder = join(root, 'i18n')
  /** @type {string[]} */
  const errors = []
  const catalogues = languagesIn(folder).map((language) => readCatalogue(folder, language, errors))
  const english = catalogues.find(({ language }) => language === 'en')
  if (!english) throw new Error('i18n/en.json is missing.')
  for (const catalogue of catalogues) errors.push(...mistakesIn(catalogue, english))
  const sources = catalogues.map((catalogue) => ({
    language: catalogue.language,
    from: [catalogue, ...catalogues.filter(({ language }) => language === FALLBACKS.get(catalogue.language)), english],
  }))
  const missing = sources
    .map(({ language, from }) => ({
      language,
      keys: [...english.messages.keys()].filter(
        (key) => !from.slice(0, -1).some(({ messages }) => messages.has(key)) && !isForeignTable(key, language),
      ),
    }))
    .filter(({ language, keys }) => language !== 'en' && keys.length > 0)
  if (errors.length === 0) write(join(folder, 'compiled'), modulesOf(sources, english))
  return { errors, missing }
}

/**
 * Writes the files of a folder, and removes others. A file that would not change is not written, so that nothing that watches it starts anew.
 * @param {string} folder
 * @param {Map<string, string>} files
 */
function write(folder, files) {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (!files.has(name)) rmSync(join(folder, name))
  for (const [name, content] of files) {
    const path = join(folder, name)
    const whole = HEADER + content
    if (!existsSync(path) || readFileSync(path, 'utf8') !== whole) writeFileSync(path, whole)
  }
}
