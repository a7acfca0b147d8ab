/** The OpenAPI document of the last release, from the project's root. */
export const RELEASED_DOCUMENT = 'test/http/released-openapi.json'

const PROSE = new Set(['description', 'summary', 'title', 'example', 'examples', 'x-enumDescriptions'])

/** A copy of an OpenAPI document without its descriptions and examples, which no program depends on. */
export function withoutProse(document: object): Record<string, unknown> {
  // The names within `properties` are those of fields, such as a field `description`.
  const copy = (value: unknown, areNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, false))
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([name]) => areNames || !PROSE.has(name))
    return Object.fromEntries(
      kept.map(([name, inner]) => [name, copy(inner, !areNames && /^(properties|schemas|headers)$/.test(name))]),
    )
  }
  return copy(document, false) as Record<string, unknown>
}
