import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXAMPLE_ID } from '../../src/accounts/http/examples.ts'
import { cutAnswer, errorAnswer, hangUp, htmlAnswer } from '../support/faulty-proxy.ts'
import { folderForTest } from '../support/folder.ts'
import { testMirror } from '../support/mirror-tests.ts'
import { runProgram } from '../../packages/sim-discord/test/run-program.ts'
import { sampleServiceForTest } from '../support/sample-service.ts'

const SAMPLES = join(import.meta.dirname, '../../docs/tools/samples')

let python = ''

beforeAll(async () => {
  for (const program of ['python3', '/usr/bin/python3']) {
    if (python === '' && (await runProgram(program, ['-c', 'import requests'])).code === 0) python = program
  }
  if (python === '') throw new Error('these tests need Python with requests: apt-get install python3-requests')
})

describe('the samples in Python', () => {
  const run = async (sample: string, args: string[], env: Record<string, string>) => {
    // Without the folder `__pycache__` in the sources.
    const output = await runProgram(python, ['-B', join(SAMPLES, sample), ...args], { env })
    return { ...output, lines: output.stdout.trimEnd().split('\n') }
  }

  test('check_accounts.py says what is banned, what is not, and what is unknown', async () => {
    const { env, accounts } = await sampleServiceForTest()
    expect(await run('check_accounts.py', accounts.given, env)).toMatchObject({
      code: 0,
      stderr: '',
      lines: accounts.lines,
    })
  })

  test('check_accounts.py repeats what fails for now, and says what stays unknown', async () => {
    const { env, faults } = await sampleServiceForTest()
    faults.push(errorAnswer(429, 'rate_limited', { 'retry-after': '0' }), hangUp)
    faults.push((response, forward) => forward((answer) => answer.pipe(response.writeHead(200, answer.headers))))
    faults.push(cutAnswer, htmlAnswer(200), errorAnswer(503, 'budget_spent', { 'retry-after': '3600' }))
    const { lines, stderr } = await run('check_accounts.py', [EXAMPLE_ID, 'raider', 'honest_joe'], env)
    expect(stderr).toBe('')
    expect(lines).toEqual([
      expect.stringMatching(/no ban; at least \d friends are banned, the others are unknown \(stream_broken\)$/),
      'raider: unknown (unreadable_answer)',
      'honest_joe: unknown (budget_spent)',
    ])
  })

  test('check_players.py tells the three verdicts and a failure apart', async () => {
    const { env, cast, faults } = await sampleServiceForTest()
    const players = [cast.raider, cast.clean, cast.hiddenHours, 'nobody_here_x']
    faults.push(errorAnswer(503, 'platform_unavailable', { 'retry-after': '0' }), hangUp)
    const { lines } = await run('check_players.py', players, env)
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${cast.raider}: refuse \\(deny\\) 1 VAC ban`)),
      `${cast.clean}: admit (allow)`,
      `${cast.hiddenHours}: admit (unknown)`,
      'nobody_here_x: admit (no verdict: account_not_found)',
    ])
  })
})

describe('mirror_bans.py', () => {
  testMirror(() => ({ program: python, args: ['-B', join(SAMPLES, 'mirror_bans.py')], cwd: SAMPLES }))
})

describe('the plugin in C#, on stubs of uMod', () => {
  const JSON_LIBRARY = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll'

  /** Compiles the plugin and lets players join. Returns what it writes to the console, and who is kicked. */
  async function letJoin(settings: object, players: string[]) {
    if (!existsSync(JSON_LIBRARY))
      throw new Error('these tests need Mono: apt-get install mono-mcs mono-runtime libnewtonsoft-json5.0-cil')
    const folder = folderForTest()
    const program = join(folder, 'gate.exe')
    const sources = [join(SAMPLES, 'RapsheetGate.cs'), join(import.meta.dirname, 'umod/Umod.cs')]
    expect(await runProgram('mcs', [`-out:${program}`, `-r:${JSON_LIBRARY}`, ...sources])).toMatchObject({ code: 0 })
    copyFileSync(JSON_LIBRARY, join(folder, 'Newtonsoft.Json.dll'))
    const { stdout, stderr } = await runProgram('mono', [program, JSON.stringify(settings), ...players])
    expect(stdout + stderr).not.toContain('a-token')
    const kicked = stdout.split('\n').flatMap((line) => /^KICK (\d+)/.exec(line)?.[1] ?? [])
    return { kicked, output: stdout + stderr }
  }

  test.each(['admit', 'kick'] as const)(
    'kicks on deny, and does as the owner chose (%s) on unknown',
    async (OnUnknown) => {
      const { env, cast, faults, requests, policyToken } = await sampleServiceForTest()
      faults.push(errorAnswer(503, 'overloaded'))
      const settings = { Url: env.RAPSHEET_URL, Token: policyToken, OnUnknown }
      const { kicked, output } = await letJoin(settings, [cast.raider, cast.clean, cast.hiddenHours])
      expect(kicked).toEqual(OnUnknown === 'kick' ? [cast.raider, cast.hiddenHours] : [cast.raider])
      expect(output).toContain(`Kicked ${cast.raider}: 1 VAC ban`)
      expect(requests).toHaveLength(4)
    },
    // The first run compiles and starts Mono, which takes long on a busy machine.
    90_000,
  )

  test.each(['admit', 'kick'] as const)('a page of a proxy and a wrong token are unknown (%s)', async (OnUnknown) => {
    const { env, cast, faults } = await sampleServiceForTest()
    faults.push(htmlAnswer(200))
    const settings = { Url: env.RAPSHEET_URL, Token: 'a-token-that-is-wrong', OnUnknown }
    const { kicked } = await letJoin(settings, [cast.raider, cast.clean])
    expect(kicked).toEqual(OnUnknown === 'kick' ? [cast.raider, cast.clean] : [])
  })

  test('does not start with another choice', async () => {
    const { output } = await letJoin({ OnUnknown: 'perhaps' }, ['76561198000010431'])
    expect(output).toContain('OnUnknown has to be')
  })
})
