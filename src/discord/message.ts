import { MessageFlags } from 'discord.js'
import type { View } from './view.ts'

/** A view as discord.js sends it. Mentions in it never notify anybody, and the files of the state before are gone. */
export function toMessage({ components, files = [] }: View) {
  return {
    flags: MessageFlags.IsComponentsV2 as const,
    components,
    files: files.map(({ name, data }) => ({ name, attachment: data })),
    attachments: [],
    allowedMentions: { parse: [] },
  }
}

/** The same as a message of its own that only its receiver sees. */
export function toPrivateMessage(view: View) {
  return { ...toMessage(view), flags: [MessageFlags.IsComponentsV2, MessageFlags.Ephemeral] as const }
}
