import { RapsheetError } from '../../src/model/error.ts'

/** The RapsheetError that a promise rejects with; throws if it resolves or rejects with anything else. */
export async function failureOf(work: Promise<unknown>): Promise<RapsheetError> {
  try {
    await work
  } catch (error) {
    if (error instanceof RapsheetError) return error
    throw new Error('rejected, but not with a RapsheetError', { cause: error })
  }
  throw new Error('did not reject')
}

/** The error of the transport when Steam does not answer. */
export const steamIsDown = () =>
  new RapsheetError('platform_unavailable', 'Steam did not answer; try again in a minute.')
