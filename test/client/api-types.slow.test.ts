import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CLIENT_TYPES, generateClientTypes } from '../../tools/client-types.ts'
import { ask } from '../support/ask.ts'
import { serviceForTest } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the types of the client are those of the description that the service serves; if not: npm run client:types', async () => {
  const service = await serviceForTest({ API_TOKENS: 'a-token-of-this-test' })
  const { body } = await ask(service, '/openapi.json')
  expect(await readFile(join(ROOT, CLIENT_TYPES), 'utf8')).toBe(await generateClientTypes(ROOT, body as object))
}, 60_000)
