import { refuse, refuseForm, type Answer } from './answer.ts'
import type { Attachment, Upload } from './attachments.ts'
import { mediaOf, walkComponents } from './limits/components.ts'
import {
  checkParts,
  isEmpty,
  messageRequestSchema,
  type AttachmentRequest,
  type MessageRequest,
} from './limits/message.ts'
import { check, type Problem } from './limits/problems.ts'
import { findNotified } from './mentions.ts'
import type { MessageBody } from './messages.ts'
import { ATTACHMENT_SIZE_LIMIT, FLAG } from './wire.ts'

const MAX_ATTACHMENTS = 10
const SETTABLE_FLAGS =
  FLAG.suppressEmbeds | FLAG.ephemeral | FLAG.suppressNotifications | FLAG.voice | FLAG.componentsV2

/** A request body and its uploaded files, by number. */
export interface Payload {
  json: unknown
  uploads: ReadonlyMap<number, Upload>
}

/** The new version of a message; the remarks are broken rules that Discord does not reject. */
export interface Composed {
  body: MessageBody
  notifies: string[]
  remarks: string[]
}

/** Applies a request to a message or creates one; a rejection is the answer to send. */
export function compose(
  current: MessageBody | undefined,
  payload: Payload,
  keep: (upload: Upload) => Attachment,
): Composed | { refused: Answer } {
  const checked = check(messageRequestSchema, payload.json ?? {})
  if ('problems' in checked) return { refused: refuseForm(checked.problems) }
  const uploads = [...payload.uploads.values()]
  if (uploads.some(({ data }) => data.length > ATTACHMENT_SIZE_LIMIT)) {
    return { refused: refuse(413, 40005, 'Request entity too large') }
  }

  const request = checked.value
  const flags = mergeFlags(current?.flags, request)
  const attachments = mergeAttachments(current?.attachments ?? [], request, payload.uploads, keep)
  const body: MessageBody = {
    content: merge(request.content, current?.content, ''),
    embeds: merge(request.embeds, current?.embeds, []),
    components: merge(request.components, current?.components, []),
    attachments: attachments.kept,
    flags: flags.value,
  }
  const problems = [...flags.problems, ...attachments.problems, ...checkParts(body), ...checkExtras(request, body)]
  if (problems.length > 0) return { refused: refuseForm(problems) }
  if (isEmpty(body)) return { refused: refuseEmpty(body) }
  return {
    body,
    notifies: findNotified(body, request.allowed_mentions),
    remarks: [
      ...checked.unknown.map((field) => `${field} is no field Discord knows in a request`),
      ...flags.remarks,
      ...findUnseen(body, attachments.added),
    ],
  }
}

function merge<T>(asked: T | null | undefined, current: T | undefined, nothing: T): T {
  return asked === undefined ? (current ?? nothing) : (asked ?? nothing)
}

function mergeFlags(
  current: number | undefined,
  request: MessageRequest,
): { value: number; problems: Problem[]; remarks: string[] } {
  const asked = request.flags ?? undefined
  const problems: Problem[] = []
  const remarks: string[] = []
  if (asked !== undefined && (asked & ~SETTABLE_FLAGS) !== 0)
    remarks.push(`flags ${asked} has bits that must not be set`)
  const settable = (asked ?? 0) & SETTABLE_FLAGS
  if (current === undefined) return { value: settable, problems, remarks }

  const isV2 = (current & FLAG.componentsV2) !== 0
  if (isV2 && asked !== undefined && (asked & FLAG.componentsV2) === 0) {
    const message = 'IS_COMPONENTS_V2 cannot be removed from a message'
    problems.push({ path: ['flags'], code: 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG', message })
  }
  if ((settable & ~current & FLAG.ephemeral) !== 0) remarks.push('EPHEMERAL cannot be set by an edit')
  const suppress = asked === undefined ? current & FLAG.suppressEmbeds : asked & FLAG.suppressEmbeds
  const value = (current & ~FLAG.loading & ~FLAG.suppressEmbeds) | (settable & FLAG.componentsV2) | suppress
  return { value, problems, remarks }
}

function mergeAttachments(
  current: readonly Attachment[],
  request: MessageRequest,
  uploads: ReadonlyMap<number, Upload>,
  keep: (upload: Upload) => Attachment,
): { kept: Attachment[]; added: Attachment[]; problems: Problem[] } {
  const asked = request.attachments ?? undefined
  const problems: Problem[] = []
  for (const [index, { id }] of (asked ?? []).entries()) {
    if (uploads.has(Number(id)) || current.some((attachment) => attachment.id === String(id))) continue
    const message = `There is neither a file nor an attachment ${id}`
    problems.push({ path: ['attachments', index, 'id'], code: 'ATTACHMENT_NOT_FOUND', message })
  }
  const isNamed = (id: string): boolean => asked === undefined || asked.some((entry) => String(entry.id) === id)
  const added = [...uploads].map(([number, upload]) => describe(keep(upload), asked, number))
  const kept = [...current.filter(({ id }) => isNamed(id)), ...added]
  if (kept.length > MAX_ATTACHMENTS) {
    const message = `Must be ${MAX_ATTACHMENTS} or fewer in length.`
    problems.push({ path: ['attachments'], code: 'BASE_TYPE_MAX_LENGTH', message })
  }
  return { kept, added, problems }
}

function describe(attachment: Attachment, asked: AttachmentRequest[] | undefined, number: number): Attachment {
  const entry = asked?.find(({ id }) => String(id) === String(number))
  if (entry?.description) attachment.description = entry.description
  if (entry?.title) attachment.title = entry.title
  return attachment
}

function checkExtras({ poll, sticker_ids: stickers }: MessageRequest, { flags }: MessageBody): Problem[] {
  if ((flags & FLAG.componentsV2) === 0) return []
  const extras = [poll ? ['poll'] : [], stickers?.length ? ['sticker_ids'] : []].flat()
  const code = 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2'
  return extras.map((name) => ({
    path: [name],
    code,
    message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
  }))
}

function refuseEmpty({ flags }: MessageBody): Answer {
  return (flags & FLAG.componentsV2) === 0
    ? refuse(400, 50006, 'Cannot send an empty message')
    : refuseForm([{ path: ['components'], code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }])
}

/** The files of a Components V2 message that a component refers to. */
function findUnseen({ components, flags }: MessageBody, added: Attachment[]): string[] {
  if ((flags & FLAG.componentsV2) === 0) return []
  const shown = new Set(
    [...walkComponents(components)].flatMap(({ component }) => mediaOf(component)).map((m) => m.url),
  )
  return added
    .filter(({ filename }) => !shown.has(`attachment://${filename}`))
    .map(({ filename }) => `the file ${filename} is sent, but no component shows it`)
}
