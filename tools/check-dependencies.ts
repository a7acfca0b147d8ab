import { readFileSync } from 'node:fs'
import { askForAudit, judgeAudit } from './audit.ts'
import { judgeLicences } from './licences.ts'
import { lockfileSchema } from './lockfile.ts'

// Checks the licences and the advisories of the locked packages. Runs in the project's folder, as npm does.
const lock = lockfileSchema.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const fail = (lines: string[]) => {
  for (const line of lines) process.stderr.write(`${line}\n`)
  if (lines.length > 0) process.exitCode = 1
}

const licences = judgeLicences(lock)
if (licences.length === 0) say('licences: all allowed')
fail(licences)

const answer = await askForAudit()
if ('unavailable' in answer) say(`audit: skipped, the registry did not answer (${answer.unavailable})`)
else {
  const { failures, lesser } = judgeAudit(answer.report, lock)
  say(`audit: ${failures.length} to act on, ${lesser.length} lesser`)
  fail(failures)
}
