import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API_ERROR_CODES, API_ERRORS, errorTable } from '../../src/http/error-codes.ts'
import { httpForTest } from '../support/http.ts'
import { request, talkOnce } from '../support/raw.ts'

test('the error codes and their statuses do not change', () => {
  expect(API_ERROR_CODES.map((code) => [code, API_ERRORS[code].status])).toEqual([
    ['https_required', 308],
    ['bad_request', 400],
    ['missing_parameter', 400],
    ['repeated_parameter', 400],
    ['invalid_parameter', 400],
    ['unlisted_field', 400],
    ['not_json', 400],
    ['unexpected_body', 400],
    ['same_account', 400],
    ['token_in_url', 400],
    ['bad_game_request', 400],
    ['invalid_cursor', 400],
    ['malformed_account', 400],
    ['image_url_malformed', 400],
    ['unauthorized', 401],
    ['scope_missing', 403],
    ['user_agent_required', 403],
    ['origin_refused', 403],
    ['friends_private', 403],
    ['stats_private', 403],
    ['image_host_refused', 403],
    ['not_found', 404],
    ['not_banned', 404],
    ['not_watched', 404],
    ['account_not_found', 404],
    ['stats_not_found', 404],
    ['method_not_allowed', 405],
    ['request_timeout', 408],
    ['list_full', 409],
    ['account_exempted', 409],
    ['import_running', 409],
    ['no_policy', 409],
    ['cursor_expired', 410],
    ['precondition_failed', 412],
    ['body_too_large', 413],
    ['expectation_failed', 417],
    ['rate_limited', 429],
    ['too_many_streams', 429],
    ['too_many_scans', 429],
    ['headers_too_large', 431],
    ['internal', 500],
    ['key_refused', 500],
    ['not_configured', 500],
    ['image_failed', 502],
    ['verdict_unknown', 503],
    ['database_unavailable', 503],
    ['too_many_connections', 503],
    ['platform_unavailable', 503],
    ['platform_blocked', 503],
    ['overloaded', 503],
    ['budget_spent', 503],
    ['stopping', 503],
  ])
})

test('docs/errors.md contains the table of error codes', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8')
  expect(page.slice(page.indexOf('| Code |'))).toBe(`${errorTable()}\n`)
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
