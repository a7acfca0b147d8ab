import { HttpError } from '../../http/errors.ts'
import { BanError } from '../../model/ban.ts'

/** Answers work on a ban list; rejects with an HttpError for a change that is refused. */
export const withBanErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw error instanceof BanError ? toHttpError(error) : error
  })

function toHttpError(error: BanError): Error {
  const { problem } = error
  if ('field' in problem) {
    const { field, length, limit } = problem
    const message = `${field}: must have at most ${limit} characters; this one has ${length}.`
    return new HttpError('invalid_parameter', message).about(field)
  }
  switch (problem.code) {
    case 'not_banned':
      return new HttpError('not_banned', `The account ${problem.steamId} has no active ban on this list.`)
    case 'ban_list_full':
      return new HttpError('list_full', `The ban list would have more than the ${problem.limit} bans that it may have.`)
    case 'all_bans_full':
      return new HttpError(
        'list_full',
        `All lists together have the ${problem.limit} bans that this service may store.`,
      )
    case 'exempted':
      return new HttpError(
        'account_exempted',
        `An exception of the policy lets ${problem.steamIds.join(', ')} in; remove it first, with /policy exceptions in Discord.`,
      )
    case 'list_not_read':
      return new HttpError(
        'request_timeout',
        'The list could not be read in time, so nothing was changed; try again, or send it in parts.',
      )
    // No route leads to the others, so they are a fault of the service: a 500.
    default:
      return error
  }
}
