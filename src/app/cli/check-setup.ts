import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { X509Certificate } from 'node:crypto'
import { databasePath } from '../../database/sqlite/database-path.ts'
import { inspectDatabase } from '../../database/inspect-database.ts'
import { systemClock } from '../../lib/clock.ts'
import { isLoopback } from '../../lib/loopback.ts'
import { isPostgresUrl, withoutCredentials } from '../../lib/postgres-url.ts'
import { messageOf, systemCodeOf } from '../../lib/thrown.ts'
import { createPolicies } from '../../policy/policies.ts'
import { createPlatformCheck, type PlatformState } from '../../steam/platform-check.ts'
import { CALL_POLICY } from '../../steam/upstream/call-policy.ts'
import { createTransport } from '../../steam/upstream/transport.ts'
import { describeSkew } from '../clock-watch.ts'
import { openPolicyFile } from '../open-policy-file.ts'
import { addMissing, readEnvFile, warnOfNames, type EnvFile } from '../settings/read-env-file.ts'
import { readTls } from '../settings/read-named-file.ts'
import { createSecretFilter, findOpenAccess, loadSettings, type Settings } from '../settings/read-settings.ts'
import { explainStartFailure } from '../start-failures.ts'

/** Time limit of each question to Steam and Discord. */
const WITHIN_MS = 10_000
const OTHERS_READ = 0o044

/** What was found: `wrong` has to be corrected, `note` may be meant. */
type Finding = readonly [state: 'ok' | 'note' | 'wrong', about: string, text: string]

type Environment = Record<string, string | undefined>

/** For each answer of Steam or Discord that had a time: by how many seconds our clock was ahead of it. */
type Dates = { platform: string; skewSeconds: number }[]

/**
 * Checks the set-up as a start would find it: what was found, and what to do. It writes no file, changes nothing in the database, and prints no
 * secret. Resolves to the exit code: 1 if something is wrong.
 */
export async function checkSetup(
  environment: Environment,
  output: { write(text: string): unknown },
  folder: string,
): Promise<number> {
  let wrong = 0
  let hide = (text: string) => text
  for await (const [state, about, text] of findAll(environment, folder, (filter) => (hide = filter))) {
    if (state === 'wrong') wrong++
    output.write(`${state.padEnd(6)} ${about.padEnd(9)} ${hide(text).replaceAll('\n', `\n${' '.repeat(17)}`)}\n`)
  }
  output.write(wrong === 0 ? 'Nothing is wrong.\n' : 'Correct what is wrong, then check again.\n')
  return wrong === 0 ? 0 : 1
}

async function* findAll(
  environment: Environment,
  folder: string,
  onFilter: (hide: (text: string) => string) => void,
): AsyncGenerator<Finding> {
  const envFile = await attempt('file', () => readEnvFile(folder))
  if (isFinding(envFile)) return void (yield envFile)
  yield* checkEnvFile(envFile, environment, folder)
  addMissing(environment, envFile.values)
  const settings = await attempt('settings', async () => loadSettings(environment))
  if (isFinding(settings)) return void (yield settings)
  const filter = createSecretFilter(settings)
  onFilter(filter.hide)
  yield* checkFiles(settings, filter.add)
  const dates: Dates = []
  const note = (platform: string, date: number) =>
    dates.push({ platform, skewSeconds: systemClock.unixSeconds() - date })
  yield await checkKey(settings, (date) => note('Steam', date))
  yield await checkToken(settings, (date) => note('Discord', date))
  yield await checkDatabase(settings)
  yield checkClock(dates)
  yield* checkReach(settings)
}

/** Runs a check; an error for the operator becomes a finding. */
const attempt = async <T>(about: string, check: () => Promise<T>): Promise<T | Finding> => {
  try {
    return await check()
  } catch (error) {
    return ['wrong', about, messageOf(error)]
  }
}

const isFinding = (value: unknown): value is Finding => Array.isArray(value)

