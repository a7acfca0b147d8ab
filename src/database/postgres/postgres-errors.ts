import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError, type DatabaseProblem } from '../../model/database-error.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { StatementError } from './guard-statements.ts'

const REPORT = 'This is a bug; please report it.'
const TRY_AGAIN = 'Try again.'
const NO_DATABASE = 'Create the database, with the encoding UTF8, or correct its name in DATABASE_URL.'
const WRONG_PASSWORD = 'Correct the user or password in DATABASE_URL; characters such as @ must be written as %40.'
const RIGHTS =
  'Make the user of DATABASE_URL the owner of the database and of all its tables, or run "npm run migrate" as the owner and grant this user what docs/admins/scaling.md says.'
const IS_IT_THERE = 'Check that the server runs and that this machine reaches it.'

/**
 * Problems and remedies for the operator, by a pattern of `code: message`, with the SQLSTATE or the code of Node, or of the message alone where
 * there is no code; the first match counts. Poolers and hosted servers send some messages with the codes of an outage.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const CAUSES: [pattern: RegExp, problem: DatabaseProblem, remedy: string][] = [
  [
    /, no encryption$/,
    'unavailable',
    'If the server requires TLS, add ?sslmode=verify-full to DATABASE_URL; otherwise let pg_hba.conf of the server admit this user from this machine.',
  ],
  [
    /(SSL|TLS)( connection is)? required|connection is insecure/i,
    'unavailable',
    'Add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [/^28P01|(SASL|password) authentication failed/, 'unavailable', WRONG_PASSWORD],
  [/^3D000|database ".*" does not exist$/, 'unavailable', NO_DATABASE],
  [
    /no such (user|database)/,
    'unavailable',
    'Correct the user and the database in DATABASE_URL, or those of the pooler.',
  ],
  [
    /unsupported startup parameter|prepared statement "[^"]*" (does not exist|already exists)/,
    'unavailable',
    'A pooler in between prevents it: set DATABASE_URL to the server itself, or let the pooler keep a session for each connection and ignore startup parameters.',
  ],
  [
    /(relation|schema) "rapsheet_replicas/,
    'foreign',
    'Its schema rapsheet_replicas is missing, which belongs to every backup: restore a whole one into a new database.',
  ],
  [
    /^28000/,
    'unavailable',
    'Correct the user in DATABASE_URL, and let pg_hba.conf of the server admit it from this machine.',
  ],
  [/^42501/, 'readonly', RIGHTS],
  [/^(42P07|42P01|42703)/, 'foreign', 'Set DATABASE_URL to a database that no other program uses.'],
  [/^(53100|53200|58030)/, 'full', 'Free some disk space or memory of the Postgres server.'],
  [
    /^53[34]00/,
    'unreachable',
    'Raise max_connections of the server, or use fewer replicas: each takes up to 12 connections.',
  ],
  [/^(55P03|40P01|40001)/, 'busy', `Another replica has written for too long. ${TRY_AGAIN}`],
  [/^(57014|25P03|25P04|Knex: Timeout acquiring)/, 'busy', `It took too long. ${TRY_AGAIN}`],
  [/^55000/, 'unavailable', 'Let the server accept connections to this database, or set DATABASE_URL to another one.'],
  [/^25006/, 'readonly', 'It is a standby or set to read only: set DATABASE_URL to the primary server.'],
  [/^(57P|08|ECONN|ETIMEDOUT|EHOST|ENET|EPIPE|EAI_AGAIN)/, 'unreachable', IS_IT_THERE],
  [
    /^(Query read timeout|timeout expired|timeout exceeded when trying|Connection (terminated|ended)|Client has encountered a connection error|it did not answer within)/,
    'unreachable',
    IS_IT_THERE,
  ],
  [/^ENOTFOUND/, 'unreachable', 'Correct the host in DATABASE_URL, or check the name server.'],
  [/^XX00[12]/, 'damaged', 'Restore a backup into a new database.'],
  [/^(22021|22P05)/, 'unavailable', 'Create the database with the encoding UTF8.'],
  [/^(22|23|42|0A)/, 'unavailable', REPORT],
  [
    /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS)/,
    'unavailable',
    'Add sslrootcert=<file> with the certificate of its authority to DATABASE_URL, which must name the host as the certificate does; sslmode=no-verify encrypts without this check.',
  ],
  [/^The server does not support SSL/, 'unavailable', 'Remove sslmode from DATABASE_URL, or let the server use TLS.'],
  [/^There was an error establishing an SSL/, 'unavailable', 'Check that DATABASE_URL names a Postgres server.'],
  [
    /^SASL/,
    'unavailable',
    'The server asks for a password: add it to DATABASE_URL: postgres://user:password@host/database.',
  ],
]

/** Converts an error of a statement or a connection to a DatabaseError; an error of the work is returned unchanged. */
export function explainPostgres(place: string, failure: string, error: unknown): unknown {
  if (!(error instanceof StatementError)) return explainKnown(place, failure, error) ?? error
  const [, problem = 'unavailable', remedy = ''] = causeOf(error.cause) ?? []
  // A refused commit was rolled back; a commit without an answer may have been stored.
  const isUnknown = error.isCommit && problem === 'unreachable'
  const what = isUnknown ? 'failed at the end of a change, which may have been stored' : failure
  return createDatabaseError(place, problem, `${what}: ${sentenceOf(error.cause)} ${remedy}`, error.cause)
}

/** Converts an error of the driver with a known remedy to a DatabaseError; undefined for any other error, including a DatabaseError. */
export function explainKnown(place: string, failure: string, error: unknown): DatabaseError | undefined {
  const found = error instanceof DatabaseError ? undefined : causeOf(error)
  return found && createDatabaseError(place, found[1], `${failure}: ${sentenceOf(error)} ${found[2]}`, error)
}

/** Converts any error to a DatabaseError. */
export function explainAny(place: string, failure: string, error: unknown): DatabaseError {
  const explained = explainPostgres(place, failure, error)
  if (explained instanceof DatabaseError) return explained
  return createDatabaseError(place, 'unavailable', `${failure}: ${sentenceOf(error)}`, error)
}

const sentenceOf = (error: unknown) => `${messageOf(error).replace(/\.$/, '')}.`

function causeOf(error: unknown) {
  const [code, message] = [systemCodeOf(error), messageOf(error)]
  const text = code ? `${code}: ${message}` : message
  return CAUSES.find(([pattern]) => pattern.test(text))
}
