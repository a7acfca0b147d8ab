/** A JSON object of an OpenAPI document. */
type Json = Record<string, unknown>

/** Who writes the values of a schema: in a request the client does, in an answer the service. */
type Writer = 'client' | 'service'

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options']

/**
 * Lists how a newer OpenAPI document breaks the promises of docs/tools/changes.md to the users of an older one; empty if it keeps them all.
 * Operations, parameters and fields that the older document marks as deprecated may be missing.
 */
export function findBreakingChanges(older: Json, newer: Json): string[] {
  const found: string[] = []
  const schemas = createSchemaComparison(older, newer, (place, problem) => found.push(`${place}: ${problem}`))
  for (const [path, methods] of entriesOf(older['paths']))
    for (const method of METHODS.filter((name) => name in methods)) {
      const place = `${method.toUpperCase()} ${path}`
      const [before, now] = [child(methods, method), child(child(child(newer, 'paths'), path), method)]
      if (isEmpty(now)) {
        if (before['deprecated'] !== true) found.push(`${place}: is missing`)
        continue
      }
      found.push(
        ...compareSecurity(before['security'] ?? older['security'], now['security'] ?? newer['security']).map(
          (problem) => `${place}: ${problem}`,
        ),
      )
      compareParameters(place, before, now, schemas)
      compareBodies(`${place} body`, child(before, 'requestBody'), child(now, 'requestBody'), schemas)
      compareResponses(place, child(before, 'responses'), child(now, 'responses'), schemas)
    }
  return [...new Set(found)]
}

/** Each way to be let in stays, with no more scopes; an empty list needs no token. */
function compareSecurity(before: unknown, now: unknown): string[] {
  const waysOf = (security: unknown) => {
    const ways = listOf(security)
    return ways.length > 0 ? ways : [{}]
  }
  const accepted = waysOf(now)
  const isLetIn = (way: Json) =>
    accepted.some((needed) =>
      Object.entries(needed).every(
        ([scheme, scopes]) => scheme in way && namesOf(scopes).every((scope) => namesOf(way[scheme]).includes(scope)),
      ),
    )
  return waysOf(before)
    .filter((way) => !isLetIn(way))
    .map((way) => {
      if (isEmpty(way)) return 'needs a token'
      const names = Object.entries(way).map(([scheme, scopes]) => [scheme, ...namesOf(scopes)].join(' '))
      return `does not accept ${names.join(' and ')}`
    })
}

function compareParameters(
  place: string,
  before: Json,
  now: Json,
  { compare, resolve, report }: SchemaComparison,
): void {
  const parametersOf = (operation: Json, side: Side) =>
    new Map(
      listOf(operation['parameters']).map((parameter) => {
        const resolved = resolve(parameter, side)
        return [`${String(resolved['in'])} parameter ${String(resolved['name'])}`, resolved] as const
      }),
    )
  const [known, current] = [parametersOf(before, 'older'), parametersOf(now, 'newer')]
  for (const [name, parameter] of known) {
    const same = current.get(name)
    if (!same) {
      if (parameter['deprecated'] !== true) report(place, `${name} is missing`)
      continue
    }
    if (same['required'] === true && parameter['required'] !== true) report(place, `${name} is required`)
    compare(`${place} ${name}`, child(parameter, 'schema'), child(same, 'schema'), 'client')
  }
  for (const [name, { required }] of current)
    if (required === true && !known.has(name)) report(place, `${name} is new and required`)
}

function compareBodies(place: string, before: Json, now: Json, schemas: SchemaComparison): void {
  if (now['required'] === true && before['required'] !== true) schemas.report(place, 'is required')
  compareContent(place, child(before, 'content'), child(now, 'content'), 'client', schemas)
}

function compareResponses(place: string, before: Json, now: Json, schemas: SchemaComparison): void {
  for (const status of Object.keys(before)) {
    const [known, current] = [
      schemas.resolve(child(before, status), 'older'),
      schemas.resolve(child(now, status), 'newer'),
    ]
    if (isEmpty(current)) {
      schemas.report(place, `the status ${status} is missing`)
      continue
    }
    for (const header of Object.keys(child(known, 'headers')))
      if (!(header in child(current, 'headers')))
        schemas.report(`${place} ${status}`, `the header ${header} is missing`)
    compareContent(`${place} ${status}`, child(known, 'content'), child(current, 'content'), 'service', schemas)
  }
}

