/** Why a use case refused to change anything: a code, and the facts that a text about it needs. */
export interface Problem {
  code: string
}

/** An expected failure of a use case that changes the data of a community; nothing was written. */
export abstract class RefusedChange<P extends Problem> extends Error {
  readonly problem: P

  constructor(problem: P) {
    super(problem.code)
    this.problem = problem
  }

  get code(): P['code'] {
    return this.problem.code
  }
}
