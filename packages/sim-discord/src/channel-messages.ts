import { z } from 'zod'
import { json, refuseForm, type Answer } from './answer.ts'
import { openChannel, reject, type OpenChannel } from './channel-access.ts'
import { compose, type Payload } from './compose.ts'
import { CHANNEL_TYPE } from './guilds.ts'
import { snowflake } from './limits/controls.ts'
import { check } from './limits/problems.ts'
import { toRestMessage } from './message-wire.ts'
import type { Message } from './messages.ts'
import type { State } from './state.ts'
import { FLAG, isRecord, PERMISSION } from './wire.ts'

const WITH_MESSAGES = new Set<number>([CHANNEL_TYPE.text, CHANNEL_TYPE.announcement, CHANNEL_TYPE.voice])

const nonceSchema = z.object({
  nonce: z.union([z.int(), z.string().max(25)]).nullish(),
  enforce_nonce: z.boolean().nullish(),
})
const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(50),
  before: snowflake.optional(),
})

/** Answers a bot that posts a message in a channel. */
export function postMessage(state: State, channelId: string, payload: Payload): Answer {
  const access = openChannel(state, channelId)
  if ('refused' in access) return access.refused
  const { channel, has } = access
  if (!WITH_MESSAGES.has(channel.type)) return reject(400, 50008, 'Cannot send messages in a non-text channel')
  const isPermitted = has(PERMISSION.sendMessages) && (payload.uploads.size === 0 || has(PERMISSION.attachFiles))
  if (!isPermitted) return reject(403, 50013, 'Missing Permissions')

  const { nonce, enforce_nonce: isEnforced, ...fields } = isRecord(payload.json) ? payload.json : {}
  const checked = check(nonceSchema, { nonce, enforce_nonce: isEnforced })
  if ('problems' in checked) return refuseForm(checked.problems)
  const known = checked.value.enforce_nonce ? state.nonces.find(checked.value.nonce) : undefined
  const posted = known ?? create(state, access, { json: fields, uploads: payload.uploads })
  if ('refused' in posted) return posted.refused
  state.nonces.keep(checked.value.nonce, posted)
  return json(200, { ...toRestMessage(posted, state.author), ...(nonce ? { nonce } : {}) })
}

/** Answers a bot that edits a message of its own in a channel. */
export function editMessage(state: State, channelId: string, messageId: string, payload: Payload): Answer {
  const access = openChannel(state, channelId)
  if ('refused' in access) return access.refused
  const message = state.messages.find(messageId)
  if (message?.channelId !== channelId || message.isDeleted || (message.body.flags & FLAG.ephemeral) !== 0)
    return reject(404, 10008, 'Unknown Message')
  if (message.writer !== undefined) return reject(403, 50005, 'Cannot edit a message authored by another user')
  const composed = compose(message.body, payload, (upload) =>
    state.attachments.keep(upload, { folder: channelId, isEphemeral: false }),
  )
  if ('refused' in composed) return composed.refused
  state.violations.push(...composed.remarks.map((remark) => `message: ${remark}`))
  state.messages.edit(message, composed.body, composed.notifies)
  return json(200, toRestMessage(message, state.author))
}

function create(state: State, { channel, has }: OpenChannel, payload: Payload): Message | { refused: Answer } {
  const { id: channelId, guildId } = channel
  const composed = compose(undefined, payload, (upload) =>
    state.attachments.keep(upload, { folder: channelId, isEphemeral: false }),
  )
  if ('refused' in composed) return composed
  const { body, remarks } = composed
  if ((body.flags & FLAG.ephemeral) !== 0) remarks.push('EPHEMERAL cannot be set on a message of a channel')
  state.violations.push(...remarks.map((remark) => `message: ${remark}`))
  const notifies = has(PERMISSION.mentionEveryone) ? composed.notifies : findAllowed(state, guildId, composed.notifies)
  const shown = { ...body, flags: body.flags & ~FLAG.ephemeral }
  return state.messages.post({ channelId, guildId, origin: { kind: 'channel' }, body: shown, notifies })
}

/** The mentions that notify without the permission Mention Everyone. */
function findAllowed({ guilds }: State, guildId: string, notifies: readonly string[]): string[] {
  const roles = guilds.find(guildId)?.roles
  return notifies.filter((mention) => {
    if (mention === 'everyone' || mention === 'here') return false
    return !mention.startsWith('&') || roles?.get(mention.slice(1))?.isMentionable === true
  })
}

/** Answers a bot that reads the messages of a channel, newest first. */
export function listMessages(state: State, channelId: string, query: URLSearchParams): Answer {
  const access = openChannel(state, channelId)
  if ('refused' in access) return access.refused
  const checked = check(pageSchema, Object.fromEntries(query))
  if ('problems' in checked) return refuseForm(checked.problems)
  // Without the permission, Discord answers an empty list instead of an error.
  if (!access.has(PERMISSION.readMessageHistory)) return json(200, [])
  const { limit, before } = checked.value
  const messages = state.messages
    .inChannel(channelId)
    .filter(
      ({ id, body }) => (body.flags & FLAG.ephemeral) === 0 && (before === undefined || BigInt(id) < BigInt(before)),
    )
  return json(
    200,
    messages
      .slice(-limit)
      .toReversed()
      .map((message) => toRestMessage(message, state.author)),
  )
}
