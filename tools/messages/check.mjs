/** @typedef {import('./catalogue.mjs').Catalogue} Catalogue */
/** @typedef {import('./catalogue.mjs').Message} Message */
/** @typedef {import('@messageformat/parser').Token} Token */
import { inOrder, neededCategories } from './catalogue.mjs'

/** Words in files of tables, which exist in these languages only, so that every exported file can be imported again. */
const IN_TABLES = /^\w+\.(?:csv|banCsv)\./
const LANGUAGES_OF_TABLES = new Set(['en', 'de'])

/** The most characters that a message may have with its longest values. The limits are those of Discord, and of the screen of the game. */
const LIMITS = [
  { keys: /^commands\.names\.|\.checkMessage\.name$/, characters: 32 },
  { keys: /^commands\.|^accounts\.kinds\./, characters: 100 },
  { keys: /^\w+\.buttons\./, characters: 80 },
  { keys: /[fF]orm\.(?:\w+Hint|noEnd)$|\.(?:file|appeal)Hint$/, characters: 100 },
  { keys: /[fF]orm\.(?!playerReads)\w+$|^bot\.common\.until$|^bans\.banImport\.title$/, characters: 45 },
  { keys: /^tools\.toolScopes\./, characters: 100 },
  { keys: /\.(?:openAccount|openEntry|chooseToRemove|chooseToRevoke|refusals\.open)$/, characters: 150 },
  { keys: /^verdict\.game\.account/, characters: 120 },
]
/** How Discord writes names of slash commands and options. */
const NAMES = /^commands\.names\./
/** The label of a choice of an option, such as `commands.policy.modes.observe`. */
const CHOICE = /^commands\.\w+\.(?!commands\.|subcommands\.|options\.)\w+\.\w+$|^accounts\.kinds\./
const NAME = /^[-_'\p{Ll}\p{Lm}\p{Lo}\p{N}]+$/u

/** The length of a number and of a word in place of an argument. */
const NUMBER_CHARACTERS = '1,000,000'.length
const WORD_CHARACTERS = 32

/** The most characters that the message with this key may have. */
export const limitOf = (/** @type {string} */ key) =>
  LIMITS.find(({ keys }) => keys.test(key))?.characters ?? Number.POSITIVE_INFINITY

/** Whether a message is a word of a table in a language in which there are no tables. */
export const isForeignTable = (/** @type {string} */ key, /** @type {string} */ language) =>
  IN_TABLES.test(key) && !LANGUAGES_OF_TABLES.has(language)

/**
 * The mistakes in a catalogue, each as a sentence with the file and the key.
 * @param {Catalogue} catalogue
 * @param {Catalogue} english
 */
export function mistakesIn(catalogue, english) {
  const { language, messages } = catalogue
  const names = { own: namesIn(catalogue, english), english: namesIn(english, english) }
  return [...messages].flatMap(([key, message]) => {
    const source = english.messages.get(key)
    const found = source ? mistakesOf(key, message, source, language, names) : ['i18n/en.json has no such message']
    return found.map((mistake) => `i18n/${language}.json: "${key}": ${mistake}`)
  })
}

/**
 * @param {string} key
 * @param {Message} message
 * @param {Message} source the English message
 * @param {string} language
 * @param {{ own: Names, english: Names }} names
 */
function mistakesOf(key, message, source, language, names) {
  const [own, wanted] = [argumentsOf(message), argumentsOf(source)]
  const [choices, wantedChoices] = [choicesOf(message.tokens), choicesOf(source.tokens)]
  const [marks, wantedMarks] = [marksOf(message, names.own), marksOf(source, names.english)]
  const limit = limitOf(key)
  const length = longest(message.tokens)
  const text = allTextOf(message.tokens)
  return [
    ...(isForeignTable(key, language) ? ['tables are written in English and German only'] : []),
    ...(own === wanted ? [] : [`it has the arguments (${own}), in English (${wanted})`]),
    ...(choices === wantedChoices ? [] : [`it has the choices (${choices}), in English (${wantedChoices})`]),
    ...marks
      .filter((each) => !wantedMarks.includes(each))
      .map(
        (each) => `it has the words, commands, code and marks [${each}], in English [${wantedMarks.join('] or [')}]`,
      ),
    ...(/[｛｝]/.test(text) ? ['it has full-width braces; arguments are in { and }'] : []),
    ...lackingCategories(message.tokens, language).map((category) => `a plural lacks "${category}"`),
    ...(length > limit ? [`it can be ${length} characters long, and ${limit} fit`] : []),
    ...(NAMES.test(key) && !NAME.test(text)
      ? ['the name of a command or an option has lower case letters, digits, "-" and "_" only']
      : []),
    ...(/[<>]/.test(text) && !/[<>]/.test(allTextOf(source.tokens))
      ? ['it has "<" or ">", and the English message has none']
      : []),
    ...(text.trim() === '' ? ['it is empty'] : []),
    ...(text.trim() === text ? [] : ['it begins or ends with a blank']),
  ]
}

const argumentsOf = (/** @type {Message} */ { types }) =>
  inOrder([...types].map(([name, type]) => `${name}: ${type}`)).join(', ')

/**
 * The choices of the selections in a message, sorted: `status=banned, status=other`. The program passes these words, so they are never
 * translated.
 * @param {Token[]} tokens
 */
const choicesOf = (tokens) => inOrder([...new Set(selectionsIn(tokens))]).join(', ')

/**
 * @param {Token[]} tokens
 * @returns {string[]}
 */
const selectionsIn = (tokens) =>
  tokens.flatMap((token) =>
    'cases' in token
      ? token.cases.flatMap(({ key, tokens: inner }) => [
          ...(token.type === 'select' ? [`${token.arg}=${key}`] : []),
          ...selectionsIn(inner),
        ])
      : [],
  )

/**
 * @typedef {Record<'commands' | 'subcommands' | 'options' | 'choices', Map<string, string>>} Names the keys of the names in a language, and the
 * English labels of the choices of options by their labels in the language
 */

/**
 * The names of commands, subcommands and options in a catalogue, each with its key, and the labels of choices.
 * @param {Catalogue} catalogue
 * @param {Catalogue} english
 * @returns {Names}
 */
function namesIn({ messages }, english) {
  const of = (/** @type {string} */ group) =>
    new Map(
      [...english.messages.keys()].flatMap((key) => {
        const [, found, name = ''] = /^commands\.\w+\.(\w+)\.(\w+)\.description$/.exec(key) ?? []
        const message = messages.get(`commands.names.${name}`)
        return found === group ? [[message ? allTextOf(message.tokens) : name, name]] : []
      }),
    )
  const choices = [...english.messages].filter(([key]) => CHOICE.test(key))
  return {
    commands: of('commands'),
    subcommands: of('subcommands'),
    options: of('options'),
    choices: new Map(
      choices.map(([key, source]) => [allTextOf((messages.get(key) ?? source).tokens), allTextOf(source.tokens)]),
    ),
  }
}

/**
 * What a translation has to keep as it is in every branch: the arguments without a number, the names of commands, choices of options, code, settings,
 * and the marks of Markdown, sorted; the different ones of the branches of a message.
 * @param {Message} message
 * @param {Names} names
 */
const marksOf = ({ tokens }, names) => [...new Set(textsOf(tokens).map((text) => marksIn(text, names)))]

/**
 * @param {string} text
 * @param {Names} names
 */
function marksIn(text, { commands, subcommands, options, choices }) {
  const named = [...text.matchAll(/(?<![\p{L}\p{N}./])\/(\p{L}+)(?: (\p{L}+))?/gu)].map(([, command = '', word = '']) =>
    `/${commands.get(command) ?? `${command} (no command)`} ${subcommands.get(word) ?? ''}`.trim(),
  )
  const code = [...text.matchAll(/`([^`]*)`/g)]
    .map(([, span = '']) =>
      span
        .replaceAll(/<[^>]*>/g, '<…>')
        .replace(/^(\p{L}+):$/u, (_, /** @type {string} */ name) => `${options.get(name) ?? name}:`),
    )
    .filter((span) => !span.startsWith('/'))
  const slanted = [...text.matchAll(/(?<!\*)\*([^*]+)\*/g)].flatMap(([, label = '']) => choices.get(label) ?? [])
  const chosen = [...text.matchAll(/(\p{L}[\p{L}-]*):(\p{L}+\.?)/gu)].flatMap(([, option = '', label = '']) =>
    options.has(option)
      ? [
          `${options.get(option)}:${choices.get(label) ?? choices.get(label.replace('.', '')) ?? `${label} (no choice)`}`,
        ]
      : [],
  )
  const marks = [...text.matchAll(/\*+|\n/g)].map(([mark]) => JSON.stringify(mark))
  const given = new Set([...text.matchAll(/\{\w+\}/g)].map(([argument]) => argument))
  return inOrder([...given, ...named, ...slanted, ...chosen, ...code, ...marks]).join(', ')
}

/**
 * The texts of a message with the arguments by name: one for each combination of its branches.
 * @param {Token[]} tokens
 * @returns {string[]}
 */
const textsOf = (tokens) =>
  tokens.reduce(
    (/** @type {string[]} */ texts, token) => {
      const parts = partsOf(token)
      return texts.flatMap((text) => parts.map((part) => text + part))
    },
    [''],
  )

const partsOf = (/** @type {Token} */ token) => {
  if (token.type === 'content') return [token.value]
  if ('cases' in token) return token.cases.flatMap(({ tokens }) => textsOf(tokens))
  return [token.type === 'argument' ? `{${token.arg}}` : '#']
}

/**
 * All text of a message, of every branch.
 * @param {Token[]} tokens
 * @returns {string}
 */
const allTextOf = (tokens) =>
  tokens
    .map((/** @type {Token} */ token) => {
      if (token.type === 'content') return token.value
      return 'cases' in token ? token.cases.map(({ tokens: inner }) => allTextOf(inner)).join('') : '0'
    })
    .join('')

/**
 * The length of a message in its longest branches, with long values.
 * @param {Token[]} tokens
 * @returns {number}
 */
export const longest = (tokens) =>
  tokens.reduce((sum, token) => {
    if (token.type === 'content') return sum + token.value.length
    if ('cases' in token) return sum + Math.max(...token.cases.map(({ tokens: inner }) => longest(inner)))
    return sum + (token.type === 'argument' ? WORD_CHARACTERS : NUMBER_CHARACTERS)
  }, 0)

/**
 * The categories that plurals of a message lack, with repetitions; `other` is needed in a select, too.
 * @param {Token[]} tokens
 * @param {string} language
 * @returns {string[]}
 */
const lackingCategories = (tokens, language) =>
  tokens.flatMap((token) => {
    if (!('cases' in token)) return []
    const keys = token.cases.map(({ key }) => key)
    const exact = keys.flatMap((key) => (key.startsWith('=') ? [Number(key.slice(1))] : []))
    const needed = token.type === 'plural' ? neededCategories(language, exact) : ['other']
    return [
      ...needed.filter((category) => !keys.includes(category)),
      ...token.cases.flatMap(({ tokens: inner }) => lackingCategories(inner, language)),
    ]
  })
