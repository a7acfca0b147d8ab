import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpdir, userInfo } from 'node:os'
import { systemClock } from '../../src/lib/clock.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../src/lib/token-hash.ts'
import { openPolicyFile } from '../../src/app/open-policy-file.ts'
import { createFakeClock } from '../support/fake-clock.ts'
import { captureLog } from '../support/log.ts'
import { FILE_TOKEN, policyFileForTest } from '../support/policy-file.ts'

async function openForTest(policy: object = {}) {
  const file = policyFileForTest(policy)
  const { lines, logger } = captureLog()
  const secrets: string[] = []
  const part = await openPolicyFile(file.path, systemClock, logger, (secret) => void secrets.push(secret))
  onTestFinished(part.close)
  return { ...file, ...part, lines, secrets, mode: () => part.source.policy().mode }
}

test('a file that is read again takes effect, and counts as a version when it has changed', async () => {
  const { write, reload, source, lines, mode, secrets } = await openForTest()
  await reload()
  expect([mode(), source.policy().version]).toEqual(['observe', 1])
  write({ mode: 'enforce' })
  await reload()
  expect([mode(), source.policy().version]).toEqual(['enforce', 2])
  expect(lines).toMatchObject([
    { level: 30, msg: 'policy file read', policy: 'main', version: 1, mode: 'observe' },
    { level: 30, msg: 'policy file read again', hasChanged: false },
    { level: 30, msg: 'policy file read again', hasChanged: true, version: 2, mode: 'enforce' },
  ])
  expect(new Set(secrets)).toEqual(new Set([FILE_TOKEN]))
  expect(JSON.stringify(lines)).not.toContain(FILE_TOKEN)
})

test.each([
  ['no JSON', '{'],
  ['a rule that does not exist', { rules: { maxVac: 0 } }],
])('with %s the previous policy stays, and the log says why', async (_, content) => {
  const { write, reload, source, lines, mode } = await openForTest({ mode: 'enforce' })
  write(content)
  await reload()
  expect([mode(), source.policy().version]).toEqual(['enforce', 1])
  expect(source.findByHash(hashToken(FILE_TOKEN))).toBeDefined()
  expect(lines.at(-1)).toMatchObject({
    level: 50,
    msg: 'the policy file cannot be used; the previous policy stays in force',
    problem: expect.stringMatching(
      /not valid JSON|rules\.maxVac is not a field of a policy; did you mean maxVacBans\?/,
    ),
  })
})

test('a file that cannot be used at the start is an error with all mistakes', async () => {
  const opening = openForTest({ mode: 'on', rules: { maxVac: 0 } })
  await expect(opening).rejects.toThrow(
    /^The file of POLICY_FILE, \S+policy\.json, cannot be used:\n {2}mode is "on"; it accepts observe or enforce\.\n {2}rules\.maxVac is not/,
  )
})

test.each([
  ['/nonexistent/policy.json', 'there is no such file. Put it there, or correct the path. Under systemd and in Docker'],
  [tmpdir(), 'it is a folder, which Docker makes where the file to mount does not exist.'],
])(
  'a file that cannot be read at the start is an error with its path, the user and what to do: %s',
  async (path, why) => {
    const { username, uid } = userInfo()
    await expect(openPolicyFile(path, systemClock, captureLog().logger, () => {})).rejects.toThrow(
      `POLICY_FILE names ${path}, which the user ${username} (${uid}) cannot read: ${why}`,
    )
  },
)

test('a policy without rules and a token that every user can read are warnings, also when the file is read again', async () => {
  const { path, write, reload, lines } = await openForTest()
  const warnings = () => lines.filter(({ level }) => level === 40).map(({ msg }) => msg)
  expect(warnings()).toEqual([])
  write({ rules: { banForgottenAfterDays: 9, maxVacBans: 0, denyTradeBan: false } })
  chmodSync(path, 0o640)
  await reload()
  expect(warnings()).toEqual([])
  write({ rules: { denyTradeBan: false } })
  chmodSync(path, 0o644)
  await reload()
  expect(warnings()).toEqual([
    'the policy in POLICY_FILE has no rule that can refuse a player: add one to its rules',
    'every user of this machine can read the token in POLICY_FILE: chmod 600 the file',
  ])
  write(JSON.stringify({ name: 'main', tokenSha256: 'a'.repeat(64), rules: { maxVacBans: 0 } }))
  await reload()
  expect(warnings()).toHaveLength(2)
})

test('files that are read again at the same time end with the last content', async () => {
  const { write, reload, source } = await openForTest()
  const reloads: Promise<void>[] = []
  for (const maxVacBans of [1, 2, 3, 4]) {
    write({ rules: { maxVacBans } })
    reloads.push(reload())
  }
  await Promise.all(reloads)
  expect(source.policy().rules).toEqual({ maxVacBans: 4 })
})

describe('the file with bans that a policy file names', () => {
  const ID = '76561198000010431'
  const OTHER_ID = '76561198097494388'
  const line = (steamId: string, reason: string) => `banid ${steamId} "name" "${reason}" -1\r\n`

  /** A policy file that names `bans.cfg` beside it, which has this content. */
  async function openBans(content: string | null) {
    const file = policyFileForTest({ bansFile: 'bans.cfg' })
    const path = join(dirname(file.path), 'bans.cfg')
    const put = (text: string | null) => (text === null ? rmSync(path, { force: true }) : writeFileSync(path, text))
    put(content)
    const { lines, logger } = captureLog()
    const fakeClock = createFakeClock()
    const clock = { ...systemClock, setTimer: fakeClock.setTimer }
    const { source, reload, close } = await openPolicyFile(file.path, clock, logger, () => {})
    onTestFinished(close)
    return {
      put,
      reload,
      lines,
      find: (steamId: string) => source.findBan(steamId, systemClock.unixSeconds())?.reason,
      later: async () => {
        await fakeClock.advance(10_000)
        await reload()
      },
    }
  }

  test('is read at the start and when it has changed', async () => {
    const { put, find, later } = await openBans(line(ID, 'aimbot'))
    expect(find(ID)).toBe('aimbot')
    put(line(ID, 'aimbot') + line(OTHER_ID, 'esp'))
    await later()
    expect([find(ID), find(OTHER_ID)]).toEqual(['aimbot', 'esp'])
    put(line(OTHER_ID, 'esp again'))
    await later()
    expect([find(ID), find(OTHER_ID)]).toEqual([undefined, 'esp again'])
  })

  test.each([
    ['is missing', null],
    ['is empty', ''],
    ['ends within a line', `${line(OTHER_ID, 'esp')}banid 7656119`],
    ['ends within quotes', `${line(OTHER_ID, 'esp')}banid ${ID} "na\r\n`],
    ['is no list of bans', 'hello world\n'],
  ])('that %s leaves the previous bans in force, and at the start it is an error', async (_, content) => {
    const { put, find, later, lines } = await openBans(line(ID, 'aimbot'))
    put(content)
    await later()
    await later()
    expect([find(ID), find(OTHER_ID)]).toEqual(['aimbot', undefined])
    const said = lines.filter(({ msg }) => msg === 'the bans file cannot be used; the previous bans stay in force')
    expect(said).toMatchObject([{ level: 50, problem: expect.stringContaining('bansFile in POLICY_FILE names') }])
    await expect(openBans(content)).rejects.toThrow('bansFile in POLICY_FILE names')
  })
})
