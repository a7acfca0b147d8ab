type Joined<Parts> = Parts extends [infer First, ...infer Others] ? First & Joined<Others> : unknown

/**
 * Merges the texts of several parts of the program. Groups of texts with the same key are merged too, but each single text may be in one
 * part only.
 * @example
 *   joinTexts({ buttons: { post: 'Post' } }, { buttons: { stop: 'Stop' } }) // { buttons: { post: 'Post', stop: 'Stop' } }
 */
export const joinTexts = <Parts extends object[]>(...parts: Parts) => parts.reduce(join, {}) as Joined<Parts>

const join = (one: object, other: object): object => {
  const joined: Record<string, unknown> = { ...one }
  for (const [key, text] of Object.entries(other)) {
    const known = joined[key]
    if (known !== undefined && !(isTexts(known) && isTexts(text)))
      throw new Error(`The text "${key}" stands in two parts.`)
    joined[key] = isTexts(known) && isTexts(text) ? join(known, text) : text
  }
  return joined
}

const isTexts = (value: unknown): value is object => typeof value === 'object' && value !== null
