import { expect, test } from 'vitest'
import { findOpenAccess } from '../../../src/app/settings/read-settings.ts'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'

const TLS = { HTTP_TLS_CERT: 'cert.pem', HTTP_TLS_KEY: 'key.pem' }
const POSTGRES = { DATABASE_URL: 'postgres://rapsheet@127.0.0.1/rapsheet', DISCORD_TOKEN: 'SIMULATED.BOT.TOKEN' }

test.each<[string, Record<string, string>, string | undefined]>([
  ['an address of all networks', { HTTP_HOST: '0.0.0.0', ...TLS }, 'HTTP_HOST'],
  ['a proxy', { TRUST_PROXY: 'loopback' }, 'TRUST_PROXY'],
  ['a public URL', { HTTP_PUBLIC_URL: 'https://rapsheet.example' }, 'HTTP_PUBLIC_URL'],
  ['a public URL on this machine', { HTTP_PUBLIC_URL: 'http://127.0.0.1:8080' }, undefined],
  ['nothing but loopback', {}, undefined],
  ['nothing but localhost', { HTTP_HOST: 'localhost' }, undefined],
  ['a proxy and a token', { TRUST_PROXY: 'loopback', API_TOKENS: 'a-token-of-a-tool-0123456789' }, undefined],
  ['a proxy to a bot, which has no lookups', { TRUST_PROXY: 'private', ROLE: 'bot', ...POSTGRES }, undefined],
])('with %s', (_, environment, setting) => {
  expect(findOpenAccess(loadSettings(environment))).toBe(setting)
})
