import { z } from 'zod'

const entrySchema = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  /** A link to a folder of this repository, which has its own entry. */
  link: z.boolean().optional(),
})
export type LockEntry = z.infer<typeof entrySchema>

/** The used fields of package-lock.json: packages by installation path; the project itself at "". */
export const lockfileSchema = z.object({ packages: z.record(z.string(), entrySchema) })
export type Lockfile = z.infer<typeof lockfileSchema>

/** Whether a package is part of the running service, including optional ones. */
export const isProduction = ({ dev = false }: LockEntry): boolean => !dev

/** `@scope/name` of `node_modules/a/node_modules/@scope/name`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
