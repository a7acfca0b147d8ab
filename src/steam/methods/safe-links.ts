import { toProfileUrl, type SteamId } from '../../model/steam-id.ts'

// Links from Steam are shown to users and become image sources, so only links to Steam's own hosts are passed on.

const PROFILE_HOST = 'steamcommunity.com'
const PROFILE_PATH = /^\/(?:id\/[\w-]+|profiles\/\d{17})\/?$/

const AVATAR_PATH = /^\/[\w./-]+$/

/** Hosts of avatars, including the hosts in older answers. */
const AVATAR_HOSTS = new Set([
  'avatars.steamstatic.com',
  'avatars.akamai.steamstatic.com',
  'avatars.cloudflare.steamstatic.com',
  'avatars.fastly.steamstatic.com',
  'cdn.akamai.steamstatic.com',
  'cdn.cloudflare.steamstatic.com',
  'cdn.edgecast.steamstatic.com',
  'steamcdn-a.akamaihd.net',
  'media.steampowered.com',
])

/**
 * The profile link from Steam's answer, over https. If that link does not lead to a profile on Steam's host, the standard link of the
 * account.
 * @example
 *   toSafeProfileUrl('https://elsewhere.example/', '76561197960287930')
 *   // 'https://steamcommunity.com/profiles/76561197960287930'
 */
export const toSafeProfileUrl = (link: string, steamId: SteamId): string =>
  parseProfileUrl(link) ?? toProfileUrl(steamId)

/** The picture link from Steam's answer, over https; empty when it does not lead to one of Steam's image hosts. */
export const toSafeAvatarUrl = (link: string): string => parseAvatarUrl(link) ?? ''

/** Whether a link may be passed on unchanged. */
export const isSafeProfileUrl = (link: string): boolean => parseProfileUrl(link) === link
export const isSafeAvatarUrl = (link: string): boolean => link === '' || parseAvatarUrl(link) === link

function parseProfileUrl(link: string): string | undefined {
  const url = toHttps(link)
  return url?.hostname === PROFILE_HOST && PROFILE_PATH.test(url.pathname) ? withoutQuery(url) : undefined
}

function parseAvatarUrl(link: string): string | undefined {
  const url = toHttps(link)
  return url && AVATAR_HOSTS.has(url.hostname) && AVATAR_PATH.test(url.pathname) ? withoutQuery(url) : undefined
}

/** The link over https; undefined when it is malformed, has another protocol than http or https, or has a port or credentials. */
function toHttps(link: string): URL | undefined {
  const text = link.replace(/^http:/i, 'https:')
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && `${url.port}${url.username}${url.password}` === '' ? url : undefined
}

/** The link without query and fragment, which neither a profile nor a picture needs. */
const withoutQuery = ({ origin, pathname }: URL) => `${origin}${pathname}`
