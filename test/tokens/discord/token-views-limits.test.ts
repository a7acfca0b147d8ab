import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_TOKEN_NAME_CHARACTERS } from '../../../src/model/token-name.ts'
import { TOOL_SCOPES, type ToolScope } from '../../../src/model/tool-token.ts'
import { revokedView, revokeQuestionView, tokenCreatedView, tokensView } from '../../../src/tokens/discord/token.ts'
import { MAX_TOOL_TOKENS } from '../../../src/tokens/tokens.ts'
import { numRuns } from '../../support/num-runs.ts'
import { eachLanguage } from '../../support/texts.ts'
import { textOf } from '../../support/view-content.ts'
import { expectAcceptable, names, orNull, snowflakes } from '../../support/view-limits.ts'

const seconds = fc.integer({ min: 1_000_000_000, max: 4_000_000_000 })
const cut = (name: string) => Array.from(name).slice(0, MAX_TOKEN_NAME_CHARACTERS).join('')
const tokenNames = names.map(cut).filter((name) => name !== '')
/** Without any where those that are stored cannot be read. */
const scopes = fc.oneof(fc.constant<ToolScope[]>([...TOOL_SCOPES]), fc.subarray<ToolScope>([...TOOL_SCOPES]))
const tokens = fc.record({
  id: fc.nat(),
  guildId: snowflakes,
  name: tokenNames,
  hash: fc.constant('a'.repeat(64)),
  scopes,
  createdBy: snowflakes,
  createdAt: seconds,
  expiresAt: seconds,
  lastUsedAt: orNull(seconds),
})
const TOKEN = `rst_${'x'.repeat(43)}`
const PUBLIC_URL = `https://${'long-'.repeat(40)}.example/below/${'x'.repeat(1_000)}`
const runs = { numRuns: numRuns(200) }

describe.each(eachLanguage)('in the language %s', (_, texts) => {
  test('a new token is shown within the limits of Discord, and whole', () => {
    fc.assert(
      fc.property(tokens, fc.constantFrom(undefined, PUBLIC_URL), (token, publicUrl) => {
        const view = tokenCreatedView({ ...token, token: TOKEN }, publicUrl, texts)
        expectAcceptable(view)
        expect(textOf(view).split(TOKEN)).toHaveLength(3)
      }),
      runs,
    )
  })

  test('the list, the question and its answer are within the limits of Discord', () => {
    const lists = fc.uniqueArray(tokens, { selector: ({ id }) => id, maxLength: 2 * MAX_TOOL_TOKENS })
    fc.assert(
      fc.property(lists, seconds, (list, now) => {
        expectAcceptable(tokensView(list, now, texts))
      }),
      runs,
    )
    fc.assert(
      fc.property(tokens, (token) => {
        expectAcceptable(revokeQuestionView(token, texts))
        expectAcceptable(revokedView(token, texts))
      }),
      runs,
    )
  })
})
