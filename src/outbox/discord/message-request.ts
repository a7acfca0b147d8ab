import { MessageFlags } from 'discord.js'
import type { View } from '../../discord/view.ts'

/** The nonce of a message, and its role. Discord accepts one message for each nonce. */
export interface MessageIdentity {
  nonce: string
  /** The role whose members it notifies; null for none. */
  roleId: string | null
}

/** Creates a request that posts a view and notifies only the members of `roleId`. */
export function toMessageRequest({ nonce, roleId }: MessageIdentity, { components, files = [] }: View, flags = 0) {
  return {
    body: {
      flags: MessageFlags.IsComponentsV2 | flags,
      components,
      nonce,
      enforce_nonce: true,
      allowed_mentions: { parse: [], roles: roleId === null ? [] : [roleId] },
      attachments: files.map(({ name }, id) => ({ id, filename: name })),
    },
    files,
  }
}
