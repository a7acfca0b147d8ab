import { withoutCredentials } from '../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'
import { problemWith } from './known-problem.ts'

/** The address of the cache, and the setting that it comes from. */
export interface PostgresPlace {
  url: string
  setting: 'STORE_URL' | 'DATABASE_URL'
}

/** The table does not exist: it was not created yet, or a server that took over after a failover lacks it. */
const UNDEFINED_TABLE = '42P01'

const WRONG_PASSWORD = 'Set URL to the right user and password.'
const IS_IT_THERE = 'Check that the server runs and can be reached.'

/** Remedies for the operator, by the code of the error; `URL` stands for the setting. */
const REMEDIES: [codes: string[], remedy: string][] = [
  [['28P01', '28000'], WRONG_PASSWORD],
  [['3D000'], 'Create the database, or set URL to an existing one.'],
  [['42501'], 'Let this user create tables in its schema, and read and write the table rapsheet_cache.'],
  [
    ['42703', '42P10', '42809'],
    'A table rapsheet_cache of another program is in the way; rename it, or choose another database.',
  ],
  [['53300'], 'Raise max_connections of the server, or run fewer replicas.'],
  [['53100'], 'Free some disk space on the server; the cache recovers by itself.'],
  [['25006'], 'The server accepts no writes, as a standby does; set URL to the primary.'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'Check the name of the server in URL.'],
  [['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'], IS_IT_THERE],
  [['57P01', '57P02', '57P03'], IS_IT_THERE],
  [['ENOENT', 'EACCES'], 'Correct the path of the certificate in URL.'],
  [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'],
    'Name the certificate authority of the server in URL with sslrootcert=path.',
  ],
]

/** Remedies for errors without a code or with a general code, by a pattern of their message. */
const REMEDIES_BY_TEXT: [text: RegExp, remedy: string][] = [
  [/, no encryption$/, 'If the server requires TLS, add ?sslmode=verify-full to URL.'],
  // The message of PgBouncer.
  [/^SASL authentication failed/, WRONG_PASSWORD],
  [/does not support SSL/, 'Remove sslmode from URL, or let the server use TLS.'],
  [/^SASL: .* password must be/, 'The server asks for a password: add it to URL.'],
  [/^it did not answer within|^it took \d+ ms|^timeout expired|^Connection terminated/, IS_IT_THERE],
  [
    /unsupported startup parameter/,
    'A pooler in between refuses it: set URL to the server itself, or add the parameter to ignore_startup_parameters of the pooler.',
  ],
]

export const isMissingTable = (error: unknown) => systemCodeOf(error) === UNDEFINED_TABLE

/** An error for the operator: the setting, the address without its password, the problem, its cause and the remedy. */
export function explainPostgres(problem: string, { url, setting }: PostgresPlace, error: unknown): Error {
  const reason = messageOf(error) || systemCodeOf(error)
  const [, remedy] =
    REMEDIES_BY_TEXT.find(([text]) => text.test(reason)) ??
    REMEDIES.find(([codes]) => codes.includes(systemCodeOf(error))) ??
    []
  return problemWith(`${setting} ${withoutCredentials(url)}`, problem, reason, remedy?.replace('URL', setting), error)
}
