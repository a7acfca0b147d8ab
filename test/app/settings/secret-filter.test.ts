import { expect, test } from 'vitest'
import { loadSettings } from '../../../src/app/settings/read-settings.ts'
import { hashToken } from '../../../src/lib/token-hash.ts'
import { createSecretFilter } from '../../../src/app/settings/read-settings.ts'

const KEY = 'ABCDEF0123456789ABCDEF0123456789'
const API_TOKEN = 'api-token-0123456789-abc'

test('secrets of the settings, added ones and tokens of policies are removed from a text', () => {
  const filter = createSecretFilter(
    loadSettings({
      STEAM_API_KEY: KEY,
      DISCORD_TOKEN: 'discord.token-0123456789',
      API_TOKENS: `${API_TOKEN}, ${hashToken('another one')}`,
      ADMIN_TOKEN: 'admin-token-0123456789',
    }),
  )
  filter.add('a-token-of-a-file-0123456789')
  const token = `rsp_${'aB3_-'.repeat(8)}xyz`
  for (const secret of [
    KEY,
    'discord.token-0123456789',
    API_TOKEN,
    'admin-token-0123456789',
    'a-token-of-a-file-0123456789',
    token,
    token.slice(0, 25),
  ])
    expect(filter.hide(`GET /x/${secret}/1 and "${secret}"`)).toBe('GET /x/[secret]/1 and "[secret]"')
  expect(filter.hide('rsp_ is the prefix; GET /healthz')).toBe('rsp_ is the prefix; GET /healthz')
})

test('the password of a Postgres database is removed from a text', () => {
  const url = 'postgres://rapsheet:correct-horse@db.example/rapsheet'
  const { hide } = createSecretFilter(loadSettings({ DATABASE_URL: 'postgres://db.example/y', STORE_URL: url }))
  expect(hide(`STORE_URL ${url} or rapsheet:correct-horse@db.example, correct-horse`)).toBe(
    'STORE_URL [secret] or [secret]db.example, [secret]',
  )
})
