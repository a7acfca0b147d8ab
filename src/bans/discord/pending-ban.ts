import type { Message } from 'discord.js'
import { z } from 'zod'
import type { Invocation } from '../../discord/command.ts'
import { filesOf, loadStored } from '../../discord/files.ts'
import type { ViewFile } from '../../discord/view.ts'
import { steamIdSchema } from '../../model/account.ts'

/** The file in which a question stores the ban that its button adds, so that any process can add it. */
const PENDING_FILE = 'rapsheet-ban.json'
const VERSION = 1

const fileSchema = z.object({
  version: z.literal(VERSION),
  accounts: z.array(z.object({ steamId: steamIdSchema, name: z.string() })),
  /** As they were typed. */
  reason: z.string(),
  until: z.string(),
  note: z.string(),
})

/** Accounts that are to be banned, and what was typed about the ban. */
export type PendingBan = Omit<z.infer<typeof fileSchema>, 'version'>

export const toPendingFile = (pending: PendingBan): ViewFile => ({
  name: PENDING_FILE,
  data: Buffer.from(JSON.stringify({ version: VERSION, ...pending })),
})

/** Reads the ban that a message asks about, from its file. Throws `outdated_button` without such a file, and for another version. */
export async function loadPendingBan(
  { downloadFile }: Pick<Invocation, 'downloadFile'>,
  message: Pick<Message, 'components'>,
): Promise<PendingBan> {
  const { version: _, ...pending } = await loadStored(filesOf(message), PENDING_FILE, {
    download: downloadFile,
    parse: (text) => fileSchema.parse(JSON.parse(text)),
  })
  return pending
}
