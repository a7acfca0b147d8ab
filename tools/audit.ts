import { execFile } from 'node:child_process'
import { z } from 'zod'
import { isProduction } from './lockfile.ts'
import type { Lockfile } from './lockfile.ts'

const SEVERITIES = ['info', 'low', 'moderate', 'high', 'critical'] as const

/** What is read of the report of `npm audit --json`. */
export const auditReportSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.enum(SEVERITIES),
      range: z.string(),
      /** Advisories, or names of the packages it gets its trouble from. */
      via: z.array(z.string().or(z.object({ title: z.string(), url: z.string() }))),
      /** Where it is installed. */
      nodes: z.array(z.string()),
    }),
  ),
})
export type AuditReport = z.infer<typeof auditReportSchema>

/** A report, or why there is none. */
export type AuditAnswer = { report: AuditReport } | { silence: string }

const noReportSchema = z.object({ message: z.string().optional(), error: z.object({ summary: z.string() }).optional() })

interface AuditOptions {
  /** The folder of the project. */
  cwd?: string
  env?: NodeJS.ProcessEnv
  withinMs?: number
}

/** Asks the registry, as npm is set up, what is known of the locked packages. Rejects for a report of an unknown form. */
export async function askForAudit({ cwd, env, withinMs = 20_000 }: AuditOptions = {}): Promise<AuditAnswer> {
  const { stdout, timedOut } = await new Promise<{ stdout: string; timedOut: boolean }>((resolve) => {
    const args = ['audit', '--json', '--fetch-retries=0']
    // npm ends with 1 for findings as for failures: what it wrote tells them apart. On Windows it is a script.
    const options = { cwd, env, timeout: withinMs, maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' }
    execFile('npm', args, options, (error, stdout) => resolve({ stdout, timedOut: error?.killed === true }))
  })
  if (timedOut) return { silence: `no answer within ${withinMs / 1000} s` }
  const said = parseJson(stdout)
  if (typeof said === 'object' && said !== null && 'vulnerabilities' in said) {
    return { report: auditReportSchema.parse(said) }
  }
  const { data } = noReportSchema.safeParse(said)
  return { silence: data?.message ?? data?.error?.summary ?? 'npm audit told nothing' }
}

/** What a report has against the locked packages, as lines: what has to be acted on, and the rest. */
export function judgeAudit({ vulnerabilities }: AuditReport, lock: Lockfile): { failures: string[]; lesser: string[] } {
  const failures: string[] = []
  const lesser: string[] = []
  for (const [name, { severity, range, via, nodes }] of Object.entries(vulnerabilities)) {
    const isServed = nodes.some((path) => isProduction(lock.packages[path] ?? {}))
    // Tools see our own code alone, on machines of ours: there only what takes those over is worth a halt.
    const limit = isServed ? 'high' : 'critical'
    const why = via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : `${cause.title}, ${cause.url}`))
    const line = `${name} ${range} (${severity}, ${isServed ? 'in the running service' : 'development only'}): ${why.join('; ')}`
    const isFailure = SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(limit)
    if (isFailure) failures.push(`${line}. See \`npm audit\`; \`npm audit fix\`, or raise whatever brings it.`)
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
