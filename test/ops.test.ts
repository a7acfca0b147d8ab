import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { runCommand } from '../src/app/cli/run-command.ts'
import { loadSettings } from '../src/app/settings/read-settings.ts'
import { LIMITS, SETTINGS } from '../src/app/settings/settings.ts'
import { VERSION } from '../src/app/version.ts'
import { ask, post } from './support/ask.ts'
import { startBotService, type BotService } from './support/bot.ts'
import { folderForTest, useFolder } from './support/folder.ts'
import { createPostgres } from './support/postgres.ts'

const root = resolve(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const targetSchema = z.object({ expr: z.string(), legendFormat: z.string() })
const panelSchema = z.object({ title: z.string().min(1), targets: z.array(targetSchema).default([]) })
const dashboard = z
  .object({
    templating: z.object({
      list: z.array(z.looseObject({ name: z.string(), query: z.object({ query: z.string() }) })),
    }),
    panels: z.array(panelSchema),
  })
  .parse(JSON.parse(read('ops/grafana-dashboard.json')))

const alertSchema = z.object({
  alert: z.string(),
  expr: z.string(),
  annotations: z.object({ summary: z.string(), description: z.string(), runbook: z.string() }),
})
const { groups } = z
  .object({ groups: z.array(z.object({ rules: z.array(alertSchema) })) })
  .parse(parse(read('ops/prometheus-alerts.yml')))
const alerts = groups.flatMap(({ rules }) => rules)

const operations = read('docs/admins/operations.md')
const sources = ['src', 'commands']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts'))
  .map(read)
  .join('\n')

/** An expression over metrics, and the labels that its legend or summary shows. */
interface Use {
  where: string
  expr: string
  shown: string[]
}

const labelsShown = (text: string) =>
  [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label)
const uses: Use[] = [
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ where: title, expr, shown: labelsShown(legendFormat) })),
  ),
  ...dashboard.templating.list.map(({ name, query }) => ({ where: `variable ${name}`, expr: query.query, shown: [] })),
  ...alerts.map(({ alert, expr, annotations: { summary, description } }) => ({
    where: alert,
    expr,
    shown: labelsShown(summary + description),
  })),
]

/** Labels of every metric: two that Prometheus adds, and the one of processes that share a database. */
const COLLECTED = new Set(['job', 'instance', 'replica'])
/** Metrics of Prometheus itself and of its blackbox exporter. */
const FOREIGN = /\b(up|probe_success|probe_ssl_earliest_cert_expiry)\{/
/** Upper-case names that are not settings, of Grafana, Node, Postgres' image and the kernel. */
const FOREIGN_NAMES = /^(DS_PROMETHEUS|NODE_ENV|POSTGRES_(USER|DB|PASSWORD_FILE)|AF_[A-Z0-9]+)$/
const METRIC = /\brapsheet_\w+/g
/** Names in Postgres that begin like those of metrics. */
const IN_POSTGRES = new Set(['rapsheet_cache', 'rapsheet_replicas'])

const metricsOf = (expr: string) => [...new Set(expr.match(METRIC))].filter((name) => !IN_POSTGRES.has(name))
/** Each metric with the labels that it must have: those it is selected, grouped or shown by. */
const labelsWanted = ({ expr, shown }: Use) => {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/))
  const matched = [...expr.matchAll(/\b(\w+)\{([^}]*)\}/g)].flatMap(([, metric = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => ({ metric, label })),
  )
  return [
    ...matched,
    ...metricsOf(expr).flatMap((metric) => [...grouped, ...shown].map((label) => ({ metric, label }))),
  ].filter(({ metric, label }) => metric.startsWith('rapsheet_') && !COLLECTED.has(label))
}

