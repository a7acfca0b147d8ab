import { execFile } from 'node:child_process'
import { z } from 'zod'
import { isProduction, type Lockfile } from './lockfile.ts'

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const

/** The used fields of the report of `npm audit --json`. */
export const auditReportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(SEVERITIES),
      range: z.string(),
      /** Advisories, or names of vulnerable dependencies. */
      via: z.array(z.string().or(z.object({ title: z.string(), url: z.string() }))),
      /** The installation paths. */
      nodes: z.array(z.string()),
    }),
  ),
})
export type AuditReport = z.infer<typeof auditReportSchema>

/** A report, or the reason for its absence: the end of a sentence that begins with "because". */
export type AuditAnswer = { report: AuditReport } | { unavailable: string }

const noReportSchema = z.object({
  message: z.string().optional(),
  statusCode: z.number().optional(),
  error: z.object({ summary: z.string() }).optional(),
})

/** What a registry answers that has no interface for audits. */
const NO_INTERFACE = new Set([404, 405, 501])

interface AuditOptions {
  /** The project's folder. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  withinMs?: number
}

/** Requests the advisories for the locked packages from npm's registry. Rejects for a report of an unknown format. */
export async function askForAudit({ cwd, env, withinMs = 20_000 }: AuditOptions = {}): Promise<AuditAnswer> {
  const { stdout, timedOut } = await new Promise<{ stdout: string; timedOut: boolean }>((resolve) => {
    const args = ['audit', '--json', '--fetch-retries=0']
    // npm exits with 1 for findings and for failures; only its output distinguishes them. On Windows it is a script.
    const options = { cwd, env, timeout: withinMs, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' }
    execFile('npm', args, options, (error, stdout) => resolve({ stdout, timedOut: error?.killed === true }))
  })
  if (timedOut) return { unavailable: `the registry did not answer within ${withinMs / 1000} s` }
  const parsed = parseJson(stdout)
  if (typeof parsed === 'object' && parsed !== null && 'vulnerabilities' in parsed) {
    return { report: auditReportSchema.parse(parsed) }
  }
  const { data } = noReportSchema.safeParse(parsed)
  const reason = data?.message ?? data?.error?.summary ?? 'npm audit printed no reason'
  const what = NO_INTERFACE.has(data?.statusCode ?? 0) ? 'has no interface for audits' : 'did not answer'
  return { unavailable: `the registry ${what} (${reason})` }
}

/** The findings of a report as lines: those that fail the check, and the lesser ones. */
export function judgeAudit({ vulnerabilities }: AuditReport, lock: Lockfile): { failures: string[]; lesser: string[] } {
  const failures: string[] = []
  const lesser: string[] = []
  for (const [name, { severity, range, via, nodes }] of Object.entries(vulnerabilities)) {
    const isServed = nodes.some((path) => isProduction(lock.packages[path] ?? {}))
    // Development tools run only on our own code and machines, so only critical findings matter there.
    const limit = isServed ? 'high' : 'critical'
    const why = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : `${cause.title}, ${cause.url}`))
    const line = `${name} ${range} (${severity}, ${isServed ? 'in the running service' : 'development only'}): ${why.join('; ')}`
    const isFailure = SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit)
    if (isFailure)
      failures.push(`${line}. See \`npm audit\`; \`npm audit fix\`, or update the package that depends on it.`)
    else lesser.push(line)
  }
  return { failures, lesser }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
