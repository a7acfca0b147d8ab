// Asks a policy whether players may join. RAPSHEET_POLICY_TOKEN is a token of the policy.
// node check-players.mjs 76561198000150943 76561198000070655
import process from 'node:process'
import { ApiError, createClient, decideAdmission } from 'rapsheet-client'

/** What happens to players of whom the policy cannot say anything: your choice, `admit` or `refuse`. */
const ON_UNKNOWN = 'admit'

const rapsheet = createClient({
  baseUrl: process.env.RAPSHEET_URL ?? 'http://127.0.0.1:8080',
  userAgent: 'check-players/1.0 (me@example.org)',
  policyToken: process.env.RAPSHEET_POLICY_TOKEN,
  // A player who joins does not wait longer.
  timeoutMs: 10_000,
})

for (const player of process.argv.slice(2)) {
  try {
    const verdict = await rapsheet.getVerdict(player)
    const reasons = verdict.reasons.map(({ text }) => text).join(' ')
    console.log(`${player}: ${decideAdmission(verdict, ON_UNKNOWN)} (${verdict.verdict}) ${reasons}`.trim())
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    console.log(`${player}: ${ON_UNKNOWN} (no verdict: ${error.code})`)
  }
}
