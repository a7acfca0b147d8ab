import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

interface Output {
  code: number | string | undefined
  stdout: string
  stderr: string
}

/** Runs a program to its end, without a shell; never rejects. */
export async function runProgram(
  program: string,
  args: string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Output> {
  const options = { env: { ...process.env, ...env }, ...(cwd === undefined ? {} : { cwd }) }
  try {
    return { code: 0, ...(await promisify(execFile)(program, args, options)) }
  } catch (error) {
    // The error of `execFile` has the output.
    const { code, stdout, stderr } = error as Output
    return { code, stdout: stdout ?? '', stderr: stderr ?? '' }
  }
}
