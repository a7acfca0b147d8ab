import { z } from 'zod'

const installSchema = z
  .object({
    oauth2_install_params: z
      .object({
        scopes: z
          .array(z.enum(['applications.commands', 'bot']))
          .min(1)
          .nullish(),
        permissions: z.string().regex(/^\d+$/).nullish(),
      })
      .nullish(),
  })
  .nullable()

/** How an application may be installed, by the kind of installation: `0` in a server, `1` by a user. */
export type InstallConfig = Partial<Record<'0' | '1', z.infer<typeof installSchema>>>

/** A change of an application; only how it may be installed is simulated. */
export const editSchema = z.object({
  integration_types_config: z
    .partialRecord(z.enum(['0', '1']), installSchema)
    .refine((config) => Object.keys(config).length > 0)
    .optional(),
})

/** How a new application may be installed. */
export const DEFAULT_INSTALLS: InstallConfig = { '0': {} }
