import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { DatabaseError, type DatabaseProblem } from '../../model/database-error.ts'
import { createDatabaseError } from '../create-database-error.ts'
import { NO_ANSWER, StatementError } from './guard-statements.ts'

const REPORT = 'This is a bug; please report it.'
const TRY_AGAIN = 'Try again.'
const NO_DATABASE = 'Create the database, with the encoding UTF8, or correct its name in DATABASE_URL.'
const WRONG_PASSWORD = 'Correct the user or password in DATABASE_URL; characters such as @ must be written as %40.'
const RIGHTS =
  'Make the user of DATABASE_URL the owner of the database and of all its tables, or run "npm run migrate" as the owner and grant this user what docs/scaling.md says.'
const IS_IT_THERE = 'Check that the server runs and that this machine reaches it.'

interface Explanation {
  problem: DatabaseProblem
  remedy: string
}

/**
 * Problems and remedies for the operator, by the beginning of the SQLSTATE or the code of Node; the first match counts.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const BY_CODE: [codes: string[], problem: DatabaseProblem, remedy: string][] = [
  [['3D000'], 'unavailable', NO_DATABASE],
  [['28P01'], 'unavailable', WRONG_PASSWORD],
  [
    ['28000'],
    'unavailable',
    'Correct the user in DATABASE_URL, and let pg_hba.conf of the server admit it from this machine.',
  ],
  [['42501'], 'readonly', RIGHTS],
  [['42P07', '42P01', '42703'], 'foreign', 'Set DATABASE_URL to a database that no other program uses.'],
  [['53100', '53200', '58030'], 'full', 'Free some disk space or memory of the Postgres server.'],
  [
    ['53300', '53400'],
    'unreachable',
    'Raise max_connections of the server, or use fewer replicas: each takes up to 12 connections.',
  ],
  [['55P03', '40P01', '40001'], 'busy', `Another replica has written for too long. ${TRY_AGAIN}`],
  [['57014', '25P03', '25P04'], 'busy', `It took too long. ${TRY_AGAIN}`],
  [['55000'], 'unavailable', 'Let the server accept connections to this database, or set DATABASE_URL to another one.'],
  [['25006'], 'readonly', 'It is a standby or set to read only: set DATABASE_URL to the primary server.'],
  [['57P', '08', 'ECONN', 'ETIMEDOUT', 'EHOST', 'ENET', 'EPIPE', 'EAI_AGAIN'], 'unreachable', IS_IT_THERE],
  [['ENOTFOUND'], 'unreachable', 'Correct the host in DATABASE_URL, or check the name server.'],
  [['XX001', 'XX002'], 'damaged', 'Restore a backup with "npm run restore -- <backup>" into a new database.'],
  [['22021', '22P05'], 'unavailable', 'Create the database with the encoding UTF8.'],
  [['22', '23', '42', '0A'], 'unavailable', REPORT],
  [
    ['SELF_SIGNED', 'DEPTH_ZERO', 'UNABLE_TO', 'CERT_', 'ERR_TLS'],
    'unavailable',
    'Add sslrootcert=<file> with the certificate of its authority to DATABASE_URL, which must name the host as the certificate does; sslmode=no-verify encrypts without this check.',
  ],
]

/** Problems and remedies of errors with a general code, by a pattern of their message. */
const BY_TEXT: [text: RegExp, problem: DatabaseProblem, remedy: string][] = [
  [
    /, no encryption$/,
    'unavailable',
    'If the server requires TLS, add ?sslmode=verify-full to DATABASE_URL; otherwise let pg_hba.conf of the server admit this user from this machine.',
  ],
  // Poolers and hosted servers send these messages with the codes of an outage.
  [/^(SASL|password) authentication failed/, 'unavailable', WRONG_PASSWORD],
  [/^database ".*" does not exist$/, 'unavailable', NO_DATABASE],
  [
    /^(relation|schema) "rapsheet_replicas/,
    'foreign',
    'Its schema rapsheet_replicas is missing, which belongs to every backup: restore a whole one into a new database.',
  ],
  [
    /(SSL|TLS)( connection is)? required|connection is insecure/i,
    'unavailable',
    'Add ?sslmode=verify-full to DATABASE_URL.',
  ],
  [
    /unsupported startup parameter/,
    'unavailable',
    'A pooler in between refuses it: set DATABASE_URL to the server itself, or add the parameter to ignore_startup_parameters of the pooler.',
  ],
  [
    /^prepared statement "[^"]*" (does not exist|already exists)/,
    'unavailable',
    'A pooler in between mixes up connections: set DATABASE_URL to the server itself, or let the pooler keep a session for each connection.',
  ],
  [
    /^no such (user|database)/,
    'unavailable',
    'Correct the user and the database in DATABASE_URL, or those of the pooler.',
  ],
]

