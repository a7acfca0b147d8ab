import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { askForAudit, auditReportSchema, judgeAudit } from '../tools/audit.ts'
import { isAllowed, judgeLicences } from '../tools/licences.ts'
import { lockfileSchema } from '../tools/lockfile.ts'
import { folderForTest } from './support/folder.ts'
import { useProgram } from './support/main-process.ts'

const root = resolve(import.meta.dirname, '..')
const lock = lockfileSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
/** npm starts slowly on a busy machine. */
const LONG = { timeout: 60_000 }

describe('licences', () => {
  test.each(['MIT', 'GPL-3.0-only OR MIT', '(BSD-2-Clause OR MIT OR Apache-2.0)', 'GPL-3.0-only AND MIT OR ISC'])(
    '%s is allowed',
    (expression) => {
      expect(isAllowed(expression)).toBe(true)
    },
  )

  test.each([
    '',
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'MIT AND GPL-3.0-only OR LGPL-3.0-only',
    '(MIT OR ISC) AND (GPL-2.0-only OR GPL-3.0-only)',
    'SEE LICENSE IN LICENSE.md',
    'MITX',
  ])('%j is not allowed automatically', (expression) => {
    expect(isAllowed(expression)).toBe(false)
  })

  test('all packages of the running service have an allowed licence', () => {
    expect(judgeLicences(lock)).toEqual([])
  })

  test('a package with another licence is reported with version, licence and instructions; tools are ignored', () => {
    const todo =
      'which is not in the list of tools/licences.ts: take another package, or read the licence and add it there.'
    expect(
      judgeLicences({
        packages: {
          '': { license: 'GPL-3.0-only' },
          'node_modules/good': { version: '1.0.0', license: 'MIT' },
          'node_modules/good/node_modules/@scope/viral': { version: '2.3.4', license: 'AGPL-3.0-only' },
          'node_modules/mute': { version: '0.1.0' },
          'node_modules/tool': { version: '9.0.0', license: 'GPL-3.0-only', dev: true },
        },
      }),
    ).toEqual([`@scope/viral 2.3.4 is under AGPL-3.0-only, ${todo}`, `mute 0.1.0 has no licence field, ${todo}`])
  })
})

describe('whether a finding fails the check depends on package and severity', () => {
  const packages = { 'node_modules/served': { version: '1.0.0' }, 'node_modules/tool': { version: '1.0.0', dev: true } }
  const judged = (path: string, severity: string) => {
    const via = [{ title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-0' }]
    const vulnerabilities = { planted: { severity, range: '<2', via, nodes: [path] } }
    const { failures, lesser } = judgeAudit(auditReportSchema.parse({ vulnerabilities }), { packages })
    return { fails: failures.length > 0, lines: [...failures, ...lesser].join() }
  }

  test.each([
    ['node_modules/served', 'critical', true],
    ['node_modules/served', 'high', true],
    ['node_modules/served', 'moderate', false],
    ['node_modules/tool', 'critical', true],
    ['node_modules/tool', 'high', false],
    // A package that is not in the lockfile may be served.
    ['node_modules/elsewhere', 'high', true],
  ])('%s, %s: %j', (path, severity, fails) => {
    expect(judged(path, severity)).toEqual({ fails, lines: expect.stringContaining(`planted <2 (${severity}, `) })
  })
})

describe('the check for vulnerable packages', async () => {
  const program = await useProgram('tools/check-vulnerable.ts')

  /** The project's lockfile in a folder of its own, and npm pointed at a registry on this machine. */
  const setUp = (registry: string) => {
    const cwd = folderForTest()
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(cwd, file))
    const npm = { npm_config_registry: registry, npm_config_cache: join(cwd, 'cache'), npm_config_noproxy: '127.0.0.1' }
    return { cwd, env: { ...process.env, ...npm } }
  }
  const check = async (registry: string) => {
    const child = spawn(process.execPath, [program.entry], setUp(registry))
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    return { code: code as number, stdout, stderr }
  }
  const serve = async (listener: RequestListener) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  /** A registry with one advisory for one package. */
  const registryWith = (name: string, severity: string) =>
    serve((request, response) => {
      // npm also requests packages that depend on it.
      const asked = decodeURIComponent(request.url?.slice(1) ?? '')
      const { version = '' } = lock.packages[`node_modules/${asked}`] ?? {}
      const about = { title: 'Planted', url: 'https://github.com/advisories/GHSA-planted', vulnerable_versions: '*' }
      const answer =
        request.method === 'POST'
          ? { [name]: [{ id: 1, severity, cwe: [], cvss: { score: 0, vectorString: null }, ...about }] }
          : { name: asked, 'dist-tags': { latest: version }, versions: { [version]: { name: asked, version } } }
      request.resume().on('end', () => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
      })
    })

  test('fails for a severe finding, and prints it', LONG, async () => {
    const { code, stdout, stderr } = await check(await registryWith('fast-querystring', 'high'))
    expect(stdout).toBe('vulnerable packages: 1 to act on, 0 lesser\n')
    expect(stderr).toMatch(
      /^fast-querystring \S+ \(high, in the running service\): Planted, https:\S+GHSA-planted\. See/,
    )
    expect(code).toBe(1)
  })

  test('passes without a reachable registry, and prints that', LONG, async () => {
    const { code, stdout } = await check('http://127.0.0.1:9')
    expect(stdout).toMatch(
      /^vulnerable packages: not checked, because the registry did not answer \(.*ECONNREFUSED.*\)\n$/,
    )
    expect(code).toBe(0)
  })

  test.each([404])('passes for a registry without audits, which answers %i, and prints that', LONG, async (status) => {
    const registry = await serve((request, response) => {
      request.resume().on('end', () => response.writeHead(status).end())
    })
    const { code, stdout } = await check(registry)
    expect(stdout).toMatch(
      /^vulnerable packages: not checked, because the registry has no interface for audits \(40[45] .*\)\n$/,
    )
    expect(code).toBe(0)
  })

  test('stops waiting for a registry that hangs', LONG, async () => {
    const registry = await serve(() => {})
    expect(await askForAudit({ ...setUp(registry), withinMs: 2_000 })).toEqual({
      unavailable: 'the registry did not answer within 2 s',
    })
  })

  test('rejects a report of an unknown format', LONG, async () => {
    const registry = await registryWith('fast-querystring', 'dreadful')
    await expect(askForAudit(setUp(registry))).rejects.toThrow('severity')
  })
})
