import { RapsheetError } from '../../src/model/error.ts'
import { rejectionOf } from './rejection-of.ts'

/** The RapsheetError that a promise rejects with; throws if it resolves or rejects with anything else. */
export const failureOf = (work: Promise<unknown>): Promise<RapsheetError> => rejectionOf(RapsheetError, work)

/** The error of the transport when Steam does not answer. */
export const steamIsDown = () =>
  new RapsheetError('platform_unavailable', 'Steam did not answer; try again in a minute.')
