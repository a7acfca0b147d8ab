import { z } from 'zod'
import { COMPONENT, FLAG } from '../wire.ts'
import { componentSchema, mediaOf, walkComponents, type Component } from './components.ts'
import { snowflake } from './controls.ts'
import { checkEmbeds, embedSchema, type Embed } from './embeds.ts'
import { report, type Problem } from './problems.ts'

const MAX_COMPONENTS = 40
const MAX_TEXT = 4000
const MAX_ROWS = 5

const allowedMentionsSchema = z
  .object({
    parse: z.array(z.enum(['users', 'roles', 'everyone'])).nullish(),
    users: z.array(snowflake).max(100).nullish(),
    roles: z.array(snowflake).max(100).nullish(),
    replied_user: z.boolean().nullish(),
  })
  .superRefine(({ parse, users, roles }, context) => {
    const both = (name: 'users' | 'roles', ids: string[] | null | undefined): void => {
      if (!parse?.includes(name) || !ids?.length) return
      const message = `parse:["${name}"] and ${name}: [ids...] are mutually exclusive.`
      report(context, ['parse'], 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message)
    }
    both('users', users)
    both('roles', roles)
  })

/** An attachment in a request; the id is the number of an uploaded file or the id of an existing attachment. */
const attachmentRequestSchema = z.object({
  id: z.union([z.string(), z.int()]),
  filename: z.string().min(1).max(1024).nullish(),
  description: z.string().max(1024).nullish(),
  title: z.string().max(1024).nullish(),
  is_spoiler: z.boolean().nullish(),
  is_remix: z.boolean().nullish(),
  duration_secs: z.number().nullish(),
  waveform: z.string().max(400).nullish(),
})

/** The body of a request that creates or edits a message. */
export const messageRequestSchema = z.object({
  content: z.string().max(2000).nullish(),
  embeds: z.array(embedSchema).max(10).nullish(),
  components: z.array(componentSchema).max(40).nullish(),
  attachments: z.array(attachmentRequestSchema).max(10).nullish(),
  allowed_mentions: allowedMentionsSchema.nullish(),
  flags: z.int().min(0).nullish(),
  tts: z.boolean().nullish(),
  poll: z.unknown().optional(),
  sticker_ids: z.array(z.string()).nullish(),
  // discord.js sends this field with every kind of message.
  enforce_nonce: z.boolean().nullish(),
})

export type MessageRequest = z.infer<typeof messageRequestSchema>
export type AllowedMentions = z.infer<typeof allowedMentionsSchema>
export type AttachmentRequest = z.infer<typeof attachmentRequestSchema>

/** The parts of a message with combined limits. */
export interface MessageParts {
  content: string
  embeds: readonly Embed[]
  components: readonly Component[]
  attachments: readonly { filename: string }[]
  flags: number
}

/** The problems of the whole message after a request has been applied. */
export function checkParts(parts: MessageParts): Problem[] {
  const rules = (parts.flags & FLAG.componentsV2) === 0 ? checkClassic : checkComponentsV2
  return [...rules(parts), ...checkEmbeds(parts.embeds), ...checkTree(parts)]
}

/** Whether a message has no visible part. */
export function isEmpty({ content, embeds, components, attachments, flags }: MessageParts): boolean {
  if ((flags & FLAG.componentsV2) !== 0) return components.length === 0
  return content.trim() === '' && embeds.length === 0 && attachments.length === 0
}

function checkClassic({ components }: MessageParts): Problem[] {
  const problems: Problem[] = components.flatMap(({ type }, index) =>
    type === COMPONENT.row
      ? []
      : [
          {
            path: ['components', index, 'type'],
            code: 'UNION_TYPE_CHOICES',
            message: 'Value of field "type" must be one of (1,): the message is not IS_COMPONENTS_V2.',
          },
        ],
  )
  if (components.length > MAX_ROWS) {
    const message = `Must be ${MAX_ROWS} or fewer in length.`
    problems.push({ path: ['components'], code: 'BASE_TYPE_MAX_LENGTH', message })
  }
  return problems
}

function checkComponentsV2({ content, embeds }: MessageParts): Problem[] {
  const legacy = [content === '' ? [] : ['content'], embeds.length === 0 ? [] : ['embeds']].flat()
  return legacy.map((name) => ({
    path: [name],
    code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
    message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
  }))
}

function checkTree({ components, attachments }: MessageParts): Problem[] {
  const problems: Problem[] = []
  const names = new Set(attachments.map(({ filename }) => filename))
  const customIds = new Set<string>()
  const ids = new Set<number>()
  let count = 0
  let text = 0
  for (const { component, path } of walkComponents(components)) {
    count += 1
    if (component.type === COMPONENT.text) text += component.content.length
    if ('custom_id' in component && component.custom_id) {
      if (customIds.has(component.custom_id)) problems.push(duplicated([...path, 'custom_id'], 'custom id'))
      customIds.add(component.custom_id)
    }
    if (component.id) {
      if (ids.has(component.id)) problems.push(duplicated([...path, 'id'], 'id'))
      ids.add(component.id)
    }
    for (const media of mediaOf(component)) {
      const [, name] = /^attachment:\/\/(.*)$/.exec(media.url) ?? []
      if (name !== undefined && !names.has(name)) problems.push(missing([...path, ...media.path], name))
    }
  }
  if (count > MAX_COMPONENTS) {
    const message = `${count} components; a message has ${MAX_COMPONENTS} at most, nested ones counted`
    problems.push({ path: ['components'], code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', message })
  }
  if (text > MAX_TEXT) {
    const message = `Cannot exceed maximum displayable text size of ${MAX_TEXT}; it is ${text}`
    problems.push({ path: ['components'], code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message })
  }
  return problems
}

function duplicated(path: (string | number)[], what: string): Problem {
  return { path, code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message: `Component ${what} cannot be duplicated` }
}

function missing(path: (string | number)[], name: string): Problem {
  const message = `The referenced attachment was not found: ${name}`
  return { path, code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND', message }
}