describe('the dashboard', () => {
  test('queries only the selected instances and replicas', () => {
    // All replicas are also those without the label, as a single process has none.
    expect(dashboard.templating.list.find(({ name }) => name === 'replica')).toMatchObject({ allValue: '.*' })
    const chosen = 'instance=~"$instance",replica=~"$replica"'
    for (const { title, targets } of dashboard.panels) {
      for (const { expr } of targets) {
        const unchosen = expr.replaceAll(/(rapsheet_\w+)\{([^}]*)\}/g, (all, _, matchers: string) =>
          matchers.includes(chosen) ? '' : all,
        )
        expect({ title, unchosen: unchosen.match(METRIC) }).toEqual({ title, unchosen: null })
      }
    }
  })
})

describe('the alert rules', () => {
  test('each link to an existing section of docs/admins/operations.md', () => {
    // The anchors that GitHub derives from headings.
    const toAnchor = (heading: string) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-')
    const anchors = new Set([...operations.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading)))
    const lost = alerts.filter(({ annotations: { runbook } }) => {
      const [file, anchor = ''] = runbook.split('#')
      return file !== 'docs/admins/operations.md' || !anchors.has(anchor)
    })
    expect(lost.map(({ alert, annotations }) => `${alert}: ${annotations.runbook}`)).toEqual([])
  })
})

