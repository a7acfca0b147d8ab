import { z } from 'zod'
import { unixSecondsSchema } from '../../model/bounds.ts'
import { policyTermsSchema, REFUSAL_NOTICES, type PolicyTerms } from '../../model/policy.ts'
import { eraseTraces } from '../../database/erase-traces.ts'
import type { SteamId } from '../../model/steam-id.ts'
import { flagColumn, inChunks, jsonColumn, readRows, selectRows, toRow } from '../../database/rows.ts'
import type { Knex } from 'knex'

/** Records a change of a policy, its exceptions or its tokens, so that every process loads it again. */
export async function notePolicyChange(db: Knex, guildIds: readonly string[]): Promise<void> {
  await inChunks(guildIds, (chunk) => db('policies').whereIn('guild_id', chunk).increment('revision', 1))
}

const termsColumn = jsonColumn(policyTermsSchema)

const policySchema = z.object({
  guildId: z.string(),
  name: z.string(),
  /** Number of the version of the terms, from 1. */
  version: z.int().min(1),
  terms: termsColumn,
  notify: z.enum(REFUSAL_NOTICES),
  /** Whether each refusal by the own ban list is reported in the alert channel; otherwise they are counted once a day. */
  reportsBans: flagColumn,
  /** When the terms were last changed. */
  updatedAt: unixSecondsSchema,
  /** The Discord id of the user who last changed the terms. */
  updatedBy: z.string(),
})
/** The policy of a Discord server, without its exceptions and tokens. */
export type StoredPolicy = z.infer<typeof policySchema>

const reportsSchema = policySchema.pick({ notify: true, reportsBans: true })
/** How a server is told about refused accounts. */
export type RefusalReports = z.infer<typeof reportsSchema>

const versionSchema = z.object({
  version: z.int().min(1),
  at: unixSecondsSchema,
  /** The Discord id of the user who made the change. */
  userId: z.string(),
  terms: termsColumn,
})
/** A version of the terms of a policy. */
export type PolicyVersion = z.infer<typeof versionSchema>

const stateSchema = z.object({
  guildId: z.string(),
  /** Changes with each change of the policy, its exceptions or its tokens. */
  revision: z.int(),
  /** The Discord locale of the server. */
  locale: z.string(),
})
/** The data by which a process finds out whether to load a policy again. */
export type PolicyState = z.infer<typeof stateSchema>

/** Checks terms before they are written, because terms that cannot be read would make the policy unusable. */
const checked = <T extends { terms: PolicyTerms }>(values: T): T => ({
  ...values,
  terms: policyTermsSchema.parse(values.terms),
})

const GUILD = ['guild_id']
/** Replaces an erased id in a text. It must not be longer than an id, because the length of the text is checked when the text is read. */
const SHORT_REPLACEMENT = '…'
const TRACES = {
  tables: ['policy_exceptions', 'joins'],
  texts: [
    { table: 'policy_exceptions', text: 'reason', key: [...GUILD, 'steam_id'] },
    { table: 'policies', text: 'terms', key: GUILD, replacement: SHORT_REPLACEMENT },
    { table: 'policy_versions', text: 'terms', key: [...GUILD, 'version'], replacement: SHORT_REPLACEMENT },
    { table: 'policy_tokens', text: 'name' },
    { table: 'joins', text: 'token_name' },
  ],
}

export function createPoliciesRepository(db: Knex) {
  const policyOf = (guildId: string) => db('policies').where('guild_id', guildId)
  const addVersion = async (guildId: string, version: PolicyVersion) => {
    await db('policy_versions').insert({ guild_id: guildId, ...toRow(versionSchema, checked(version)) })
  }
  return {
    async get(guildId: string): Promise<StoredPolicy | undefined> {
      return (await selectRows('policies', policySchema, policyOf(guildId)))[0]
    },

    /** How a server is told about refusals; undefined without a policy. Does not read the terms, which may be damaged. */
    async reportsOf(guildId: string): Promise<RefusalReports | undefined> {
      return (await selectRows('policies', reportsSchema, policyOf(guildId)))[0]
    },

    /** Creates the policy of a server that has none. The server must be stored already (`guilds.touch`). */
    async create(policy: StoredPolicy): Promise<void> {
      await db('policies').insert(toRow(policySchema, checked(policy)))
      await addVersion(policy.guildId, { ...policy, at: policy.updatedAt, userId: policy.updatedBy })
    },

    /** Stores new terms, both as the current terms and as a version. */
    async saveTerms(guildId: string, saved: PolicyVersion): Promise<void> {
      const { version, at, userId, terms } = saved
      const current = checked({ version, terms, updatedAt: at, updatedBy: userId })
      await policyOf(guildId).update(toRow(policySchema, current))
      await addVersion(guildId, saved)
      await notePolicyChange(db, [guildId])
    },

    async setReports(guildId: string, reports: RefusalReports): Promise<void> {
      await policyOf(guildId).update(toRow(reportsSchema, reports))
      await notePolicyChange(db, [guildId])
    },

    /** The versions of a policy, newest first. */
    async versions(guildId: string, limit: number): Promise<PolicyVersion[]> {
      const newest = db('policy_versions').where('guild_id', guildId).orderBy('version', 'desc').limit(limit)
      return selectRows('policy_versions', versionSchema, newest)
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

    /** Deletes versions that were saved earlier than `before`, except the current version of each policy. */
    async deleteVersions(before: number): Promise<void> {
      const current = db('policies')
        .where('guild_id', db.ref('policy_versions.guild_id'))
        .where('version', db.ref('policy_versions.version'))
      await db('policy_versions').where('at', '<', before).whereNotExists(current).delete()
    },

    /** Erases every trace of an account in all policies, their exceptions, tokens and joins; returns whether there was any. */
    async erase(steamId: SteamId): Promise<boolean> {
      const isErased = await eraseTraces(db, steamId, TRACES)
      // Makes every process load all policies again, which is acceptable because accounts are rarely erased.
      if (isErased) await notePolicyChange(db, await db('policies').pluck<string[]>('guild_id'))
      return isErased
    },
  }
}
