import { json, noContent, refuse, type Answer } from './answer.ts'
import { keeperFor, originOf } from './callbacks.ts'
import { compose, type Payload } from './compose.ts'
import { hasApp } from './integration-owners.ts'
import { announce, TOKEN_LIFE_MS, type Interaction } from './interactions.ts'
import { toWireMessage } from './message-wire.ts'
import type { Message } from './messages.ts'
import type { State } from './state.ts'
import { FLAG } from './wire.ts'

/** The maximum number of follow-ups of an interaction in a guild that has not installed the app. */
const MAX_FOLLOW_UPS = 5

const isInstalled = ({ guilds }: State, { guildId }: Interaction): boolean =>
  guildId === null || hasApp(guilds, guildId)

/** Finds an interaction by its token; a rejection is the answer to send. */
export function openWebhook(state: State, applicationId: string, token: string) {
  const interaction = state.interactions.byToken(token)
  if (interaction === undefined || applicationId !== state.author.applicationId) {
    return { refused: refuse(404, 10015, 'Unknown Webhook') }
  }
  if (state.clock() - interaction.createdAt > TOKEN_LIFE_MS) {
    return { refused: refuse(401, 50027, 'Invalid Webhook Token', 'the interaction is older than 15 minutes') }
  }
  if (interaction.answer === undefined) {
    return { refused: refuse(404, 10015, 'Unknown Webhook', 'the interaction has not been acknowledged yet') }
  }
  return webhookOf(state, interaction)
}

/** The messages of an interaction. */
function webhookOf(state: State, interaction: Interaction) {
  const find = (messageId: string): Message | undefined => {
    const own = [interaction.original, ...interaction.followUps]
    const message = messageId === '@original' ? interaction.original : own.find((each) => each?.id === messageId)
    return message?.isDeleted === true ? undefined : message
  }
  const unknown = (): Answer => refuse(404, 10008, 'Unknown Message')
  const answerWith = (message: Message): Answer => json(200, toWireMessage(message, state.author))

  const change = (message: Message, payload: Payload): Answer => {
    const composed = compose(message.body, payload, keeperFor(state, interaction, payload, message.body.flags))
    if ('refused' in composed) return composed.refused
    remark(state, 'edit', composed.remarks)
    state.messages.edit(message, composed.body, composed.notifies)
    return answerWith(message)
  }

  return {
    read(messageId: string): Answer {
      const message = find(messageId)
      return message === undefined ? unknown() : answerWith(message)
    },
    edit(messageId: string, payload: Payload): Answer {
      const message = find(messageId)
      return message === undefined ? unknown() : change(message, payload)
    },
    remove(messageId: string): Answer {
      const message = find(messageId)
      if (message === undefined) return unknown()
      state.messages.remove(message)
      return noContent()
    },
    followUp(payload: Payload): Answer {
      const { original } = interaction
      if (original !== undefined && (original.body.flags & FLAG.loading) !== 0) {
        remark(state, 'follow-up', ['a follow-up fills the deferred reply; edit @original instead'])
        return change(original, payload)
      }
      const composed = compose(undefined, payload, keeperFor(state, interaction, payload))
      if ('refused' in composed) return composed.refused
      remark(state, 'follow-up', composed.remarks)
      if (interaction.followUps.length >= MAX_FOLLOW_UPS && !isInstalled(state, interaction)) {
        return refuse(400, 40094, 'This interaction has reached the maximum number of follow up messages')
      }
      const { channelId, guildId } = interaction
      const { body, notifies } = composed
      const origin = originOf(interaction, original ?? interaction.clicked)
      const message = state.messages.post({ channelId, guildId, origin, body, notifies })
      message.listeners.add(() => announce(interaction))
      interaction.followUps.push(message)
      announce(interaction)
      return answerWith(message)
    },
  }
}

function remark(state: State, where: string, remarks: string[]): void {
  state.violations.push(...remarks.map((text) => `${where}: ${text}`))
}
