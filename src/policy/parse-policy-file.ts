import { closestMatch } from 'leven'
import type { z } from 'zod'
import { hashToken } from '../lib/token-hash.ts'
import type { OwnBan } from '../model/ban.ts'
import type { Policy } from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { findContradictions } from '../model/check-terms.ts'
import { POLICY_FILE_ACCEPTS, policyFileSchema } from './policy-file-schema.ts'
import { problemText } from './rule-sentences.ts'

/** What a file says about a policy. */
export interface FilePolicyContent {
  policy: Omit<Policy, 'version'>
  /** SHA-256 of the token, in hexadecimal digits. */
  tokenHash: string
  /** The token in clear text, if the file contains it. */
  token: string | undefined
  /** The bans of the file, by account. */
  bans: ReadonlyMap<SteamId, OwnBan>
  /** The path of the game's file with further bans. */
  bansFile: string | undefined
}

/** The error of a file that is no valid policy; the message has a line for each mistake, without the token. */
export class PolicyFileError extends Error {
  override readonly name = 'PolicyFileError'
}

const SHOWN_CHARACTERS = 64

/** Reads a policy from the text of its file; throws a PolicyFileError. */
export function parsePolicyFile(text: string): FilePolicyContent {
  const value = parseJson(text)
  const { data, error } = policyFileSchema.safeParse(value)
  if (!data) throw new PolicyFileError(explainIssues(error?.issues ?? [], value))
  const mistakes = [
    ...checkToken(data),
    ...checkAccounts('exceptions', data.exceptions),
    ...checkAccounts('bans', data.bans),
    ...findContradictions(data).map((problem) => problemText(problem, 'en')),
  ]
  if (mistakes.length > 0) throw new PolicyFileError(mistakes.join('\n'))
  const { token, tokenSha256 = '', exceptions, bans, bansFile, ...policy } = data
  return {
    policy: { ...policy, exceptions: new Map(exceptions.map((exception) => [exception.steamId, exception])) },
    tokenHash: token === undefined ? tokenSha256.toLowerCase() : hashToken(token),
    token,
    bans: new Map(bans.map(({ steamId, reason, until }) => [steamId, { reason, until }])),
    bansFile,
  }
}

function parseJson(text: string): unknown {
  try {
    // Windows editors write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    // V8 quotes the text, which may contain the token, so only the position in its message is used.
    const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
    const line = position === undefined ? '' : ` near line ${text.slice(0, Number(position)).split('\n').length}`
    throw new PolicyFileError(`It is not valid JSON${line}: check its quotes, commas and brackets.`)
  }
}

type FileContent = z.infer<typeof policyFileSchema>

function checkToken({ token, tokenSha256 }: FileContent): string[] {
  if (token === undefined && tokenSha256 === undefined)
    return [`token is missing; it accepts ${POLICY_FILE_ACCEPTS['token']}. tokenSha256 may stand in its place.`]
  return token !== undefined && tokenSha256 !== undefined
    ? ['token and tokenSha256 are both set; remove one of them.']
    : []
}

function checkAccounts(field: 'exceptions' | 'bans', entries: readonly { steamId: SteamId }[]): string[] {
  const first = new Map<string, number>()
  return entries.flatMap(({ steamId }, index) => {
    const other = first.get(steamId)
    if (other === undefined) first.set(steamId, index)
    return other === undefined
      ? []
      : [`${field}[${index}].steamId is the account of ${field}[${other}] too; name each account once.`]
  })
}

/** Formats one line for each mistake. Repeated lines are left out, because a value can violate several constraints of its schema. */
const explainIssues = (issues: readonly z.core.$ZodIssue[], content: unknown) =>
  [...new Set(issues.map((issue) => explainIssue(issue, content)))].join('\n')

function explainIssue(issue: z.core.$ZodIssue, content: unknown): string {
  const path = toPath(issue.path)
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => explainUnknownField(path, key)).join('\n')
  const kind = path.replaceAll(/\[\d+\]/g, '[]')
  const value = issue.path.reduce(valueAt, content)
  const subject = path === '' ? 'The file' : path
  const state = value === undefined ? 'is missing' : `is ${isSecret(kind) ? 'not shown here' : quote(value)}`
  return `${subject} ${state}; it accepts ${POLICY_FILE_ACCEPTS[kind] ?? 'another value'}.`
}

const valueAt = (content: unknown, key: PropertyKey): unknown =>
  typeof content === 'object' && content !== null ? Reflect.get(content, key) : undefined

function explainUnknownField(path: string, key: string): string {
  const parent = path.replaceAll(/\[\d+\]/g, '[]')
  const prefix = parent === '' ? '' : `${parent}.`
  const known = Object.keys(POLICY_FILE_ACCEPTS)
    .filter((field) => field.startsWith(prefix) && field !== '')
    .map((field) => field.slice(prefix.length))
    .filter((field) => /^\w+$/.test(field))
  const meant = closestMatch(
    key.toLowerCase(),
    known.map((field) => field.toLowerCase()),
    { maxDistance: 4 },
  )
  const hint = known.find((field) => field.toLowerCase() === meant)
  const instead = hint === undefined ? `known are ${known.join(', ')}` : `did you mean ${hint}?`
  return `${path === '' ? '' : `${path}.`}${quoteName(key)} is not a field of a policy; ${instead}${hint === undefined ? '.' : ''}`
}

const isSecret = (kind: string) => kind === '' || kind === 'token' || kind === 'tokenSha256'

const quoteName = (key: string) => (/^\w{1,64}$/.test(key) ? key : quote(key))

function quote(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

const toPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`
    return text === '' ? String(key) : `${text}.${String(key)}`
  }, '')
