import { emitMessage, emitObject, nameOf } from './emit.mjs'

/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {{ language: string, from: Catalogue[] }} Source a language, and the catalogues from which its messages are taken, best first */

/**
 * The parts of the program, each with the areas whose messages it loads in one language. The messages of an area stand in the module of the
 * first part that loads them, because bundlers do not divide a module.
 */
const PARTS = {
  page: ['accounts', 'page', 'errors'],
  counters: ['counters'],
  status: ['status'],
  bot: ['accounts', 'counters', 'lookups', 'bot', 'database', 'bans', 'policy', 'watch', 'tools'],
}
/** The areas whose messages are needed in every language at once. */
const IN_EVERY_LANGUAGE = ['verdict']
/**
 * The modules with messages that are needed in every language at once, grouped by message first: `{ en: 'ban', de: 'bann' }`, each with the
 * beginning of their keys.
 */
const BY_MESSAGE = { commands: 'commands', language: 'language', kinds: 'accounts.kinds' }
/** The beginning of the keys of names, before the name in English. */
const NAMES = 'commands.names.'
/** The description of a command or an option, with its name in English. */
const NAMED = /^(commands\.\w+\.(?:commands|subcommands|options)\.(\w+)\.)description$/

/**
 * The modules with the compiled messages, by the names of their files: one for each part of the program in each language, one for each part
 * that loads them, one for each area that is needed in every language, and the types of all.
 * @param {Source[]} sources
 * @param {Catalogue} english
 * @returns {Map<string, string>}
 */
export function modulesOf(sources, english) {
  const keysOf = (/** @type {string} */ area) =>
    [...english.messages.keys()].filter((key) => key.startsWith(`${area}.`))
  const parts = Object.keys(PARTS)
  const languages = sources.map(({ language }) => language)
  const byPart = Object.entries(PARTS).flatMap(([part, areas]) => [
    ...sources.map((source) => [`${part}-${source.language}.ts`, partModule(part, areas, source, keysOf)]),
    [`load-${part}.ts`, loaderOf(part, languages)],
  ])
  return new Map([
    [
      'languages.ts',
      `/** The languages that have a catalogue. */\nexport const LANGUAGES = ${JSON.stringify(languages)} as const\n`,
    ],
    ['en.ts', parts.map((part) => `export * from './${part}-en.ts'\n`).join('')],
    ...byPart,
    ...IN_EVERY_LANGUAGE.map((area) => [`${area}.ts`, areaModule(area, sources, keysOf(area))]),
    ...Object.entries(BY_MESSAGE).map(([name, area]) => [
      `${name}.ts`,
      messagesModule(name, area, sources, keysOf(area)),
    ]),
  ])
}

/**
 * The messages of a part of the program in a language: an object for each area.
 * @param {string} part
 * @param {string[]} areas
 * @param {Source} source
 * @param {(area: string) => string[]} keysOf
 */
function partModule(part, areas, source, keysOf) {
  const { language } = source
  const isEnglish = language === 'en'
  const modules = areas.map((area) => {
    const owner = Object.entries(PARTS).find(([, owned]) => owned.includes(area))?.[0]
    if (owner !== part) return `export { ${area} } from './${owner}-${language}.ts'\n`
    const type = isEnglish ? '' : `: typeof english.${area}`
    return `export const ${area}${type} = ${emitArea(area, source, keysOf(area))}\n`
  })
  return (
    (isEnglish ? '' : `import type * as english from './${part}-en.ts'\n`) + withHelpers([language], modules.join('\n'))
  )
}

/**
 * The messages of an area in every language, by language.
 * @param {string} area
 * @param {Source[]} sources
 * @param {string[]} keys
 */
function areaModule(area, sources, keys) {
  const languages = sources.map(({ language }) => language)
  const objects = sources.map((source) => {
    const type = source.language === 'en' ? '' : ': typeof en'
    return `const ${identifierOf(source.language)}${type} = ${emitArea(area, source, keys)}\n`
  })
  const entries = languages.map((language) => `${nameOf(language)}: ${identifierOf(language)}`).join(', ')
  const all = `/** The messages of this area, by language. */\nexport const ${area} = { ${entries} }\n`
  return withHelpers(languages, objects.join('\n') + all)
}

/**
 * The messages of an area, which have no arguments, each in every language. Commands and options with the same name in English share it.
 * @param {string} name
 * @param {string} area
 * @param {Source[]} sources
 * @param {string[]} keys
 */
function messagesModule(name, area, sources, keys) {
  const entryOf = (/** @type {string} */ key, /** @type {string} */ message) => {
    const texts = sources.map((source) => `${nameOf(source.language)}: ${emitKey(message, source)}`)
    return /** @type {[string, string]} */ ([key.slice(area.length + 1), `{ ${texts.join(', ')} }`])
  }
  const entries = keys.flatMap((key) => {
    const [, prefix, word] = NAMED.exec(key) ?? []
    if (word === undefined) return key.startsWith(NAMES) ? [] : [entryOf(key, key)]
    return [entryOf(`${prefix}name`, `${NAMES}${word}`), entryOf(key, key)]
  })
  return `/** These messages, each in every language. */\nexport const ${name} = ${emitObject(entries)}\n`
}

/**
 * A function for each language that loads the messages of a part of the program.
 * @param {string} part
 * @param {string[]} languages
 */
function loaderOf(part, languages) {
  const loaders = languages.map((language) => `${nameOf(language)}: () => import('./${part}-${language}.ts'),\n`)
  return `/** Loads the messages of this part of the program, by language. */\nexport const load = {\n${loaders.join('')}}\n`
}

/**
 * @param {string} area
 * @param {Source} source
 * @param {string[]} keys
 */
const emitArea = (area, source, keys) =>
  emitObject(keys.map((key) => /** @type {[string, string]} */ ([key.slice(area.length + 1), emitKey(key, source)])))

/**
 * A message in a language. Where another catalogue has to stand in, its plurals and numbers are those of that catalogue.
 * @param {string} key
 * @param {Source} source
 */
function emitKey(key, { language, from }) {
  const catalogue = from.find(({ messages }) => messages.has(key))
  const message = catalogue?.messages.get(key)
  if (!catalogue || !message) throw new Error(`"${key}" is in no catalogue.`)
  return emitMessage(message, helpersOf(catalogue.language), language === 'en')
}

const identifierOf = (/** @type {string} */ language) => language.replaceAll('-', '_')

/** The names of the helpers of a language in compiled messages. */
const helpersOf = (/** @type {string} */ language) => ({
  number: `n_${identifierOf(language)}`,
  plural: `p_${identifierOf(language)}`,
})

/**
 * The code with the helpers that it uses: those of these languages, and of languages that stand in for them.
 * @param {string[]} languages
 * @param {string} code
 */
function withHelpers(languages, code) {
  const lines = [...new Set([...languages, 'es-ES', 'en'])].flatMap((language) => {
    const { number, plural } = helpersOf(language)
    const names = [
      ...(code.includes(`${number}(`) ? [`number: ${number}`] : []),
      ...(code.includes(`${plural}(`) ? [`category: ${plural}`] : []),
    ]
    if (names.length === 0) return []
    return [`const { ${names.join(', ')} } = /* @__PURE__ */ createPlurals(${JSON.stringify(language)})\n`]
  })
  return (lines.length > 0 ? "import { createPlurals } from '../../src/lib/plural.ts'\n" : '') + lines.join('') + code
}
