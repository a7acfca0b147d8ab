import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { tmpdir, userInfo } from 'node:os'
import { systemClock } from '../../src/lib/clock.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createPolicies } from '../../src/policy/policies.ts'
import { openPolicyFile } from '../../src/app/open-policy-file.ts'
import { captureLog } from '../support/log.ts'
import { FILE_TOKEN, policyFileForTest } from '../support/policy-file.ts'

async function openForTest(policy: object = {}) {
  const file = policyFileForTest(policy)
  const { lines, logger } = captureLog()
  const secrets: string[] = []
  const policies = createPolicies(systemClock)
  const part = await openPolicyFile(file.path, policies, systemClock, logger, (secret) => void secrets.push(secret))
  onTestFinished(part.close)
  return { ...file, ...part, policies, lines, secrets, mode: () => part.source.policy().mode }
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
  const { write, reload, source, policies, lines, mode } = await openForTest({ mode: 'enforce' })
  write(content)
  await reload()
  expect([mode(), source.policy().version]).toEqual(['enforce', 1])
  expect(policies.findByToken(FILE_TOKEN)).toBeDefined()
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
    await expect(
      openPolicyFile(path, createPolicies(systemClock), systemClock, captureLog().logger, () => {}),
    ).rejects.toThrow(`POLICY_FILE names ${path}, which the user ${username} (${uid}) cannot read: ${why}`)
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
    'the policy in POLICY_FILE has no rule and no ban, so it refuses no player: add some',
    'every user of this machine can read the token in POLICY_FILE: chmod 600 the file',
  ])
  const bans = [{ steamId: '76561198000010431', reason: 'aimbot' }]
  write({ rules: {}, bans })
  chmodSync(path, 0o640)
  await reload()
  expect(warnings()).toHaveLength(2)
  write({ rules: {}, bans: [{ ...bans[0], until: '2020-01-01' }] })
  await reload()
  expect(warnings()).toHaveLength(3)
  writeFileSync(join(dirname(path), 'bans.cfg'), 'banid 76561198000010431 "name" "reason" -1\n')
  write({ rules: {}, bansFile: 'bans.cfg' })
  await reload()
  write(JSON.stringify({ name: 'main', tokenSha256: 'a'.repeat(64), rules: { maxVacBans: 0 } }))
  await reload()
  expect(warnings()).toHaveLength(3)
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