describe('the deployment files', () => {
  /** A constant of the source that is in milliseconds, converted to seconds. */
  const secondsOf = (file: string, name: string) =>
    Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(read(file))?.[1]?.replace('_', '')) / 1000
  const STOP_SECONDS = secondsOf('src/app/program.ts', 'STOP_WITHIN_MS')
  const KEEP_ALIVE_SECONDS = secondsOf('src/http/listener.ts', 'KEEP_ALIVE_MS')
  const port = Number(SETTINGS.HTTP_PORT.default)
  /** The image of this version; nobody knows the owner of the repository yet. */
  const IMAGE = `ghcr.io/OWNER/rapsheet:${VERSION}`
  /** Connections, and other open files of the process. */
  const files = LIMITS.maxConnections + 500

  test('the compose file restarts the service, keeps the store, and allows enough time to stop, open files and memory', () => {
    const compose = z
      .object({
        services: z.object({
          rapsheet: z.object({
            image: z.literal(IMAGE),
            build: z.undefined().optional(),
            restart: z.literal('unless-stopped'),
            env_file: z.literal('../.env'),
            environment: z.record(z.string(), z.union([z.string(), z.number()])),
            ports: z.tuple([z.literal(`127.0.0.1:${port}:${port}`)]),
            volumes: z.tuple([z.literal('data:/app/data')]),
            stop_grace_period: z.string().regex(/^\d+s$/),
            ulimits: z.object({ nofile: z.number() }),
            mem_limit: z.string().regex(/^\d+m$/),
          }),
        }),
        volumes: z.object({ data: z.null() }),
      })
      .parse(parse(read('ops/compose.yml'))).services.rapsheet
    const environment = Object.entries(compose.environment).map(([name, value]) => [name, String(value)])
    expect(environment.filter(([name = '']) => !(name in SETTINGS))).toEqual([])
    expect(loadSettings(Object.fromEntries(environment) as Record<string, string>)).toMatchObject({ http: { port } })
    expect(Number.parseInt(compose.stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS)
    expect(compose.ulimits.nofile).toBeGreaterThanOrEqual(files)
    expect(Number.parseInt(compose.mem_limit, 10)).toBeGreaterThan(LIMITS.memoryBytes / 1024 ** 2)
  })

  test('the compose file of several processes runs two of each role on one Postgres, behind a proxy that knows the HTTP ones', () => {
    const environment = z.record(z.string(), z.union([z.string(), z.number()])).default({})
    const serviceSchema = z.looseObject({
      image: z.string(),
      command: z.array(z.string()).default([]),
      environment,
      stop_grace_period: z.string().default(''),
      ulimits: z.object({ nofile: z.number() }).default({ nofile: 0 }),
      mem_limit: z.string().default(''),
      ports: z.array(z.string()).optional(),
      volumes: z.array(z.string()).default([]),
    })
    const { services, secrets, volumes } = z
      .object({
        services: z.object({ postgres: serviceSchema, caddy: serviceSchema }).catchall(serviceSchema),
        secrets: z.object({ 'postgres-password': z.object({ file: z.string() }) }),
        volumes: z.object({ postgres: z.null() }),
      })
      .parse(parse(read('ops/compose-replicas.yml'), { merge: true }))
    expect(volumes).toHaveProperty('postgres')
    const { postgres, caddy, ...programs } = services
    expect(postgres.ports).toBeUndefined()
    const roles = Object.entries(programs).map(([name, { command, environment, ...program }]) => {
      expect(program).toMatchObject({ image: IMAGE, secrets: ['postgres-password'] })
      expect(program.ports).toBeUndefined()
      expect(Object.keys(environment).filter((each) => !(each in SETTINGS))).toEqual([])
      const [, address = ''] =
        /export DATABASE_URL="([^"]+)"; exec node dist\/src\/main\.js$/.exec(command[0] ?? '') ?? []
      // The password is 64 hexadecimal digits, which an address needs no escapes for.
      const DATABASE_URL = address.replace('$$(cat /run/secrets/postgres-password)', 'a'.repeat(64))
      const given = Object.entries(environment).map(([each, value]) => [each, String(value)])
      const settings = loadSettings({
        ...Object.fromEntries(given),
        DATABASE_URL,
        DISCORD_TOKEN: 'SIMULATED.BOT.TOKEN',
      })
      const { username, hostname, pathname } = new URL(DATABASE_URL)
      expect({ username, hostname, pathname }).toEqual({
        username: postgres.environment['POSTGRES_USER'],
        hostname: 'postgres',
        pathname: `/${postgres.environment['POSTGRES_DB']}`,
      })
      expect(settings).toMatchObject({ isShared: true, store: { url: DATABASE_URL }, http: { port } })
      expect(Number.parseInt(program.stop_grace_period, 10)).toBeGreaterThan(STOP_SECONDS + settings.drainMs / 1000)
      expect(program.ulimits.nofile).toBeGreaterThanOrEqual(files)
      expect(Number.parseInt(program.mem_limit, 10)).toBeGreaterThan(LIMITS.memoryBytes / 1024 ** 2)
      return `${name} ${settings.role}`
    })
    expect(roles).toEqual(['http-1 http', 'http-2 http', 'bot-1 bot', 'bot-2 bot'])

    expect(postgres.environment['POSTGRES_PASSWORD_FILE']).toBe('/run/secrets/postgres-password')
    expect(read('.gitignore')).toContain(join('ops', secrets['postgres-password'].file, '..'))
    expect(caddy.ports).toEqual(expect.arrayContaining(['80:80', '443:443']))
    expect(caddy.volumes).toContain('./Caddyfile.replicas:/etc/caddy/Caddyfile:ro')
    expect(read('ops/Caddyfile.replicas')).toContain(`reverse_proxy http-1:${port} http-2:${port} {`)
  })

  test('the proxy of several processes finds out that one stops while it still serves, and logs no tokens', () => {
    const replicas = read('ops/Caddyfile.replicas')
    const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s$`, 'm').exec(replicas)?.[1])
    expect(replicas).toContain('health_uri /readyz')
    const { drainMs } = loadSettings({ DATABASE_URL: 'postgres://rapsheet:x@postgres/rapsheet' })
    expect(seconds('health_interval') + seconds('health_timeout')).toBeLessThan(drainMs / 1000)
    expect(seconds('keepalive')).toBeLessThan(KEEP_ALIVE_SECONDS)
    const logOf = (text: string) => /^\tlog \{$.*?^\t\}$/ms.exec(text)?.[0]
    expect(logOf(replicas)).toBe(logOf(read('ops/Caddyfile')))
    expect(logOf(replicas)).toContain('request>uri')
  })

  test('the systemd unit allows enough time to stop and open files, and runs the built program', () => {
    const unit = new Map(
      [...read('ops/rapsheet.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(STOP_SECONDS)
    expect(Number(unit.get('LimitNOFILE'))).toBeGreaterThanOrEqual(files)
    expect(unit.get('ExecStart')).toMatch(/^\/usr\/bin\/node \S*\/dist\/src\/main\.js$/)
  })

  test('the backup unit uses the database of the systemd unit, and its command keeps 14 backups in its own folder', async () => {
    const linesOf = (file: string) => read(file).match(/^(?:User|DynamicUser|EnvironmentFile|WorkingDirectory)=.*$/gm)
    expect(linesOf('ops/rapsheet-backup.service')).toEqual(linesOf('ops/rapsheet.service'))
    const backupUnit = read('ops/rapsheet-backup.service')
    // Otherwise systemd kills Node, which tries system calls that are not in the list.
    expect(backupUnit).toContain('\nSystemCallErrorNumber=EPERM\n')
    expect(backupUnit).toContain('\nStateDirectory=rapsheet rapsheet-backups\n')
    const command = /^ExecStart=\/usr\/bin\/node \/opt\/rapsheet\/dist\/src\/cli\.js (.+)$/m.exec(backupUnit)?.[1]
    expect(command).toBe('backup --keep 14 %S/rapsheet-backups')
    const folder = folderForTest()
    const environment = { DATABASE_URL: `sqlite://${folder}/community.sqlite` }
    const run = (args: string) =>
      runCommand(args.split(' '), environment, { write: () => {} }, { write: expect.fail }, folder)
    await run('migrate')
    mkdirSync(join(folder, 'rapsheet-backups'))
    expect(await run(command?.replace('%S', folder) ?? '')).toBe(0)
    expect(readdirSync(join(folder, 'rapsheet-backups'))).toHaveLength(1)
    expect(read('ops/rapsheet-backup.timer')).toContain('\nOnCalendar=daily\n')
  })

  test('a policy file is given to the service under the name that .env has, by the page and the files in ops alike', () => {
    const credential = 'LoadCredential=policy.json:/opt/rapsheet/policy.json'
    const mount = ':/app/policy.json:ro'
    for (const text of [operations, read('ops/rapsheet.service')]) expect(text).toContain(credential)
    for (const text of [operations, read('ops/compose.yml')]) expect(text).toContain(mount)
    expect(read('ops/rapsheet.service')).toContain('EnvironmentFile=/opt/rapsheet/.env')
    const stages = read('Dockerfile').split(/^FROM /m)
    expect(stages[1]).toMatch(/^node:.+ AS base\nWORKDIR \/app$/m)
    // The user 1000 of the official image, whom the page names.
    expect(stages.at(-1)).toMatch(/^base\n(?:.*\n)*USER node$/m)
  })

  test('the Dockerfile begins with a full version of Node, and copies nothing that .dockerignore leaves out', () => {
    expect(read('Dockerfile')).toMatch(/^FROM node:\d+\.\d+\.\d+-\w+-slim AS base$/m)
    const rules = (file: string) => read(file).match(/^[^#\n].*$/gm) ?? []
    const ignored = rules('.dockerignore')
    const isIgnored = (path: string) =>
      ignored.some((rule) => [path, `**/${path}`].includes(rule) || path.startsWith(`${rule}/`))
    const copied = [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    )
    expect(copied).toContain('src')
    expect(copied.filter(isIgnored)).toEqual([])
    // Else a secret of the operator, or a file of another machine, could get into an image.
    const unversioned = rules('.gitignore').map((rule) => rule.replaceAll(/^\/|\/$/g, ''))
    expect(unversioned).toContain('.env')
    expect(unversioned.filter((path) => !isIgnored(path))).toEqual([])
  })

  test.each(['ops/Caddyfile', 'ops/nginx.conf'])(
    '%s forwards to the port, and closes idle connections before Rapsheet does',
    (file) => {
      const text = read(file)
      expect(text).toContain(`127.0.0.1:${port}`)
      const idleSeconds = Number(/keepalive(?:_timeout)? (\d+)s/.exec(text)?.[1])
      expect(idleSeconds).toBeGreaterThan(0)
      expect(idleSeconds).toBeLessThan(KEEP_ALIVE_SECONDS)
    },
  )
})