async function* checkEnvFile(
  { path, values, warnings }: EnvFile,
  environment: Environment,
  folder: string,
): AsyncGenerator<Finding> {
  if (path === undefined)
    yield [
      'note',
      'file',
      `there is no .env in ${folder}: settings come from the environment alone. To make one: cp .env.example .env`,
    ]
  else {
    yield ['ok', 'file', `${path} was read; settings of the environment take precedence`]
    const isOpen = process.platform !== 'win32' && ((await stat(path)).mode & OTHERS_READ) !== 0
    if (isOpen) yield ['note', 'file', `other users of this machine can read ${path}: chmod 600 it`]
  }
  for (const text of [...warnings, ...warnOfNames({ values }, environment)]) yield ['note', 'file', text]
}

/** Checks that all settings can be used, and the files that they name. */
async function* checkFiles(settings: Settings, onSecret: (secret: string) => void): AsyncGenerator<Finding> {
  const { tls: files } = settings.http
  const tls = await attempt('settings', () => readTls(files))
  const file = settings.policy.file
  const warnings: string[] = []
  const write = (line: string) => void warnings.push((JSON.parse(line) as { msg: string }).msg)
  const policy =
    file === undefined
      ? undefined
      : await attempt('settings', () =>
          openPolicyFile(file, createPolicies(systemClock), systemClock, pino({ level: 'warn' }, { write }), onSecret),
        )
  const problems = [tls, policy].filter(isFinding)
  if (policy && !isFinding(policy)) policy.close()
  yield* problems
  if (problems.length === 0) yield ['ok', 'settings', 'all can be used, and so can the files that they name']
  for (const text of warnings) yield ['note', 'settings', text]
  if (tls && !isFinding(tls)) yield checkEnd(files?.cert ?? '', new X509Certificate(tls.cert).validTo)
}

function checkEnd(path: string, validTo: string): Finding {
  const day = new Date(validTo).toISOString().slice(0, 10)
  return Date.parse(validTo) > systemClock.unixMs()
    ? ['ok', 'settings', `the certificate in ${path} is valid until ${day}`]
    : ['wrong', 'settings', `the certificate in ${path} ended on ${day}: renew it, and restart`]
}

const GET_KEY = 'Get one at https://steamcommunity.com/dev/apikey, and put it into .env as STEAM_API_KEY.'

const KEY_FINDINGS: Record<PlatformState | 'blocked', (apiUrl: string) => Finding> = {
  reachable: () => ['ok', 'key', 'Steam accepts it'],
  not_configured: () => ['wrong', 'key', `STEAM_API_KEY is not set: only inventories and images work. ${GET_KEY}`],
  key_refused: () => ['wrong', 'key', `Steam refuses STEAM_API_KEY. ${GET_KEY}`],
  blocked: () => [
    'wrong',
    'key',
    'Steam blocks the address of this machine: "Steam blocks this server" in docs/admins/operations.md says what to do.',
  ],
  unreachable: (apiUrl) => [
    'wrong',
    'steam',
    `Steam gives no usable answer: see whether this machine reaches ${apiUrl}.`,
  ],
  unknown: (apiUrl) => ['wrong', 'steam', `Steam does not answer in time: see whether this machine reaches ${apiUrl}.`],
}

/** Asks Steam for one ban record; the call is not counted. */
async function checkKey({ steam }: Settings, onSteamDate: (date: number) => void): Promise<Finding> {
  const transport = createTransport({
    ...steam,
    ...CALL_POLICY,
    clock: systemClock,
    onSteamDate,
    random: Math.random,
    onTryResult() {},
    onEvent() {},
  })
  try {
    const state = await createPlatformCheck(transport)(WITHIN_MS)
    return KEY_FINDINGS[transport.blocked().includes('api') ? 'blocked' : state](steam.apiUrl)
  } finally {
    await transport.close()
  }
}

