import { closestMatch } from 'leven'
import { z } from 'zod'
import { hashToken } from '../lib/token-hash.ts'
import { BAN_TEXTS, type OwnBan } from '../model/ban.ts'
import {
  type Policy,
  appealSchema,
  lineSchema,
  DECISIONS,
  MAX_APPEAL_CHARACTERS,
  MAX_EXCEPTION_REASON_CHARACTERS,
  MAX_EXCEPTIONS,
  onUnknownSchema,
  POLICY_MODES,
  policyExceptionSchema,
  policyNameSchema,
  DENYING_RULE_NAMES,
  RULE_ACTIONS,
  RULE_NAMES,
  ruleActionsSchema,
  RULES,
  rulesSchema,
  type RuleName,
  MAX_NAME_CHARACTERS,
} from '../model/policy.ts'
import type { SteamId } from '../model/steam-id.ts'
import { DENIES_HIDDEN, findContradictions } from '../model/check-terms.ts'
import { keysOf } from '../model/objects.ts'
import { problemText } from './rule-texts.ts'
import { LANGUAGES } from '../model/language.ts'
import { endOfDate } from '../model/parse-until.ts'

/** The end of a date; null for never. */
const fileUntilSchema = z
  .string()
  .transform(endOfDate)
  .refine((end) => end !== null)
  .nullable()
  .default(null)

const fileExceptionSchema = z.strictObject({ ...policyExceptionSchema.shape, until: fileUntilSchema })

const fileBanSchema = z.strictObject({
  steamId: policyExceptionSchema.shape.steamId,
  reason: lineSchema(BAN_TEXTS.reason.maxCharacters).default(''),
  until: fileUntilSchema,
})

/** Maximum number of bans in the file; the file that `bansFile` names may have more. */
const MAX_FILE_BANS = 1_000

/** The file of a policy, for installations without Discord. */
const policyFileSchema = z.strictObject({
  name: policyNameSchema,
  token: z.exactOptional(z.string().regex(/^[\w.~-]{20,200}$/)),
  tokenSha256: z.exactOptional(z.string().regex(/^[0-9a-f]{64}$/i)),
  mode: z.enum(POLICY_MODES).default('observe'),
  appeal: appealSchema.default(''),
  language: z.enum(LANGUAGES).default('en'),
  rules: rulesSchema.default({}),
  onUnknown: onUnknownSchema.default({}),
  actions: ruleActionsSchema.default({}),
  exceptions: z.array(fileExceptionSchema).max(MAX_EXCEPTIONS).default([]),
  bans: z.array(fileBanSchema).max(MAX_FILE_BANS).default([]),
  bansFile: z.exactOptional(z.string().min(1)),
})

/** Describes the values that a rule accepts. */
function acceptedBy(name: RuleName): string {
  const accepted = RULES[name]
  if (accepted.kind === 'flag') return 'true or false'
  if (accepted.kind === 'hours') return `a number of hours above 0, up to ${accepted.to}`
  return `a whole number ${accepted.unit === 'days' ? 'of days ' : ''}from ${accepted.from} to ${accepted.to}`
}

/** Describes what each field accepts, by its path without indices; completes the sentence "it accepts …". */
const POLICY_FILE_ACCEPTS: Record<string, string> = {
  '': 'a JSON object',
  name: `1 to ${MAX_NAME_CHARACTERS} characters on one line`,
  token: '20 to 200 letters, digits and -_.~',
  tokenSha256: 'the SHA-256 of a token in 64 hexadecimal digits',
  mode: POLICY_MODES.join(' or '),
  appeal: `up to ${MAX_APPEAL_CHARACTERS} characters on one line`,
  language: LANGUAGES.join(' or '),
  rules: 'an object',
  ...Object.fromEntries(RULE_NAMES.map((rule) => [`rules.${rule}`, acceptedBy(rule)])),
  onUnknown: 'an object',
  ...Object.fromEntries(keysOf(DENIES_HIDDEN).map((rule) => [`onUnknown.${rule}`, 'unknown, deny or allow'])),
  actions: 'an object',
  ...Object.fromEntries(DENYING_RULE_NAMES.map((rule) => [`actions.${rule}`, RULE_ACTIONS.join(' or ')])),
  exceptions: `a list of up to ${MAX_EXCEPTIONS} objects`,
  'exceptions[]': 'an object',
  'exceptions[].steamId': 'the SteamID64 of a player, 17 digits in quotes',
  'exceptions[].decision': DECISIONS.join(' or '),
  'exceptions[].reason': `1 to ${MAX_EXCEPTION_REASON_CHARACTERS} characters on one line`,
  'exceptions[].until': 'a date such as "2027-01-01", at whose end (UTC) the exception ends, or null',
  bans: `a list of up to ${MAX_FILE_BANS} objects; bansFile may name a file with more`,
  'bans[]': 'an object',
  'bans[].steamId': 'the SteamID64 of a player, 17 digits in quotes',
  'bans[].reason': `up to ${BAN_TEXTS.reason.maxCharacters} characters on one line, which the player reads`,
  'bans[].until': 'a date such as "2027-01-01", at whose end (UTC) the ban ends, or null',
  bansFile: 'the path of the bans.cfg of a game server, absolute or from the folder of this file',
}

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
    ...findContradictions(data).map(({ code, rule, other }) => problemText(code, rule, other, 'en')),
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
