import { HttpError } from '../../http/errors.ts'
import { WatchError } from '../../model/watch.ts'

/** Answers work on a watch list; rejects with an HttpError for a change that is refused. */
export const withWatchErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof WatchError ? toHttpError(error) : error
  })

function toHttpError(error: WatchError): Error {
  const { problem } = error
  switch (problem.code) {
    case 'not_watched':
      return new HttpError('not_watched', `The account ${problem.steamId} is not on this watch list.`)
    case 'list_full':
      return new HttpError('list_full', `The watch list has the ${problem.limit} entries that it may have.`)
    case 'total_full':
      return new HttpError(
        'list_full',
        `All watch lists together have the ${problem.limit} entries that this service may store.`,
      )
    case 'reason_missing':
      return new HttpError('invalid_parameter', 'reason: must not be empty.').about('reason')
    case 'reason_too_long': {
      const { length, limit } = problem
      return new HttpError(
        'invalid_parameter',
        `reason: must have at most ${limit} characters; this one has ${length}.`,
      ).about('reason')
    }
    // No route leads to these, so they are a fault of the service: a 500.
    case 'already_watched':
    case 'until_malformed':
    case 'until_past':
    case 'until_too_far':
    case 'nothing_new':
    case 'role_everyone':
    case 'discord_unavailable':
      return error
  }
}
