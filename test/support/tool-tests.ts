import { ToolTokenError, type ToolTokenProblem } from '../../src/model/tool-token-error.ts'
import type { ToolRepositories } from '../../src/tokens/database/repositories.ts'
import { createStoredTokens } from '../../src/tokens/stored-tokens.ts'
import type { ToolsContext } from '../../src/tokens/tools-context.ts'
import { GUILD } from './community.ts'
import { databaseForTest, databasePath } from './database.ts'
import { createFakeClock } from './fake-clock.ts'
import { NOW } from './fake-context.ts'
import { rejectionOf } from './rejection-of.ts'

type NewToken = Parameters<ToolRepositories['toolTokens']['add']>[0]

/** A token to be stored, whose hash consists of one digit. */
export const storedTokenOf = (digit: string, parts: Partial<NewToken> = {}): NewToken => ({
  guildId: GUILD,
  name: 'my panel',
  hash: digit.repeat(64),
  scopes: ['bans:read', 'joins'],
  createdBy: '800000000000000001',
  createdAt: 100,
  expiresAt: 1_000,
  ...parts,
})

/** A process that uses a database of tokens, at a time that the test sets; it starts at NOW. */
export async function openToolTest({ path = databasePath(), time = { now: NOW } } = {}) {
  const errors: unknown[] = []
  const database = await databaseForTest(path)
  const fakeClock = createFakeClock()
  const clock = { ...fakeClock, unixSeconds: () => time.now }
  const stored = createStoredTokens({ database, clock, onError: (error) => errors.push(error) })
  await stored.load()
  const context: ToolsContext = { database, clock, toolTokens: stored }
  return { path, time, errors, database, clock, fakeClock, stored, context }
}

/** The problem of the ToolTokenError that a promise rejects with. */
export const toolProblemOf = async (work: Promise<unknown>): Promise<ToolTokenProblem> =>
  (await rejectionOf(ToolTokenError, work)).problem
