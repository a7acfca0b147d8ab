import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorTable } from '../../src/http/error-codes.ts'
import { httpForTest } from '../support/http.ts'
import { request, talkOnce } from '../support/raw.ts'

const PAGE = join(import.meta.dirname, '../../docs/tools/errors.md')

test('docs/tools/errors.md contains the table of error codes; to write it anew, run this test with --update', async () => {
  const page = readFileSync(PAGE, 'utf8')
  await expect(`${page.slice(0, page.indexOf('| Code |'))}${errorTable()}\n`).toMatchFileSnapshot(PAGE)
})

test('a row of the table of error codes has at most 200 characters', () => {
  expect(
    errorTable()
      .split('\n')
      .filter(({ length }) => length > 200),
  ).toEqual([])
})

test('an error that quotes what the client sent does not quote a secret', async () => {
  const { port } = await httpForTest({ hideSecrets: (text) => text.replaceAll('clan-token', '[secret]') })
  const json = { 'content-type': 'application/json', 'user-agent': 'a test' }
  const { body } = await talkOnce(port, request('POST', '/api/lookup', json, '{"input":"x","clan-token":1}'))
  expect(body).toMatchObject({ code: 'unlisted_field', error: expect.stringContaining('[secret]') })
  expect(JSON.stringify(body)).not.toContain('clan-token')
})

test('a secret that is spelled like a key of an error is hidden in its texts only', async () => {
  const { port } = await httpForTest({ hideSecrets: (text) => text.replaceAll('error', '[secret]') })
  const json = { 'content-type': 'application/json', 'user-agent': 'a test' }
  const { body } = await talkOnce(port, request('POST', '/api/lookup', json, '{"input":"x","an-error":1}'))
  expect(body).toMatchObject({ code: 'unlisted_field', error: expect.stringContaining('an-[secret]') })
})
