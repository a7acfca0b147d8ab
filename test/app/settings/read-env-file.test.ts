import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMissing, readEnvFile, warnOfNames } from '../../../src/app/settings/read-env-file.ts'
import { SETTINGS } from '../../../src/app/settings/settings.ts'
import { folderForTest } from '../../support/folder.ts'

let folder = ''
let path = ''
beforeEach(() => {
  folder = folderForTest()
  path = join(folder, '.env')
})

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test('without .env there are no settings, and no failure', async () => {
  expect(await readEnvFile(folder)).toEqual({ path: undefined, values: {}, warnings: [] })
})

test.each([
  ['UTF-8', Buffer.from('# Schlüssel\r\nHTTP_PORT=1\r\n')],
  ['UTF-8 with a byte-order mark', Buffer.from('\uFEFFHTTP_PORT=1\n')],
  ['UTF-16 with a byte-order mark, as Windows editors write it', utf16('\uFEFFHTTP_PORT=1\r\n')],
  ['UTF-16 without one', utf16('HTTP_PORT=1\n')],
  ['big-endian UTF-16', utf16('\uFEFFHTTP_PORT=1\n').swap16()],
  ['Windows-1252', Buffer.from('# Schl\xFCssel\nHTTP_PORT=1', 'latin1')],
])('.env in %s is read', async (_, content) => {
  writeFileSync(path, content)
  expect(await readEnvFile(folder)).toEqual({ path, values: { HTTP_PORT: '1' }, warnings: [] })
})

test('quotes, comments and export are understood, and a symbolic link is followed', async () => {
  writeFileSync(join(folder, 'settings'), `  export A = "x y" # text\n#B=1\n\nC='#'\nD=\n`)
  symlinkSync('settings', path)
  expect((await readEnvFile(folder)).values).toEqual({ A: 'x y', C: '#', D: '' })
})

test('a name that is given twice has its last value, with a warning', async () => {
  writeFileSync(path, 'A=1\nB=2\nA=3\nA=4\n')
  expect(await readEnvFile(folder)).toEqual({
    path,
    values: { A: '4', B: '2' },
    warnings: [`${path} sets A more than once; the last value is used.`],
  })
})

test.each([
  ['a folder', () => mkdirSync(path), 'Remove it, and put the file there.'],
  ['a device that never ends', () => symlinkSync('/dev/zero', path), 'it is not a regular file. Correct the path.'],
  ['a file of another kind', () => writeFileSync(path, Buffer.from([1, 2, 3, 0, 5])), 'PATH is not a text.'],
  ['an endless file', () => writeFileSync(path, Buffer.alloc(2 ** 20 + 1, '\n')), 'it has more than 1024 KB.'],
  [
    'a link that leads nowhere',
    () => symlinkSync('nowhere', path),
    'there is no such file. Put it there, or correct the path.',
  ],
  ['a link in a circle', () => symlinkSync('.env', path), 'ELOOP'],
  [
    'a line without =',
    () => writeFileSync(path, 'A=1\nSTEAM_API_KEY 0123456789\n'),
    'Line 2 of PATH cannot be read; write NAME=value',
  ],
  [
    'names that no line can have',
    () => writeFileSync(path, '__proto__=1\n=2\nA B=3'),
    'Lines 1, 2, 3 of PATH cannot be read',
  ],
])('%s as .env is an error that names it', async (_, make, message) => {
  make()
  await expect(readEnvFile(folder)).rejects.toThrow(message.replace('PATH', path))
  await expect(readEnvFile(folder)).rejects.toMatchObject({
    name: 'SettingsError',
    message: expect.stringContaining(path),
  })
})

test('the environment takes precedence, unless its value is empty, which counts as not set', () => {
  const environment = { A: '', B: 'own' }
  addMissing(environment, { A: '1', B: '2', constructor: '3' })
  expect(environment).toEqual({ A: '1', B: 'own', constructor: '3' })
})

test('a setting in lower case gets the hint that its name has capitals', () => {
  expect(warnOfNames({ values: { constructor: '' } }, {})).toEqual([
    '.env sets constructor, which is not a setting of Rapsheet; .env.example lists all settings.',
  ])
  expect(warnOfNames({ values: { store_url: '' } }, {})).toEqual([
    '.env sets store_url, which is not a setting of Rapsheet; did you mean STORE_URL?',
  ])
})

describe('a name in the environment', () => {
  const namesInEnvironment = (names: string[]) =>
    warnOfNames({ values: {} }, Object.fromEntries(names.map((name) => [name, ''])))

  test.each([
    ['STEAM_APIKEY', 'STEAM_API_KEY'],
    ['HTTP_PRT', 'HTTP_PORT'],
    ['HTTP_PROT', 'HTTP_PORT'],
    ['DISCORD_TOKENS', 'DISCORD_TOKEN'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['steam_api_key', 'STEAM_API_KEY'],
  ])('close to a setting is a warning: %s', (name, meant) => {
    expect(namesInEnvironment([name])).toEqual([
      `The environment sets ${name}, which is not a setting of Rapsheet; did you mean ${meant}?`,
    ])
  })

  test('of another program, the shell, npm, Kubernetes or systemd is none', () => {
    const names =
      'HTTP_PROXY HTTPS_PROXY HTTPS_PORT HTTPS_HOST NO_PROXY ALL_PROXY http_proxy https_proxy no_proxy HOME PATH PAGER USER SHELL LANG TERM PWD TZ ' +
      'SMTP_HOST SMTP_PORT FTP_HOST PORT HOST NODE_ENV NODE_OPTIONS HOSTNAME LOGNAME MAIL MAILTO STORE_URLS_TO_IGNORE ' +
      'RAPSHEET_SERVICE_HOST RAPSHEET_SERVICE_PORT RAPSHEET_SERVICE_PORT_HTTP RAPSHEET_PORT RAPSHEET_PORT_8080_TCP_ADDR ' +
      'HTTP_SERVICE_HOST HTTP_SERVICE_PORT HTTP_PORT_80_TCP STEAM_SERVICE_HOST DATABASE_SERVICE_PORT KUBERNETES_SERVICE_HOST ' +
      'INVOCATION_ID CREDENTIALS_DIRECTORY STATE_DIRECTORY MEMORY_PRESSURE_WATCH MEMORY_PRESSURE_WRITE MEMPRESSURE LOGS_DIRECTORY ' +
      'npm_config_loglevel npm_package_name npm_lifecycle_event POSTGRES_URL REDIS_URL PGHOST DISCORD_WEBHOOK_URL STEAM_COMPAT_DATA_PATH'
    expect(namesInEnvironment(names.split(' '))).toEqual([])
    expect(namesInEnvironment(Object.keys(SETTINGS))).toEqual([])
  })
})

test.runIf(process.getuid?.() === 0)('.env of another user is an error and not the same as none', async () => {
  writeFileSync(path, 'A=1\n', { mode: 0o600 })
  process.seteuid?.(65_534)
  const refused = await readEnvFile(folder).catch(String)
  process.seteuid?.(0)
  expect(refused).toMatch(`The user nobody (65534) cannot read the settings in ${path}: permission denied.`)
})
