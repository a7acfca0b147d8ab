import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError, type Settings } from './settings/read-settings.ts'
import type { PageFiles } from '../http/page.ts'
import { messageOf } from '../lib/thrown.ts'
import type { OperatorLinks } from '../model/operator-links.ts'

/**
 * Reads the built files of the page and of the status page. A process that does not serve the page gets them without `index`, or undefined
 * if they are not built. For a process that serves the page, throws a SettingsError if it is not built.
 */
export async function readPage(
  { role, http, published }: Pick<Settings, 'role' | 'http' | 'published'>,
  folder: string | undefined,
): Promise<PageFiles | undefined> {
  const isServed = http.hasPage && role !== 'bot'
  try {
    if (folder === undefined) throw new Error('no folder is given')
    const assets = join(folder, 'assets')
    const names = await readdir(assets)
    const readHtml = async (name: string) => addLinks(await readFile(join(folder, name)), published)
    const read = async (name: string) => [name, await readFile(join(assets, name))] as const
    return {
      index: isServed ? await readHtml('index.html') : undefined,
      status: (await readdir(folder)).includes('status.html') ? await readHtml('status.html') : undefined,
      assets: new Map(await Promise.all(names.map(read))),
    }
  } catch (error) {
    if (!isServed) return undefined
    throw new SettingsError(
      `The page cannot be read from ${folder}: ${messageOf(error)}. Run "npm run build", or set PAGE=off.`,
    )
  }
}

/** Adds the addresses of the operator's documents to the HTML of a page, which links to them at its foot. */
function addLinks(html: Buffer, { privacyUrl, termsUrl }: OperatorLinks): Buffer {
  const toLink = (rel: string, url: string | undefined) =>
    url ? `<link rel="${rel}" href="${new URL(url).href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" />` : ''
  const links = toLink('privacy-policy', privacyUrl) + toLink('terms-of-service', termsUrl)
  return links === '' ? html : Buffer.from(String(html).replace('</head>', () => `${links}</head>`))
}
