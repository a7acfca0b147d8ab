import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TOOL_SCOPES, type ToolScope } from '../../../src/model/tool-token.ts'
import { revokedView, revokeQuestionView, tokenCreatedView, tokensView } from '../../../src/tokens/discord/token.ts'
import { MAX_TOOL_TOKENS } from '../../../src/tokens/tokens.ts'
import { eachLanguage } from '../../support/texts.ts'
import { textOf } from '../../support/view-content.ts'
import { checkViews, orNull, seconds, snowflakes, tokenNames } from '../../support/view-limits.ts'

const tokens = fc.record({
  id: fc.nat(),
  guildId: snowflakes,
  name: tokenNames,
  hash: fc.constant('a'.repeat(64)),
  // Without any where those that are stored cannot be read.
  scopes: fc.oneof(fc.constant<ToolScope[]>([...TOOL_SCOPES]), fc.subarray<ToolScope>([...TOOL_SCOPES])),
  createdBy: snowflakes,
  createdAt: seconds,
  expiresAt: seconds,
  lastUsedAt: orNull(seconds),
})
const TOKEN = `rst_${'x'.repeat(43)}`
const PUBLIC_URL = `https://${'long-'.repeat(40)}.example/below/${'x'.repeat(1_000)}`

describe.each(eachLanguage)('in the language %s', (_, texts) => {
  test('a new token is shown within the limits of Discord, and whole', () => {
    checkViews(fc.tuple(tokens, fc.constantFrom(undefined, PUBLIC_URL)), ([token, publicUrl]) => {
      const view = tokenCreatedView({ ...token, token: TOKEN }, publicUrl, texts)
      expect(textOf(view).split(TOKEN)).toHaveLength(3)
      return view
    })
  })

  test('the list, the question and its answer are within the limits of Discord', () => {
    const lists = fc.uniqueArray(tokens, { selector: ({ id }) => id, maxLength: 2 * MAX_TOOL_TOKENS })
    checkViews(fc.tuple(lists, seconds), ([list, now]) => tokensView(list, now, texts))
    checkViews(tokens, (token) => revokeQuestionView(token, texts))
    checkViews(tokens, (token) => revokedView(token, texts))
  })
})
