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

test('the version of the client begins with that of the interface, and its quick start names the packed file', async () => {
  const service = await serviceForTest()
  const { body } = await ask(service, '/openapi.json')
  const [major, minor] = (body as { info: { version: string } }).info.version.split('.')
  const { version } = JSON.parse(await readFile(join(ROOT, 'packages/client/package.json'), 'utf8')) as {
    version: string
  }
  expect(version).toMatch(new RegExp(`^${major}\\.${minor}\\.\\d+$`))
  expect(await readFile(join(ROOT, 'packages/client/README.md'), 'utf8')).toContain(`/rapsheet-client-${version}.tgz`)
})
