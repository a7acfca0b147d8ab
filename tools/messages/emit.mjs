/** @typedef {import('./catalogue.mjs').Message} Message */
/** @typedef {import('@messageformat/parser').Token} Token */

/** Names of the helpers in compiled messages: `n` writes a number, `p` gives the plural category of a number as it is written. */
/** @typedef {{ number: string, plural: string }} Helpers */

/**
 * A message as an expression in TypeScript: a text, or a function of its arguments.
 * @param {Message} message
 * @param {Helpers} helpers
 * @param {boolean} isTyped whether the types of the arguments are written
 */
export function emitMessage({ tokens, types }, helpers, isTyped) {
  const body = emitTokens(tokens, helpers, '')
  if (types.size === 0) return body
  const names = [...types.keys()].join(', ')
  const typed = [...types].map(([name, type]) => `${name}: ${type}`).join('; ')
  return `({ ${names} }${isTyped ? `: { ${typed} }` : ''})${isTyped ? ': string' : ''} => ${body}`
}

/**
 * @param {Token[]} tokens
 * @param {Helpers} helpers
 * @param {string} counted the argument that `#` means
 * @returns {string}
 */
function emitTokens(tokens, helpers, counted) {
  const [first] = tokens
  if (tokens.length === 0) return "''"
  if (tokens.length === 1 && first && first.type !== 'content') return emitToken(first, helpers, counted)
  if (tokens.every((token) => token.type === 'content'))
    return JSON.stringify(tokens.map(({ value }) => value).join(''))
  const parts = tokens.map((token) =>
    token.type === 'content'
      ? token.value.replaceAll(/[\\`]|\$\{/g, '\\$&')
      : `\${${emitToken(token, helpers, counted)}}`,
  )
  return `\`${parts.join('')}\``
}

/**
 * @param {Token} token
 * @param {Helpers} helpers
 * @param {string} counted
 * @returns {string}
 */
function emitToken(token, helpers, counted) {
  if (token.type === 'content') return JSON.stringify(token.value)
  if (token.type === 'octothorpe') return `${helpers.number}(${counted})`
  if (token.type === 'function') return `${helpers.number}(${token.arg})`
  if (token.type === 'argument') return token.arg
  return emitCases(token, helpers, token.type === 'plural' ? token.arg : counted)
}

/**
 * The cases of a plural or a select as a chain of conditions that ends with `other`.
 * @param {Extract<Token, { cases: unknown }>} token
 * @param {Helpers} helpers
 * @param {string} counted
 */
function emitCases({ type, arg, cases }, helpers, counted) {
  const condition = (/** @type {string} */ key) => {
    if (key.startsWith('=')) return `${arg} === ${key.slice(1)}`
    return `${type === 'plural' ? `${helpers.plural}(${arg})` : arg} === ${JSON.stringify(key)}`
  }
  const texts = new Map(cases.map(({ key, tokens }) => [key, emitTokens(tokens, helpers, counted)]))
  const other = texts.get('other') ?? "''"
  // Exact numbers come first, because they count more than the category. A category with the text of `other` needs no case.
  const conditions = [...texts].filter(([key, text]) => key !== 'other' && (key.startsWith('=') || text !== other))
  conditions.sort(([a], [b]) => Number(b.startsWith('=')) - Number(a.startsWith('=')))
  return `(${[...conditions.map(([key, text]) => `${condition(key)} ? ${text}`), other].join(' : ')})`
}

/**
 * Emits an object with the values of a map from dotted keys, such as `friends.result`. Throws when one key is the beginning of another.
 * @param {Iterable<[string, string]>} entries
 */
export function emitObject(entries) {
  /** @typedef {Map<string, string | Node>} Node */
  /** @type {Node} */
  const root = new Map()
  for (const [key, value] of entries) {
    const names = key.split('.')
    let node = root
    for (const name of names.slice(0, -1)) {
      const next = node.get(name) ?? new Map()
      if (typeof next === 'string') throw new Error(`The key "${key}" begins with another key.`)
      node.set(name, next)
      node = next
    }
    const last = names.at(-1) ?? ''
    if (node.has(last)) throw new Error(`The key "${key}" is the beginning of another key.`)
    node.set(last, value)
  }
  /** @type {(value: string | Node) => string} */
  const emit = (value) =>
    typeof value === 'string'
      ? value
      : `{\n${[...value].map(([name, each]) => `${nameOf(name)}: ${emit(each)}`).join(',\n')}\n}`
  return emit(root)
}

export const nameOf = (/** @type {string} */ name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name))