describe('the egg for Pterodactyl and Pelican', () => {
  const egg = z
    .object({
      meta: z.object({ version: z.literal('PTDL_v2') }),
      startup: z.string(),
      config: z.object({ startup: z.string().transform((text) => JSON.parse(text) as { done: string }) }),
      variables: z.array(
        z.object({
          env_variable: z.string(),
          default_value: z.string(),
          user_viewable: z.boolean(),
          user_editable: z.boolean(),
        }),
      ),
    })
    .parse(JSON.parse(read('ops/egg-rapsheet.json')))
  /** What the panel writes into the environment at first. */
  const defaults = Object.fromEntries(
    egg.variables.map(({ env_variable, default_value }) => [env_variable, default_value]),
  )
  const OF_INSTALLATION = new Set(['GIT_ADDRESS', 'GIT_VERSION'])

  test('starts the program on the port of the panel, with settings that can be used', () => {
    const [, assignments = '', command] = /^((?:\w+=\S+ )+)(node .+)$/.exec(egg.startup) ?? []
    expect(command).toBe('node dist/src/main.js')
    const own = assignments
      .trim()
      .replace('{{SERVER_PORT}}', '25565')
      .split(' ')
      .map((assignment) => assignment.split('='))
    const settings = Object.fromEntries(
      [...Object.entries(defaults), ...own].filter(([name = '']) => !OF_INSTALLATION.has(name)),
    ) as Record<string, string>
    expect(Object.keys(settings).filter((name) => !(name in SETTINGS))).toEqual([])
    // Without a trusted proxy or a certificate it would refuse to listen on all addresses.
    expect(loadSettings(settings)).toMatchObject({ http: { host: '0.0.0.0', port: 25_565 }, isShared: false })
    expect(defaults['TRUST_PROXY']).toBe('private')
  })

  test('shows no secret to the users of the server', () => {
    const hidden = egg.variables.filter((variable) => !variable.user_viewable && !variable.user_editable)
    const secrets = Object.keys(SETTINGS).filter((name) => /_(?:KEY|TOKENS?)$/.test(name) && name in defaults)
    expect(secrets).toEqual(['STEAM_API_KEY', 'DISCORD_TOKEN', 'API_TOKENS', 'ADMIN_TOKEN'])
    expect(hidden.map(({ env_variable }) => env_variable).toSorted()).toEqual(secrets.toSorted())
  })

  test('waits for the line that the program logs once it listens', () => {
    const line = /log\.info\(`(listening on )\$\{app\.url\}/.exec(sources)?.[1]
    expect(`${line}http://0.0.0.0:25565`).toContain(egg.config.startup.done)
  })
})

test('label values in queries exist in the source', () => {
  const values = uses.flatMap(({ where, expr }) =>
    [...expr.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)]
      .filter(([, label = '']) => !COLLECTED.has(label))
      .flatMap(([, , value = '']) => value.split('|'))
      .filter((value) => /^[a-z_]+$/.test(value))
      .map((value) => ({ where, value })),
  )
  expect(values.length).toBeGreaterThan(5)
  expect(values.filter(({ value }) => !sources.includes(`'${value}'`))).toEqual([])
})

