import { json, noContent, refuse, refuseForm, type Answer } from './answer.ts'
import { compose, type Composed, type Payload } from './compose.ts'
import { ANSWER_WITHIN_MS, announce, show, type Interaction } from './interactions.ts'
import { checkResponse } from './limits/response.ts'
import { toWireMessage } from './message-wire.ts'
import type { Message, MessageBody, MessageOrigin, OriginMetadata } from './messages.ts'
import type { State } from './state.ts'
import { CALLBACK, FLAG, INTERACTION, isRecord, OPTION, type IntegrationOwners } from './wire.ts'

/** The allowed callback types for each type of interaction. */
const ALLOWED: Record<number, number[]> = {
  [INTERACTION.command]: [CALLBACK.reply, CALLBACK.deferReply, CALLBACK.modal],
  [INTERACTION.component]: [CALLBACK.reply, CALLBACK.deferReply, CALLBACK.deferUpdate, CALLBACK.update, CALLBACK.modal],
  [INTERACTION.autocomplete]: [CALLBACK.choices],
  [INTERACTION.modal]: [CALLBACK.reply, CALLBACK.deferReply, CALLBACK.deferUpdate, CALLBACK.update],
}

/** Only a modal that was opened from a message can update it. */
function allowedFor({ type, clicked }: Interaction): number[] {
  const allowed = ALLOWED[type] ?? []
  const isWithoutMessage = type === INTERACTION.modal && clicked === undefined
  return isWithoutMessage
    ? allowed.filter((each) => each !== CALLBACK.update && each !== CALLBACK.deferUpdate)
    : allowed
}

const NOTHING: MessageBody = { content: '', embeds: [], components: [], attachments: [], flags: 0 }

/** Handles an application's first answer to an interaction. */
export function answerCallback(
  state: State,
  { id, token, withResponse }: { id: string; token: string; withResponse: boolean },
  payload: Payload,
): Answer {
  const interaction = state.interactions.byId(id)
  if (interaction?.token !== token) return refuse(404, 10062, 'Unknown interaction')
  if (interaction.answer !== undefined) return refuse(400, 40060, 'Interaction has already been acknowledged.')
  const age = state.clock() - interaction.createdAt
  if (age > ANSWER_WITHIN_MS) {
    return refuse(404, 10062, 'Unknown interaction', `answered after ${age} ms; the limit is ${ANSWER_WITHIN_MS} ms`)
  }

  const type = isRecord(payload.json) ? payload.json['type'] : undefined
  const data = isRecord(payload.json) ? payload.json['data'] : undefined
  const allowed = allowedFor(interaction)
  if (typeof type !== 'number' || !allowed.includes(type)) {
    const message = `Value must be one of {${allowed.join(', ')}}.`
    return refuseForm([{ path: ['type'], code: 'BASE_TYPE_CHOICES', message }])
  }

  const effect = takeEffect(state, interaction, type, { json: data, uploads: payload.uploads })
  if ('refused' in effect) return effect.refused
  state.violations.push(...effect.remarks.map((remark) => `callback: ${remark}`))
  interaction.answer = { type, ms: performance.now() - interaction.at, data }
  announce(interaction)
  return withResponse ? json(200, describe(state, interaction, type, effect.message)) : noContent()
}

type Effect = { message?: Message; remarks: string[] } | { refused: Answer }

function takeEffect(state: State, interaction: Interaction, type: number, payload: Payload): Effect {
  switch (type) {
    case CALLBACK.reply: {
      const composed = compose(undefined, payload, keeperFor(state, interaction, payload))
      return 'refused' in composed ? composed : reply(state, interaction, composed)
    }
    case CALLBACK.deferReply:
      return deferReply(state, interaction, payload)
    case CALLBACK.deferUpdate:
      if (interaction.clicked !== undefined) show(interaction, interaction.clicked)
      return { remarks: [] }
    case CALLBACK.update:
      return updateMessage(state, interaction, payload)
    default: {
      const checked = checkResponse(type, payload.json)
      return 'problems' in checked
        ? { refused: refuseForm(checked.problems) }
        : { remarks: checked.unknown.map((field) => `${field} is no field Discord knows in a request`) }
    }
  }
}