async function checkToken({ discord, role }: Settings, onDate: (date: number) => void): Promise<Finding> {
  if (role === 'http') return ['ok', 'token', 'ROLE=http: this process runs no bot']
  if (!discord.token)
    return [
      'note',
      'token',
      'DISCORD_TOKEN is not set: HTTP only. For the bot, create one at https://discord.com/developers/applications.',
    ]
  try {
    const headers = { authorization: `Bot ${discord.token}` }
    const signal = AbortSignal.timeout(WITHIN_MS)
    const answer = await fetch(`${discord.apiUrl}/v10/gateway/bot`, { headers, signal })
    await answer.body?.cancel()
    const date = Date.parse(answer.headers.get('date') ?? '')
    if (!Number.isNaN(date)) onDate(Math.floor(date / 1000))
    if (answer.ok) return ['ok', 'token', 'Discord accepts it']
    if (answer.status === 401)
      return [
        'wrong',
        'token',
        'Discord refuses DISCORD_TOKEN. Copy the token anew from https://discord.com/developers/applications (Bot, Reset Token) into .env.',
      ]
    return ['wrong', 'discord', `Discord answers with status ${answer.status}: try again later.`]
  } catch (error) {
    const reason = messageOf(error instanceof Error && error.cause ? error.cause : error)
    return ['wrong', 'discord', `${discord.apiUrl} cannot be reached: ${reason}. See whether this machine reaches it.`]
  }
}

async function checkDatabase({ database: { url }, discord, isShared }: Settings): Promise<Finding> {
  if (!discord.token && !isShared) return ['ok', 'database', 'not used without DISCORD_TOKEN']
  const found = await attempt('database', () => inspectDatabase(url))
  if (isFinding(found)) return found
  const { version, latest } = found
  const place = isPostgresUrl(url) ? withoutCredentials(url) : databasePath(url)
  if (version === 0) return ['note', 'database', `${place} has no lists yet; the first start creates its tables`]
  if (version < latest)
    return [
      'note',
      'database',
      `${place} has schema version ${version}, and the next start migrates it to ${latest}: back it up before`,
    ]
  return ['ok', 'database', `${place} can be used`]
}

function checkClock(dates: Dates): Finding {
  const [problem] = dates.flatMap(({ platform, skewSeconds }) => describeSkew(skewSeconds, platform) ?? [])
  if (problem !== undefined) return ['wrong', 'clock', `the clock of this machine ${problem}`]
  const platforms = [...new Set(dates.map(({ platform }) => platform))]
  if (platforms.length === 0) return ['note', 'clock', 'not compared, because neither Steam nor Discord answered']
  return ['ok', 'clock', `it agrees with ${platforms.map((platform) => `${platform}’s`).join(' and ')}`]
}

/** Who can reach the service, and what they need. */
async function* checkReach(settings: Settings): AsyncGenerator<Finding> {
  const { host, port, tls, trustedProxies, apiTokens, adminToken } = settings.http
  const address = `${tls ? 'https' : 'http'}://${host}:${port}`
  const direct = isLoopback(host) ? 'programs on this machine' : `everybody who reaches this machine`
  const proxies = trustedProxies.length > 0 ? `, and whoever the proxies ${trustedProxies.join(', ')} let in` : ''
  yield ['ok', 'reach', `${address} serves ${direct}${proxies}`]
  const open = findOpenAccess(settings)
  if (open)
    yield [
      'note',
      'reach',
      `API_TOKENS is not set, and others can reach this server (${open}): everybody can look accounts up, and use up the day's calls. Set it, unless that is meant.`,
    ]
  else
    yield ['ok', 'reach', apiTokens.length > 0 ? 'look-ups ask for a token of API_TOKENS' : 'look-ups ask for no token']
  yield [
    'ok',
    'reach',
    adminToken ? '/status asks for ADMIN_TOKEN' : '/status opens on this machine alone, because ADMIN_TOKEN is not set',
  ]
  yield await checkPort(settings)
}

/** Listens for a moment where the service would. */
async function checkPort(settings: Settings): Promise<Finding> {
  const { host, port } = settings.http
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return ['ok', 'reach', `HTTP_PORT ${port} is free`]
  } catch (error) {
    const text = explainStartFailure(error, settings)
    return systemCodeOf(error) === 'EADDRINUSE'
      ? ['note', 'reach', `If Rapsheet does not run yet: ${text}`]
      : ['wrong', 'reach', text]
  } finally {
    server.close()
  }
}