function compareContent(place: string, before: Json, now: Json, writer: Writer, schemas: SchemaComparison): void {
  for (const [type, media] of entriesOf(before)) {
    const same = now[type]
    if (same === undefined) schemas.report(place, `the media type ${type} is missing`)
    else schemas.compare(place, child(media, 'schema'), child(same as Json, 'schema'), writer)
  }
}

type Side = 'older' | 'newer'
type SchemaComparison = ReturnType<typeof createSchemaComparison>

/** Compares schemas of two documents, whose references it follows, and reports each problem. */
function createSchemaComparison(older: Json, newer: Json, report: (place: string, problem: string) => void) {
  /** Pairs of named schemas that were compared, or are being compared, because schemas can contain themselves. */
  const compared = new Set<string>()

  const resolve = (value: Json, side: Side): Json => {
    const { $ref } = value
    if (typeof $ref !== 'string') return value
    const target = $ref
      .split('/')
      .slice(1)
      .reduce<Json>(child, side === 'older' ? older : newer)
    return resolve(target, side)
  }

  const compare = (place: string, before: Json, now: Json, writer: Writer): void => {
    const { $ref: name } = before
    if (typeof name === 'string' && typeof now['$ref'] === 'string') {
      const pair = [name, now['$ref'], writer].join(' ')
      if (compared.has(pair)) return
      compared.add(pair)
    }
    // A named schema is reported by its name, because many operations have it.
    const named = typeof name === 'string' ? (name.split('/').at(-1) ?? place) : place
    const [known, current] = [resolve(before, 'older'), resolve(now, 'newer')]
    const [wasNull, isNull] = [canBeNull(known), canBeNull(current)]
    if (wasNull !== isNull && isNull === (writer === 'service'))
      report(named, isNull ? 'can be null' : 'cannot be null')
    const [was, is] = [known, current].map(({ default: value }) => JSON.stringify(value) ?? 'none')
    if (was !== is && writer === 'client') report(named, `has the default ${is} instead of ${was}`)
    compareVariants(named, variantsOf(known), variantsOf(current), writer)
  }

  /** Each variant has to be one of the newer ones, too. An answer of several variants can gain further ones. */
  const compareVariants = (place: string, before: Json[], now: Json[], writer: Writer): void => {
    const [onlyBefore, onlyNow] = [before.length === 1 && before[0], now.length === 1 && now[0]]
    if (onlyBefore && onlyNow) {
      compareOne(place, resolve(onlyBefore, 'older'), resolve(onlyNow, 'newer'), writer)
      return
    }
    if (onlyBefore && writer === 'service') report(place, 'has variants')
    const isCompatible = (variant: Json, candidate: Json) => {
      let problems = 0
      createSchemaComparison(older, newer, () => problems++).compare(place, variant, candidate, writer)
      return problems === 0
    }
    for (const [index, variant] of before.entries()) {
      const namesake = now.find(({ $ref }) => $ref !== undefined && $ref === variant['$ref'])
      if (namesake) compare(place, variant, namesake, writer)
      else if (!now.some((candidate) => isCompatible(variant, candidate))) report(place, `lacks variant ${index + 1}`)
    }
  }

  const compareOne = (place: string, known: Json, current: Json, writer: Writer): void => {
    const problems = [compareTypes, compareValues, compareBounds].flatMap((find) => find(known, current, writer))
    for (const problem of problems) report(place, problem)
    compareFields(place, known, current, writer)
    if (known['items'] !== undefined) compare(`${place}[]`, child(known, 'items'), child(current, 'items'), writer)
  }

  const compareFields = (place: string, before: Json, now: Json, writer: Writer): void => {
    const [known, current] = [child(before, 'properties'), child(now, 'properties')]
    const [needed, needs] = [namesOf(before['required']), namesOf(now['required'])]
    for (const [field, schema] of entriesOf(known)) {
      const same = current[field]
      if (same !== undefined) compare(`${place}.${field}`, schema, same as Json, writer)
      else if (schema['deprecated'] !== true) report(`${place}.${field}`, 'is missing')
      if (writer === 'service' && same !== undefined && needed.includes(field) && !needs.includes(field))
        report(`${place}.${field}`, 'can be absent')
    }
    const added = writer === 'client' ? needs.filter((field) => !needed.includes(field)) : []
    for (const field of added) report(`${place}.${field}`, 'is required')
    if (writer === 'client' && now['additionalProperties'] === false && before['additionalProperties'] !== false)
      report(place, 'refuses further fields')
  }

  return { compare, resolve, report }
}

