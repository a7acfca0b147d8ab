import { z } from 'zod'

const entrySchema = z.object({
  version: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  /** A folder of this repository, which has an entry of its own under its path. */
  link: z.boolean().optional(),
})
export type LockEntry = z.infer<typeof entrySchema>

/** What is read of a package-lock.json: each package by the path it is installed at; the project itself at "". */
export const lockfileSchema = z.object({ packages: z.record(z.string(), entrySchema) })
export type Lockfile = z.infer<typeof lockfileSchema>

/** Whether a package is part of the running service, optional ones included. */
export const isProduction = ({ dev = false }: LockEntry): boolean => !dev

/** `@scope/name` of `node_modules/a/node_modules/@scope/name`. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
