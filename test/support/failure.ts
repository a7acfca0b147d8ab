import { RapsheetError } from '../../src/model/error.ts'

/** The RapsheetError that something fails with; fails itself when there is none, or another one. */
export async function failureOf(work: Promise<unknown>): Promise<RapsheetError> {
  try {
    await work
  } catch (error) {
    if (error instanceof RapsheetError) return error
    throw new Error('failed, but with no RapsheetError', { cause: error })
  }
  throw new Error('did not fail')
}

/** What Steam's silence looks like to the service. */
export const steamIsDown = () =>
  new RapsheetError('platform_unavailable', 'Steam did not answer; try again in a minute.')
