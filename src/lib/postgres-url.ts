const PROTOCOL = /^postgres(ql)?:$/
/**
 * Matches a path with a single name, that of the database. A further `/` comes from a password in which `/` is not written as %2F; a part
 * of that password would be taken for the name of the database.
 */
const DATABASE = /^\/[^/@]+$/
const DEFAULT_PORT = '5432'
/** Shorter passwords also occur in ordinary texts, where they reveal nothing. */
const MIN_SECRET_LENGTH = 8

/** Whether a text is the address of a Postgres database, `postgres://user:password@host:port/database?sslmode=verify-full`. */
export function isPostgresUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hash, pathname, ...url } = toParts(text)
  return PROTOCOL.test(protocol) && hash === '' && DATABASE.test(pathname) && url.host !== ''
}

/**
 * A Postgres address as it may be shown: without user, password and options. Other texts stay as they are.
 * @example
 *   withoutCredentials('postgres://rapsheet:secret@db.example:5432/rapsheet?sslmode=require')
 *   // 'postgres://db.example:5432/rapsheet'
 */
export function withoutCredentials(text: string): string {
  if (!isPostgresUrl(text)) return text
  const { host, port, pathname } = toParts(text)
  return `postgres://${host}:${port}${pathname}`
}

/**
 * The texts of a Postgres address that must not be shown: the address itself if it has a password, and the password as written and decoded.
 * A password that is short, or that occurs in the shown part of the address, is hidden only as a part of its address.
 */
export function secretsOf(text: string): string[] {
  if (!isPostgresUrl(text)) return []
  const { username, password } = new URL(text)
  const written = writtenPasswords(text)
  if (written.length === 0) return []
  const shown = withoutCredentials(text)
  const passwords = written
    .flatMap((each) => [each, decode(each)])
    .filter((each) => each.length >= MIN_SECRET_LENGTH && !shown.includes(each))
  return [...new Set([text, `${username}:${password}@`, ...passwords])]
}

/**
 * The password of a Postgres address, as written in the address; empty when there is none.
 * @example
 *   passwordOf('postgres://rapsheet:correct%20horse@db.example/rapsheet') // 'correct%20horse'
 */
export const passwordOf = (text: string): string => (isPostgresUrl(text) ? (writtenPasswords(text)[0] ?? '') : '')

function writtenPasswords(text: string): string[] {
  const { password, searchParams } = new URL(text)
  return [searchParams.get('password') ?? '', password].filter((each) => each !== '')
}

function toParts(text: string) {
  const { protocol, hostname, port, pathname, hash, searchParams } = new URL(text)
  return {
    protocol,
    pathname,
    hash,
    // `pg` reads host and port from the query as well.
    host: searchParams.get('host') ?? hostname,
    port: searchParams.get('port') ?? (port || DEFAULT_PORT),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