/** Compares the types besides `null`; a schema without types allows all of them. */
function compareTypes(before: Json, now: Json, writer: Writer): string[] {
  const [known, current] = [typesOf(before), typesOf(now)]
  const [narrow, wide] = writer === 'client' ? [known, current] : [current, known]
  const isIncluded = (type: string) => wide.includes(type) || (type === 'integer' && wide.includes('number'))
  if (wide.length === 0 || (narrow.length > 0 && narrow.every(isIncluded))) return []
  return [`has the type ${current.join(' or ') || 'any'} instead of ${known.join(' or ') || 'any'}`]
}

/** Compares enums and constants. An answer can gain values; no value that a client knows goes away. */
function compareValues(before: Json, now: Json, writer: Writer): string[] {
  const [known, current] = [valuesOf(before), valuesOf(now)]
  if (known.length === 0) return writer === 'client' && current.length > 0 ? [`allows ${current.join(', ')} alone`] : []
  if (current.length === 0) return writer === 'service' ? ['has any value'] : []
  const missing = known.filter((value) => !current.includes(value))
  return missing.length > 0 ? [`lacks the value ${missing.join(', ')}`] : []
}

/** Compares lengths, sizes and patterns: what a client may send stays allowed, and no answer exceeds what clients expect. */
function compareBounds(before: Json, now: Json, writer: Writer): string[] {
  const [inner, outer] = writer === 'client' ? [before, now] : [now, before]
  const exceeds = (name: string, sign: 1 | -1) => {
    const limit = outer[name]
    if (typeof limit !== 'number') return false
    return typeof inner[name] !== 'number' || sign * inner[name] > sign * limit
  }
  return [
    ...['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum'].filter((name) => exceeds(name, 1)),
    ...['minimum', 'minLength', 'minItems', 'exclusiveMinimum'].filter((name) => exceeds(name, -1)),
    ...['pattern', 'format'].filter((name) => outer[name] !== undefined && inner[name] !== outer[name]),
  ].map((name) => `has another ${name}`)
}

const canBeNull = ({ type, const: constant, anyOf }: Json): boolean =>
  type === 'null' || namesOf(type).includes('null') || constant === null || listOf(anyOf).some(canBeNull)

/** The alternatives of a schema besides `null`; a schema without alternatives is one. */
const variantsOf = (schema: Json): Json[] => {
  const variants = ['anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword]))
  return variants.length > 0 ? variants.filter(({ type }) => type !== 'null') : [schema]
}

/** The types of a schema besides `null`; empty for any type. */
function typesOf({ type, const: constant }: Json): string[] {
  const types = Array.isArray(type) ? namesOf(type) : typeof type === 'string' ? [type] : []
  return types.length === 0 && constant !== undefined ? [typeof constant] : types.filter((each) => each !== 'null')
}

/** The values to which a schema is limited; empty without such a limit. */
const valuesOf = (schema: Json): string[] => {
  const values = schema['const'] === undefined ? schema['enum'] : [schema['const']]
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)) : []
}

const namesOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])
const listOf = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : [])
const child = (value: Json, name: string) => (value[name] ?? {}) as Json
const entriesOf = (value: unknown) => Object.entries((value ?? {}) as Record<string, Json>)
const isEmpty = (value: Json) => Object.keys(value).length === 0
