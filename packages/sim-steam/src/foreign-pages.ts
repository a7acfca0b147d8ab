import { html, json, type Answer } from './answer.ts'

/** What others in front of Steam answer in its place: edge networks, proxies, and networks that ask for a login. All are invented. */
export const FOREIGN_PAGES = {
  'cloudflare-403': page(
    403,
    '<!DOCTYPE html>\n<html class="no-js" lang="en-US"><head><title>Attention Required! | Cloudflare</title></head>' +
      '<body><h1>Sorry, you have been blocked</h1><h2>You are unable to access api.steampowered.com</h2>' +
      '<p>Cloudflare Ray ID: <strong>8f0c2d3e4a5b6c7d</strong></p></body></html>',
    'cloudflare',
  ),
  'blocked-403': page(403, '<html><body>Request blocked</body></html>'),
  'nginx-403': page(
    403,
    '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n' +
      '<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
    'nginx',
  ),
  'apache-403': page(
    403,
    '<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>403 Forbidden</title>\n</head><body>\n' +
      "<h1>Forbidden</h1>\n<p>You don't have permission to access this resource.</p>\n</body></html>\n",
    'Apache',
  ),
  // Resembles Steam's own page, but for the sentence.
  'proxy-403': html(403, 'Forbidden', 'Request blocked by the proxy of this network.'),
  'portal-401': html(401, 'Unauthorized', '<form action="/login">Log in to use this network.</form>'),
  'json-403': json(403, { success: false, errors: [{ code: 1020, message: 'Access denied' }] }),
  'json-401': json(401, { error: 'login required' }),
  'empty-403': page(403, ''),
  'empty-401': page(401, ''),
} as const satisfies Record<string, Answer>

export type ForeignPage = keyof typeof FOREIGN_PAGES

/** The names of all pages, which are faults of the dial. */
export const FOREIGN_PAGE_NAMES = Object.keys(FOREIGN_PAGES) as ForeignPage[]

/** Whether a fault is one of these pages. */
export const isForeignPage = (fault: string): fault is ForeignPage => Object.hasOwn(FOREIGN_PAGES, fault)

function page(status: number, text: string, server = 'gateway'): Answer {
  return { status, headers: { server, 'content-type': 'text/html; charset=UTF-8' }, body: Buffer.from(text) }
}
