import type { z } from 'zod'

type Path = (string | number)[]

/** A problem at one path of a body, with Discord's code. */
export interface Problem {
  path: Path
  code: string
  message: string
}

/** The parsed body, the problems that make Discord reject it, and its unknown fields. */
export type Checked<T> = { value: T; unknown: string[] } | { problems: Problem[] }

/** Checks a body; unknown fields are ignored as by Discord, and reported. */
export function check<T>(schema: z.ZodType<T>, body: unknown): Checked<T> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) return { problems: parsed.error.issues.map(toProblem) }
  return { value: parsed.data, unknown: [...unknownFields(body, parsed.data, [])] }
}

/** Reports a problem with a Discord code from a refinement. */
export function report(context: z.RefinementCtx, path: Path, code: string, message: string): void {
  context.addIssue({ code: 'custom', path, message, params: { code } })
}

/** Formats problems as `components[0].label: Must be 80 or fewer in length.`, joined. */
export function listProblems(problems: Problem[]): string {
  return problems.map(({ path, message }) => `${formatPath(path)}: ${message}`).join('; ')
}

/** Discord's nested format: one object per path segment, `_errors` at the end. */
export function toErrorTree(problems: Problem[]): object {
  const root: Record<string, unknown> = {}
  for (const { path, code, message } of problems) {
    let node = root
    for (const part of path) node = (node[part] ??= {}) as Record<string, unknown>
    const errors = (node['_errors'] ??= []) as object[]
    errors.push({ code, message })
  }
  return root
}

function formatPath(path: Path): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
  return parts.join('').replace(/^\./, '') || 'the body'
}

function* unknownFields(given: unknown, known: unknown, path: Path): Generator<string> {
  if (typeof given !== 'object' || given === null || typeof known !== 'object' || known === null) return
  for (const [name, value] of Object.entries(given)) {
    const field = [...path, Array.isArray(given) ? Number(name) : name]
    if (name in known) yield* unknownFields(value, (known as Record<string, unknown>)[name], field)
    else yield formatPath(field)
  }
}

function toProblem(issue: z.core.$ZodIssue): Problem {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
  return { path, ...describe(issue) }
}

function describe(issue: z.core.$ZodIssue): Omit<Problem, 'path'> {
  switch (issue.code) {
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? { code: 'NUMBER_TYPE_MAX', message: `Value should be less than or equal to ${issue.maximum}.` }
        : { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` }
    case 'too_small':
      return issue.origin === 'number' || issue.origin === 'int'
        ? { code: 'NUMBER_TYPE_MIN', message: `Value should be greater than or equal to ${issue.minimum}.` }
        : { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` }
    case 'invalid_type':
      return issue.input === undefined && issue.message.includes('undefined')
        ? { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
        : { code: 'BASE_TYPE_INVALID', message: issue.message }
    case 'invalid_union':
      return { code: 'UNION_TYPE_CHOICES', message: 'Value of field "type" must be one of those allowed here.' }
    case 'custom':
      return { code: String(issue.params?.['code'] ?? 'BASE_TYPE_INVALID'), message: issue.message }
    default:
      return { code: 'BASE_TYPE_CHOICES', message: issue.message }
  }
}
