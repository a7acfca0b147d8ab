import { HttpError } from '../../../http/errors.ts'
import type { IncomingMessage } from 'node:http'
import type { RouteResult } from '../../../http/route.ts'
import { loginWordsFor, type CLOSED } from './login-words.ts'

export const STYLE_PATH = '/status/login.css'

/** Headers that allow no script, and forms to this server only. */
export const LOGIN_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  vary: 'Accept-Language',
}

type Words = ReturnType<typeof loginWordsFor>

/** The texts in the language of the browser that sent a request. */
export const wordsOf = ({ headers }: IncomingMessage): Words => loginWordsFor(headers['accept-language'])

/** The page with the form for the token, and with the reason `refusal` after a refused attempt. */
export function formPage(words: Words, refusal?: HttpError): RouteResult {
  const alert = refusal ? `<p role="alert" id="problem">${refusal.message}</p>\n` : ''
  const described = refusal ? ' aria-describedby="problem" aria-invalid="true"' : ''
  const body = document(
    words,
    `${alert}<form method="post" action="/status/login">
<label for="token">${words.token}</label>
<input id="token" name="token" type="password" autocomplete="current-password" required maxlength="200" autofocus${described}>
<button>${words.logIn}</button>
</form>`,
  )
  return { kind: 'page', headers: LOGIN_HEADERS, body, ...(refusal && { refusal }) }
}

/** The page that says why the status page is closed for a request. */
export function closedPage(request: IncomingMessage, reason: keyof typeof CLOSED | 'open' | 'login'): RouteResult {
  const words = wordsOf(request)
  const sentence = reason === 'plain' ? words.plain : words.noToken
  const body = document(words, `<p>${sentence}</p>`)
  return { kind: 'page', headers: LOGIN_HEADERS, body, refusal: new HttpError('not_found', sentence) }
}

/** The page that links to the state as JSON, shown when the status page is not built. */
export const linkPage = (words: Words): string =>
  document(words, `<p><a href="/status/state">${words.notBuilt}</a></p>`)

const document = ({ language, title }: Words, content: string) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

export const STYLE = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1rem; background: Canvas; color: CanvasText }
main { max-width: 28rem; margin: 10vh auto 0 }
h1 { font-size: 1.5rem }
form { display: grid; gap: 0.5rem }
input, button { font: inherit; padding: 0.6rem; min-height: 2.75rem; box-sizing: border-box }
[role='alert'] { border-inline-start: 0.25rem solid; padding-inline-start: 0.75rem; font-weight: 600 }
`
