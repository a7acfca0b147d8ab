import { withoutCredentials } from '../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../lib/thrown.ts'

/** The table does not exist (yet, or again after a failover). */
const UNDEFINED_TABLE = '42P01'

/** What the operator can do, by the code of the error. */
const REMEDIES: [codes: string[], remedy: string][] = [
  [['28P01', '28000'], 'Set STORE_URL to the right user and password.'],
  [['3D000'], 'Create the database, or set STORE_URL to an existing one.'],
  [['42501'], 'Let this user create tables in its schema, and read and write the table rapsheet_cache.'],
  [
    ['42703', '42P10', '42809'],
    'A table rapsheet_cache of another program is in the way; rename it, or choose another database.',
  ],
  [['53300'], 'Raise max_connections of the server, or run fewer replicas.'],
  [['53100'], 'Free some disk space on the server; the cache recovers by itself.'],
  [['25006'], 'The server accepts no writes, as a standby does; set STORE_URL to the primary.'],
  [['ENOTFOUND', 'EAI_AGAIN'], 'Check the name of the server in STORE_URL.'],
  [['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'], 'Check that the server runs and can be reached.'],
  [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'],
    'Name the certificate authority of the server in STORE_URL with sslrootcert=path.',
  ],
]

/** What the operator can do about errors whose code is too general, by what their message contains. */
const REMEDIES_BY_TEXT: [text: RegExp, remedy: string][] = [
  [/, no encryption$/, 'If the server requires TLS, add ?sslmode=verify-full to STORE_URL.'],
  [
    /unsupported startup parameter/,
    'A pooler in between refuses it: set STORE_URL to the server itself, or add the parameter to ignore_startup_parameters of the pooler.',
  ],
]

export const isMissingTable = (error: unknown) => systemCodeOf(error) === UNDEFINED_TABLE

/** An error for the operator: the address without its password, the problem, its cause and the remedy. */
export function explainPostgres(problem: string, url: string, error: unknown): Error {
  const reason = messageOf(error) || systemCodeOf(error)
  const [, remedy = ''] =
    REMEDIES_BY_TEXT.find(([text]) => text.test(reason)) ??
    REMEDIES.find(([codes]) => codes.includes(systemCodeOf(error))) ??
    []
  return new Error(`STORE_URL ${withoutCredentials(url)} ${problem}: ${reason}. ${remedy}`.trim(), { cause: error })
}
