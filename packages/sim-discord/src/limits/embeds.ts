import { z } from 'zod'
import { isHttp } from './address.ts'
import type { Problem } from './problems.ts'

const MAX_TOTAL = 6000

const url = z
  .string()
  .max(2048)
  .refine((value) => isHttp(value) || value.startsWith('attachment://'), { error: 'Not a well formed URL.' })
  .nullish()
const picture = z.object({ url, width: z.int().nullish(), height: z.int().nullish() })

/** An embed, in the form a bot sends it. */
export const embedSchema = z.object({
  type: z.string().nullish(),
  url,
  title: z.string().max(256).nullish(),
  description: z.string().max(4096).nullish(),
  color: z.int().min(0).max(0xffffff).nullish(),
  timestamp: z.iso.datetime({ offset: true }).nullish(),
  author: z.object({ name: z.string().max(256).nullish(), url, icon_url: url }).nullish(),
  footer: z.object({ text: z.string().max(2048).nullish(), icon_url: url }).nullish(),
  image: picture.nullish(),
  thumbnail: picture.nullish(),
  fields: z
    .array(
      z.object({
        name: z.string().min(1).max(256),
        value: z.string().min(1).max(1024),
        inline: z.boolean().nullish(),
      }),
    )
    .max(25)
    .nullish(),
})

export type Embed = z.infer<typeof embedSchema>

/** The combined limit of all embeds of a message. */
export function checkEmbeds(embeds: readonly Embed[]): Problem[] {
  const total = embeds.map(lengthOf).reduce((sum, length) => sum + length, 0)
  if (total <= MAX_TOTAL) return []
  const message = `Embed size exceeds maximum size of ${MAX_TOTAL}`
  return [{ path: ['embeds'], code: 'MAX_EMBED_SIZE_EXCEEDED', message }]
}

function lengthOf({ title, description, author, footer, fields }: Embed): number {
  const texts = [title, description, author?.name, footer?.text, ...(fields ?? []).flatMap((f) => [f.name, f.value])]
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0)
}
