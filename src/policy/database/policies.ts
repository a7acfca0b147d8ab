import type { Knex } from 'knex'
import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { policyTermsSchema, REFUSAL_NOTICES, type PolicyTerms, type RefusalNotices } from '../../model/policy.ts'
import { notePolicyChange } from './policy-revision.ts'
import { columnsOf, inChunks, jsonColumn, readRows, toRow } from '../../database/rows.ts'

/** The policy of a Discord server, without its exceptions and tokens. */
export interface StoredPolicy {
  guildId: string
  name: string
  /** Number of the version of the terms, from 1. */
  version: number
  terms: PolicyTerms
  notify: RefusalNotices
  /** When the terms were last changed. */
  updatedAt: number
  /** The Discord id of the user who changed them. */
  updatedBy: string
}

/** A version of the terms of a policy. */
export interface PolicyVersion {
  version: number
  at: number
  /** The Discord id of the user who made the change. */
  userId: string
  terms: PolicyTerms
}

/** The data by which a process finds out whether to load a policy again. */
export interface PolicyState {
  guildId: string
  /** Changes with each change of the policy, its exceptions or its tokens. */
  revision: number
  /** The Discord locale of its server. */
  locale: string
}

const termsColumn = jsonColumn(policyTermsSchema)

const policySchema = z.object({
  guildId: z.string(),
  name: z.string(),
  version: z.int().min(1),
  terms: termsColumn,
  notify: z.enum(REFUSAL_NOTICES),
  updatedAt: unixSecondsSchema,
  updatedBy: z.string(),
})

const versionSchema = z.object({
  version: z.int().min(1),
  at: unixSecondsSchema,
  userId: z.string(),
  terms: termsColumn,
})

const stateSchema = z.object({ guildId: z.string(), revision: z.int(), locale: z.string() })

/** Checked before writing, because terms that cannot be read would make the policy unusable. */
const toTermsColumn = (terms: PolicyTerms) => JSON.stringify(policyTermsSchema.parse(terms))

export function createPoliciesRepository(db: Knex) {
  const policyOf = (guildId: string) => db('policies').where('guild_id', guildId)
  const addVersion = async (guildId: string, version: PolicyVersion) => {
    const row = toRow(versionSchema, { ...version, terms: toTermsColumn(version.terms) })
    await db('policy_versions').insert({ guild_id: guildId, ...row })
  }
  return {
    async get(guildId: string): Promise<StoredPolicy | undefined> {
      return readRows('policies', policySchema, await policyOf(guildId).select(columnsOf(policySchema)))[0]
    },

    /** How a server is told about refusals; undefined without a policy. Does not read the terms, which may be damaged. */
    async notifyOf(guildId: string): Promise<RefusalNotices | undefined> {
      const rows: unknown = await policyOf(guildId).select('notify')
      return readRows('policies', policySchema.pick({ notify: true }), rows)[0]?.notify
    },

    /** Creates the policy of a known server (`guilds.touch`) without one. */
    async create(policy: StoredPolicy): Promise<void> {
      const { guildId, version, terms, updatedAt: at, updatedBy: userId } = policy
      await db('policies').insert(toRow(policySchema, { ...policy, terms: toTermsColumn(terms) }))
      await addVersion(guildId, { version, at, userId, terms })
    },

    /** Stores new terms, as the current ones and as a version. */
    async saveTerms(guildId: string, saved: PolicyVersion): Promise<void> {
      const { version, at, userId, terms } = saved
      await policyOf(guildId).update({ version, terms: toTermsColumn(terms), updated_at: at, updated_by: userId })
      await addVersion(guildId, saved)
      await notePolicyChange(db, [guildId])
    },

    async setNotify(guildId: string, notify: RefusalNotices): Promise<void> {
      await policyOf(guildId).update({ notify })
      await notePolicyChange(db, [guildId])
    },

    /** The versions of a policy, newest first. */
    async versions(guildId: string, limit: number): Promise<PolicyVersion[]> {
      const rows: unknown = await db('policy_versions')
        .where('guild_id', guildId)
        .orderBy('version', 'desc')
        .limit(limit)
        .select(columnsOf(versionSchema))
      return readRows('policy_versions', versionSchema, rows)
    },

    /** The states of all policies. */
    async states(): Promise<PolicyState[]> {
      const rows: unknown = await db('policies as p')
        .join('guilds as g', 'g.guild_id', 'p.guild_id')
        .orderBy('p.guild_id')
        .select({ guildId: 'p.guild_id', revision: 'p.revision', locale: 'g.locale' })
      return readRows('policies', stateSchema, rows)
    },

    /** Finds which of these servers have a policy. */
    async existing(guildIds: readonly string[]): Promise<Set<string>> {
      const found = await inChunks(guildIds, (chunk) =>
        db('policies').whereIn('guild_id', chunk).pluck<string[]>('guild_id'),
      )
      return new Set(found.flat())
    },

    /** Deletes versions from before `before`, except the current ones. */
    async deleteVersions(before: number): Promise<void> {
      const current = db('policies')
        .where('guild_id', db.ref('policy_versions.guild_id'))
        .where('version', db.ref('policy_versions.version'))
      await db('policy_versions').where('at', '<', before).whereNotExists(current).delete()
    },
  }
}