function deferReply(state: State, interaction: Interaction, { json }: Payload): Effect {
  const fields = isRecord(json) ? json : {}
  const flags = fields['flags'] || 0
  if (flags !== 0 && flags !== FLAG.ephemeral) {
    const message = 'Only EPHEMERAL can be set on a deferred reply.'
    return { refused: refuseForm([{ path: ['data', 'flags'], code: 'BASE_TYPE_CHOICES', message }]) }
  }
  const others = Object.keys(fields).filter((name) => name !== 'flags')
  const remarks = others.map((name) => `a deferred reply has no ${name}`)
  return reply(state, interaction, { body: { ...NOTHING, flags: flags | FLAG.loading }, notifies: [], remarks })
}

function updateMessage(state: State, interaction: Interaction, payload: Payload): Effect {
  const { clicked } = interaction
  if (clicked === undefined || clicked.isDeleted) return { refused: refuse(404, 10008, 'Unknown Message') }
  const composed = compose(clicked.body, payload, keeperFor(state, interaction, payload, clicked.body.flags))
  if ('refused' in composed) return composed
  show(interaction, clicked)
  state.messages.edit(clicked, composed.body, composed.notifies)
  return { message: clicked, remarks: composed.remarks }
}

function reply(state: State, interaction: Interaction, { body, notifies, remarks }: Composed): Effect {
  const { channelId, guildId } = interaction
  const origin = originOf(interaction)
  const message = state.messages.post({ channelId, guildId, origin, body, notifies })
  show(interaction, message)
  return { message, remarks }
}

/** The origin of an interaction's messages; follow-ups refer to the first message. */
export function originOf(interaction: Interaction, first?: Message): MessageOrigin {
  const data = isRecord(interaction.sent['data']) ? interaction.sent['data'] : {}
  const isContextMenu = data['target_id'] !== undefined
  const isCommand = interaction.type === INTERACTION.command && first === undefined
  return {
    kind: isCommand ? (isContextMenu ? 'contextMenu' : 'command') : 'followUp',
    userId: interaction.user.id,
    ...(isCommand ? { command: nameOf(data) } : {}),
    metadata: {
      ...toMetadata(interaction),
      ...(first === undefined ? {} : { original_response_message_id: first.id }),
    },
  }
}

/** The name of a command with those of group and subcommand. */
function nameOf({ name, options }: Record<string, unknown>): string {
  const first: unknown = Array.isArray(options) ? options[0] : undefined
  const isSubcommand = isRecord(first) && (first['type'] === OPTION.subcommand || first['type'] === OPTION.group)
  return isSubcommand ? `${String(name)} ${nameOf(first)}` : String(name)
}

function toMetadata({ id, type, user, sent, clicked, openedBy }: Interaction): OriginMetadata {
  return {
    id,
    type,
    user,
    authorizing_integration_owners: sent['authorizing_integration_owners'] as IntegrationOwners,
    ...(clicked === undefined || openedBy !== undefined ? {} : { interacted_message_id: clicked.id }),
    ...(openedBy === undefined ? {} : { triggering_interaction_metadata: toMetadata(openedBy) }),
  }
}

/** Stores the files of a request in the folder for this kind of message. */
export function keeperFor(
  state: State,
  interaction: Interaction,
  payload: Payload,
  flags = isRecord(payload.json) ? Number(payload.json['flags'] ?? 0) : 0,
): Parameters<typeof compose>[2] {
  const isEphemeral = (flags & FLAG.ephemeral) !== 0
  return (upload) => state.attachments.keep(upload, { folder: interaction.channelId, isEphemeral })
}

function describe(state: State, interaction: Interaction, type: number, message: Message | undefined): object {
  const flags = message?.body.flags ?? 0
  const about = {
    id: interaction.id,
    type: interaction.type,
    ...(message === undefined
      ? {}
      : {
          response_message_id: message.id,
          response_message_loading: (flags & FLAG.loading) !== 0,
          response_message_ephemeral: (flags & FLAG.ephemeral) !== 0,
        }),
  }
  const shown = message === undefined ? {} : { message: toWireMessage(message, state.author) }
  return { interaction: about, resource: { type, ...shown } }
}
