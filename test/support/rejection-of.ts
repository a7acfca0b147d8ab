/** The error of this class that a promise rejects with; throws if it resolves or rejects with anything else. */
export async function rejectionOf<Failure extends Error>(
  kind: new (...args: never) => Failure,
  work: Promise<unknown>,
): Promise<Failure> {
  try {
    await work
  } catch (error) {
    if (error instanceof kind) return error
    throw new Error(`rejected, but not with a ${kind.name}`, { cause: error })
  }
  throw new Error('did not reject')
}
