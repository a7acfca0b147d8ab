import { toProfileUrl } from '../../model/steam-id.ts'
import type { SteamId } from '../../model/steam-id.ts'

// Links that Steam sends are shown to people and become image sources, so only those to Steam's own hosts are passed on.

const PROFILE_HOST = 'steamcommunity.com'
const PROFILE_PATH = /^\/(?:id\/[\w-]+|profiles\/\d{17})\/?$/

const AVATAR_PATH = /^\/[\w./-]+$/

/** Where avatars are, and where older answers say that they are. */
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

/** The profile page Steam names, over https; the one that every account has where that is no page of Steam's. */
export function toSafeProfileUrl(link: string, steamId: SteamId): string {
  return profilePage(link) ?? toProfileUrl(steamId)
}

/** The picture Steam names, over https; empty where it is not on one of Steam's hosts. */
export function toSafeAvatarUrl(link: string): string {
  return picture(link) ?? ''
}

/** Whether a link may be passed on as it is. */
export const isSafeProfileUrl = (link: string): boolean => profilePage(link) === link
export const isSafeAvatarUrl = (link: string): boolean => link === '' || picture(link) === link

function profilePage(link: string): string | undefined {
  const url = toHttps(link)
  return url?.hostname === PROFILE_HOST && PROFILE_PATH.test(url.pathname) ? bare(url) : undefined
}

function picture(link: string): string | undefined {
  const url = toHttps(link)
  return url && AVATAR_HOSTS.has(url.hostname) && AVATAR_PATH.test(url.pathname) ? bare(url) : undefined
}

/** The link over https; undefined where it is none, or has a port or a password. */
function toHttps(link: string): URL | undefined {
  const text = link.replace(/^http:/i, 'https:')
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url?.protocol === 'https:' && `${url.port}${url.username}${url.password}` === '' ? url : undefined
}

/** The link without what follows `?` or `#`, which neither a profile nor a picture needs. */
const bare = ({ origin, pathname }: URL) => `${origin}${pathname}`
