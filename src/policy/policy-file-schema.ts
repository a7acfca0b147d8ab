import { LANGUAGES } from '../model/language.ts'
import { z } from 'zod'
import { MAX_BAN_REASON_CHARACTERS } from '../model/ban.ts'
import { endOfDate } from '../model/parse-until.ts'
import {
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
  reason: lineSchema(MAX_BAN_REASON_CHARACTERS).default(''),
  until: fileUntilSchema,
})

/** Maximum number of bans in the file; the file that `bansFile` names may have more. */
const MAX_FILE_BANS = 1_000

/** The file of a policy, for installations without Discord. */
export const policyFileSchema = z.strictObject({
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
export const POLICY_FILE_ACCEPTS: Record<string, string> = {
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
  'onUnknown.minAccountAgeDays': 'unknown, deny or allow',
  'onUnknown.minRustHours': 'unknown, deny or allow',
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
  'bans[].reason': `up to ${MAX_BAN_REASON_CHARACTERS} characters on one line, which the player reads`,
  'bans[].until': 'a date such as "2027-01-01", at whose end (UTC) the ban ends, or null',
  bansFile: 'the path of the bans.cfg of a game server, absolute or from the folder of this file',
}
