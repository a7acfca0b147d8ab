import { readFileSync } from 'node:fs'
import { askForAudit, judgeAudit } from './audit.ts'
import { lockfileSchema } from './lockfile.ts'

// Checks the locked packages for known vulnerabilities. Runs in the project's folder, as npm does.
const lock = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const answer = await askForAudit()
if ('unavailable' in answer) {
  // Not a failure: other registries than npm's often have no audits, and an outage of one says nothing about the packages.
  process.stdout.write(`vulnerable packages: not checked, because ${answer.unavailable}\n`)
} else {
  const { failures, lesser } = judgeAudit(answer.report, lock)
  process.stdout.write(`vulnerable packages: ${failures.length} to act on, ${lesser.length} lesser\n`)
  for (const line of failures) process.stderr.write(`${line}\n`)
  if (failures.length > 0) process.exitCode = 1
}
