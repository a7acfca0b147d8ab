import { json, type PageAnswer } from './answer.ts'

/** Where the page finds what the URLs of messages name. */
export interface MediaSources {
  /** The URL of the simulated Discord, which keeps the attachments; without a trailing slash. */
  discordUrl: string
  /** Where a picture of another server is loaded from; undefined if it is not to be loaded. */
  findPicture: (url: URL) => URL | undefined
}

/** Types that a browser shows without running scripts. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])
const TIMEOUT_MS = 10_000

/** Answers the image or file of a message's URL; from the simulated Discord, or from where the program finds pictures. */
export async function answerMedia(query: URLSearchParams, sources: MediaSources): Promise<PageAnswer> {
  const source = findSource(query.get('url') ?? '', sources)
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

function findSource(text: string, { discordUrl, findPicture }: MediaSources): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.origin !== discordUrl) return findPicture(url)
  return /^\/(ephemeral-)?attachments\//.test(url.pathname) ? url : undefined
}

function toDisposition({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1).replaceAll(/[^\w.-]/g, '_')
  return `attachment; filename="${name}"`
}
