import { json, type PageAnswer } from './answer.ts'

/** The servers that the URLs of messages stand for; without trailing slashes. */
export interface MediaOrigins {
  /** The simulated Discord, which keeps the attachments. */
  discordUrl: string
  /** The simulated image CDN of Steam. */
  cdnUrl: string
}

/** Types that a browser shows without running scripts. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const STEAM_HOST = /^[a-z.]+\.steamstatic\.com$/
const TIMEOUT_MS = 10_000

/** Answers the image or file of a message's URL, from the simulated servers only. */
export async function answerMedia(query: URLSearchParams, origins: MediaOrigins): Promise<PageAnswer> {
  const source = findSource(query.get('url') ?? '', origins)
  if (source === undefined) return json(404, { error: 'There is no such image or file.' })
  const answer = await fetch(source, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
    () => undefined,
  )
  if (!answer?.ok) return json(404, { error: 'The image or file cannot be loaded.' })
  const type = answer.headers.get('content-type') ?? 'application/octet-stream'
  const isShown = SHOWN.has(type) && !query.has('download')
  return {
    status: 200,
    headers: {
      'content-type': type,
      'cache-control': 'private, max-age=3600',
      'content-security-policy': "default-src 'none'; sandbox",
      ...(isShown ? {} : { 'content-disposition': toDisposition(source) }),
    },
    body: Buffer.from(await answer.arrayBuffer()),
  }
}

function findSource(url: string, { discordUrl, cdnUrl }: MediaOrigins): URL | undefined {
  if (!URL.canParse(url)) return undefined
  const { origin, hostname, protocol, pathname, search } = new URL(url)
  if (origin === discordUrl && /^\/(ephemeral-)?attachments\//.test(pathname)) return new URL(url)
  const isSteam = protocol === 'https:' && STEAM_HOST.test(hostname)
  return isSteam ? new URL(`${cdnUrl}/${hostname}${pathname}${search}`) : undefined
}

function toDisposition({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${name}"`
}