/** Problems and remedies of errors of `pg` and the pool without a code, by the beginning of their message. */
const BY_MESSAGE: [beginning: string, problem: DatabaseProblem, remedy: string][] = [
  [NO_ANSWER, 'unreachable', IS_IT_THERE],
  ['timeout expired', 'unreachable', IS_IT_THERE],
  ['timeout exceeded when trying to connect', 'unreachable', IS_IT_THERE],
  ['Connection terminated', 'unreachable', IS_IT_THERE],
  ['Client has encountered a connection error', 'unreachable', IS_IT_THERE],
  ['Connection ended', 'unreachable', IS_IT_THERE],
  ['it did not answer within', 'unreachable', IS_IT_THERE],
  ['Knex: Timeout acquiring', 'busy', TRY_AGAIN],
  ['The server does not support SSL', 'unavailable', 'Remove sslmode from DATABASE_URL, or let the server use TLS.'],
  ['There was an error establishing an SSL', 'unavailable', 'Check that DATABASE_URL names a Postgres server.'],
  [
    'SASL',
    'unavailable',
    'The server asks for a password: add it to DATABASE_URL: postgres://user:password@host/database.',
  ],
]

/** Converts an error of a statement or a connection to a DatabaseError; an error of the work is returned unchanged. */
export function explainPostgres(place: string, failure: string, error: unknown): unknown {
  const isStatement = error instanceof StatementError
  const cause = isStatement ? error.cause : error
  const explanation = explanationOf(cause)
  if (!isStatement && (!explanation || cause instanceof DatabaseError)) return error
  const { problem, remedy } = explanation ?? { problem: 'unavailable', remedy: '' }
  // A refused commit was rolled back; a commit without an answer may have been stored.
  const isUnknown = isStatement && error.isCommit && problem === 'unreachable'
  const what = isUnknown ? 'failed at the end of a change, which may have been stored' : failure
  return createDatabaseError(place, problem, `${what}: ${messageOf(cause).replace(/\.$/, '')}. ${remedy}`, cause)
}

/** Converts an error of the driver with a known remedy to a DatabaseError; undefined for any other error, including a DatabaseError. */
export function explainKnown(place: string, failure: string, error: unknown): DatabaseError | undefined {
  const found = error instanceof DatabaseError ? undefined : explanationOf(error)
  return (
    found &&
    createDatabaseError(
      place,
      found.problem,
      `${failure}: ${messageOf(error).replace(/\.$/, '')}. ${found.remedy}`,
      error,
    )
  )
}

/** Converts any error to a DatabaseError. */
export function explainAny(place: string, failure: string, error: unknown): DatabaseError {
  const explained = explainPostgres(place, failure, error)
  if (explained instanceof DatabaseError) return explained
  return createDatabaseError(place, 'unavailable', `${failure}: ${messageOf(error)}.`, error)
}

function explanationOf(cause: unknown): Explanation | undefined {
  const [code, message] = [systemCodeOf(cause), messageOf(cause)]
  const found =
    BY_TEXT.find(([text]) => text.test(message)) ??
    (code
      ? BY_CODE.find(([codes]) => codes.some((beginning) => code.startsWith(beginning)))
      : BY_MESSAGE.find(([beginning]) => message.startsWith(beginning)))
  return found && { problem: found[1], remedy: found[2] }
}
