import { isDeepStrictEqual } from 'node:util'
import type { FilePolicy } from './parse-policy-file.ts'
import type { PolicySource, TokenGrant } from './policies.ts'

export type FilePolicySource = ReturnType<typeof createFilePolicySource>

/** The policy of a file as a source of policies. */
export function createFilePolicySource(first: FilePolicy) {
  let file = first
  let grant = toGrant(first, 1)
  const source: PolicySource = {
    findByHash: (hash) => (hash === file.tokenHash ? grant : undefined),
    hasTokens: () => true,
    ofGuild: () => undefined,
    noteUse: () => {},
  }
  return {
    ...source,
    /** Takes the file as it is now; counts a version up and returns true if it has changed. */
    replace(next: FilePolicy): boolean {
      if (isDeepStrictEqual(next, file)) return false
      grant = toGrant(next, grant.policy.version + 1)
      file = next
      return true
    },
    policy: () => grant.policy,
  }
}

const toGrant = ({ policy }: FilePolicy, version: number): TokenGrant => ({
  policy: { ...policy, version },
  policyId: 'file',
  guildId: null,
  tokenId: 'file',
  tokenName: policy.name,
})