describe('compared with the metrics of a running service', () => {
  let bot: BotService
  // A folder at the path of the store file causes store errors.
  const store = useFolder()
  let dropDatabase: () => Promise<void>
  /** The type of each metric, and the labels of its samples. */
  const declared = new Map<string, string>()
  const labels = new Map<string, Set<string>>()
  beforeAll(async () => {
    // Only on Postgres there are metrics about replicas, and the label with their name.
    const database = await createPostgres()
    dropDatabase = database.drop
    bot = await startBotService({
      retries: 2,
      CACHE_ACCOUNT_SECONDS: '0',
      CACHE_HOURS_SECONDS: '0',
      STORE_URL: `sqlite://${store}`,
      DATABASE_URL: database.url,
      DRAIN_SECONDS: '0',
      RATE_LIMIT_PER_MINUTE: '200',
    })
    const { dial, world } = bot.sim
    const { clean, raider } = world.cast
    const lookUp = (steamId: string) => ask(bot, `/api/lookup?steamId=${steamId}`)
    dial.set('*', { next: ['503', '429', '503'] })
    await Promise.all([lookUp(clean), lookUp(raider)])
    dial.reset()
    await bot.discord.user().type(`/lookup ${raider}`).until('VAC ban')
    await ask(bot, '/api/lookup')
    const batch = { steamIds: Array.from({ length: 50 }, () => clean) }
    await vi.waitUntil(async () => (await post(bot, '/api/lookup/batch', batch)).status === 429, { timeout: 20_000 })

    const text = String((await ask(bot, '/metrics')).body)
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) declared.set(name, type)
    for (const [, name = '', written = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = labels.get(name) ?? new Set()
      labels.set(name, known)
      for (const [, label = ''] of written.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) known.add(label)
    }
  }, 60_000)
  afterAll(async () => {
    await bot.close()
    await dropDatabase()
  })

  /** Whether a metric exists; a histogram has three names. */
  const isThere = (name: string) => {
    const histogram = /^(.+)_(?:bucket|sum|count)$/.exec(name)?.[1]
    return declared.get(histogram ?? '') === 'histogram' || (declared.has(name) && declared.get(name) !== 'histogram')
  }

  test('every metric of the dashboard and the alert rules exists', () => {
    expect(uses.filter(({ expr }) => metricsOf(expr).length === 0 && !FOREIGN.test(expr))).toEqual([])
    const missing = uses.flatMap(({ expr }) => metricsOf(expr)).filter((name) => !isThere(name))
    expect([...new Set(missing)].toSorted()).toEqual([])
  })

  test('every metric of the dashboard and the alert rules has the labels used there', () => {
    const wanted = uses.flatMap((use) => labelsWanted(use).map((want) => ({ where: use.where, ...want })))
    expect(wanted.length).toBeGreaterThan(30)
    expect(wanted.filter(({ metric, label }) => isThere(metric) && !labels.get(metric)?.has(label))).toEqual([])
  })

  test('every sample has the name of the replica', () => {
    expect(labels.size).toBeGreaterThan(50)
    expect([...labels].flatMap(([name, known]) => (known.has('replica') ? [] : [name]))).toEqual([])
  })

  test.each([
    'docs/admins/operations.md',
    'docs/admins/scaling.md',
    'SECURITY.md',
    'docs/admins/install.md',
    'docs/contributors/threats.md',
    'ops/prometheus-alerts.yml',
    'ops/grafana-dashboard.json',
    'ops/compose.yml',
    'ops/compose.build.yml',
    'ops/compose-replicas.yml',
    'ops/rapsheet.service',
    'ops/rapsheet-backup.service',
    'ops/Caddyfile',
    'ops/Caddyfile.replicas',
    'ops/nginx.conf',
  ])('%s names only existing metrics and settings', (file) => {
    const text = read(file)
    // Texts use the name of a histogram as a whole.
    const metrics = metricsOf(text).filter((name) => !isThere(name) && !declared.has(name))
    const settings = [...text.matchAll(/(?<![\w$])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?!\w)/g)].map(([name]) => name)
    const unknown = settings.filter((name) => !(name in SETTINGS) && !FOREIGN_NAMES.test(name))
    expect([...new Set([...metrics, ...unknown])].toSorted()).toEqual([])
  })
})

test.each(['The database cannot be used', 'The bot is silent', 'Watch lists and alerts', 'It says busy'])(
  'the messages and reasons in "%s" of docs/admins/operations.md exist in the source',
  (title) => {
    const [, section = ''] = operations.split(`\n## ${title}\n`)
    const cells = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell = '']) => cell)
    const quoted = cells.flatMap((cell) => [...cell.matchAll(/`([^`…]+?)( …[^`]*)?`/g)].map(([, text = '']) => text))
    expect(quoted.length).toBeGreaterThan(2)
    expect(quoted.filter((text) => !text.startsWith('/') && !sources.includes(text.split(': ').at(-1) ?? ''))).toEqual(
      [],
    )
  },
)
