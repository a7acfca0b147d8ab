import type { CallContext } from '../lib/call-context.ts'
import { RapsheetError } from '../model/error.ts'
import type { Image, Validators } from '../steam/images.ts'
import type { Context } from './context.ts'

// Matches the text as it was sent, because a URL parser turns look-alike characters into the name of an approved host.
const HTTPS_URL = /^https:\/\/([a-z0-9.-]+)(?::443)?(?:[/?#]|$)/i

/** Fetches an image from an approved host; throws when the URL, its host or the response is not acceptable. */
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
  if (url?.protocol !== 'https:') throw malformed('it is not an absolute https URL')
  const host = approved.find((name) => name === url.hostname)
  if (!host) {
    throw new RapsheetError(
      'image_host_refused',
      `Only images from ${approved.join(', ')} are allowed, not from ${url.hostname}.`,
    )
  }
  if (HTTPS_URL.exec(text)?.[1]?.toLowerCase() !== host) {
    throw malformed('its host must be written out, without user or port')
  }
  return { host, path: url.pathname + url.search }
}

function malformed(reason: string): RapsheetError {
  return new RapsheetError('image_url_malformed', `The image URL is invalid: ${reason}.`)
}
