import type { Policy } from '../../src/model/policy.ts'
import type { Verdict } from '../../src/model/verdict.ts'
import type { JudgedAccount } from '../../src/policy/get-verdict.ts'
import type { TokenGrant } from '../../src/model/token-grant.ts'
import { toolsKey, type PolicyAccess } from '../../src/policy/policies.ts'
import { NOW } from './fake-context.ts'

/** A token in the form of those that are generated. */
export const TOKEN = `rsp_${'Ab3-_'.repeat(8)}xyz`

/** A policy that refuses no player; the parameter replaces parts of it. */
const policyOf = (parts: Partial<Policy> = {}): Policy => ({
  name: 'main',
  version: 3,
  language: 'en',
  mode: 'enforce',
  rules: {},
  onUnknown: {},
  actions: {},
  appeal: '',
  exceptions: new Map(),
  ...parts,
})

const grantOf = (parts: Partial<TokenGrant> = {}): TokenGrant => ({
  policy: policyOf(),
  guildId: '500000000000000001',
  tokenId: 1,
  tokenName: 'eu-1',
  key: '500000000000000001/1',
  ...parts,
})

/** The verdict on an account without any fact; the parameter replaces parts of it. */
export const judgedOf = (steamId: string, parts: Partial<Verdict> = {}, gameReason = ''): JudgedAccount => ({
  verdict: {
    steamId,
    verdict: 'allow',
    reasons: [],
    unknown: [],
    until: null,
    mode: 'enforce',
    policy: { name: 'main', version: 3 },
    checkedAt: NOW,
    stale: false,
    ...parts,
  },
  gameReason,
  facts: { steamId, bans: { kind: 'unasked' }, profile: { kind: 'unasked' }, rustHours: { kind: 'unasked' } },
})

export interface FakePolicies extends PolicyAccess {
  /** Each recorded join. */
  joins: JudgedAccount[]
}

/** Policies with one token, whose verdicts the test decides. */
export function fakePolicies(
  getVerdict: PolicyAccess['getVerdict'] = async (_, steamId) => judgedOf(steamId),
  tokens: Record<string, TokenGrant> = { [TOKEN]: grantOf() },
): FakePolicies {
  const joins: JudgedAccount[] = []
  return {
    joins,
    findByToken: (token) => (Object.hasOwn(tokens, token) ? tokens[token] : undefined),
    mayAskSteam: () => true,
    getVerdict,
    noteCalls: () => {},
    grantOfTool: (tool) =>
      tool.guildId === '500000000000000001' ? grantOf({ key: toolsKey(tool.guildId) }) : undefined,
    mayToolsAskSteam: () => true,
    noteToolCalls: () => {},
    recordJoin: (_, judged) => void joins.push(judged),
  }
}

export const NO_POLICIES = fakePolicies(undefined, {})
