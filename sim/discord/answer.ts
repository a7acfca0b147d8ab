import { listProblems, toErrorTree, type Problem } from './limits/problems.ts'

/** A whole answer; `broken` is the rule the request broke, in words. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | Buffer
  broken?: string
}

/** A JSON answer: clients read the body of nothing else. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

/** The answer without a body. */
export function noContent(): Answer {
  return { status: 204, headers: {}, body: '' }
}

/** Discord's refusal of what a bot must not do: counted as a violation. */
export function refuse(status: number, code: number, message: string, why = message): Answer {
  return { ...json(status, { message, code }), broken: why }
}

/** The refusal of a body with problems in it, each at its place. */
export function refuseForm(problems: Problem[]): Answer {
  const value = { message: 'Invalid Form Body', code: 50035, errors: toErrorTree(problems) }
  return { ...json(400, value), broken: listProblems(problems) }
}
