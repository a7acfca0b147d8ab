import type { CallContext } from '../lib/call-context.ts'
import { RapsheetError } from '../model/error.ts'
import type { Image, Validators } from '../steam/images.ts'
import type { Context } from './context.ts'

export type { Image } from '../steam/images.ts'

// As the text was sent, before a URL parser could turn a look-alike into an approved name.
const HTTPS_URL = /^https:\/\/([a-z0-9.-]+)(?::443)?(?:[/?#]|$)/i

/** Fetches an image from one of the approved hosts; throws when the URL, its host or what lies there is not acceptable. */
export async function getImage(
  context: Context,
  url: string,
  validators: Validators,
  callContext: CallContext,
): Promise<Image> {
  const { host, path } = checkImageUrl(url, context.imageHosts)
  return context.images.fetch(host, path, validators, callContext)
}

/** Host and path of an acceptable image URL; throws `image_url_malformed` or `image_host_refused`. */
function checkImageUrl(text: string, approved: readonly string[]): { host: string; path: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:') throw malformed('it has to be an absolute https URL')
  const host = approved.find((name) => name === url.hostname)
  if (!host) {
    throw new RapsheetError(
      'image_host_refused',
      `Images come from ${approved.join(', ')} alone, not from ${url.hostname}.`,
    )
  }
  if (HTTPS_URL.exec(text)?.[1]?.toLowerCase() !== host) {
    throw malformed('it has to name its host plainly, without user or port')
  }
  return { host, path: url.pathname + url.search }
}

function malformed(why: string): RapsheetError {
  return new RapsheetError('image_url_malformed', `The image URL cannot be used: ${why}.`)
}
