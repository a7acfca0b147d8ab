import { expect, test } from 'vitest'
import { hashToken } from '../../../src/lib/token-hash.ts'
import { createFilePolicySource } from '../../../src/service/policy/file-policy-source.ts'
import { parsePolicyFile } from '../../../src/service/policy/parse-policy-file.ts'

const TOKEN = 'a-token-of-a-file-0123456789'
const ID = '76561198000010431'
const fileOf = (content: object = {}) => parsePolicyFile(JSON.stringify({ name: 'main', token: TOKEN, ...content }))

test('the token of the file allows to ask for its policy, and no other does', () => {
  const source = createFilePolicySource(fileOf({ rules: { maxVacBans: 0 } }))
  expect(source.findByHash(hashToken(TOKEN))).toMatchObject({
    policy: { name: 'main', version: 1, rules: { maxVacBans: 0 } },
    policyId: 'file',
    guildId: null,
  })
  expect(source.findByHash(hashToken(`${TOKEN}x`))).toBeUndefined()
  expect(source.ofGuild('file')).toBeUndefined()
})

test('the version counts the changes of the file, exceptions and token included', () => {
  const source = createFilePolicySource(fileOf())
  const versionAfter = (content: object) => [source.replace(fileOf(content)), source.policy().version]
  expect(versionAfter({})).toEqual([false, 1])
  expect(versionAfter({ rules: { maxVacBans: 0 } })).toEqual([true, 2])
  const exceptions = [{ steamId: ID, decision: 'allow', reason: 'x' }]
  expect(versionAfter({ exceptions })).toEqual([true, 3])
  expect(versionAfter({ exceptions })).toEqual([false, 3])
  expect(versionAfter({ exceptions: [{ ...exceptions[0], decision: 'deny' }] })).toEqual([true, 4])
  const token = 'another-token-0123456789'
  expect(versionAfter({ token })).toEqual([true, 5])
  expect(source.findByHash(hashToken(TOKEN))).toBeUndefined()
  expect(source.findByHash(hashToken(token))?.policy.version).toBe(5)
})
