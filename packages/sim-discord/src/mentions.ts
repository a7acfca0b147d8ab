import { walkComponents } from './limits/components.ts'
import type { AllowedMentions, MessageParts } from './limits/message.ts'
import { COMPONENT } from './wire.ts'

const CODE = /(`+)[\s\S]*?[^`]\1(?!`)/g

/**
 * The mentions of a message that notify: `everyone`, `here`, user ids, and role ids with `&` in front. Backslashes do not
 * prevent a notification, code does.
 */
export function findNotified(parts: MessageParts, allowed: AllowedMentions | null | undefined): string[] {
  const texts = [parts.content]
  for (const { component } of walkComponents(parts.components)) {
    if (component.type === COMPONENT.text) texts.push(component.content)
  }
  const found = new Set<string>()
  for (const text of texts) {
    const open = text.replaceAll(CODE, ' ')
    for (const [, id = ''] of open.matchAll(/<@!?(\d+)>/g)) if (mayNotify(allowed, 'users', id)) found.add(id)
    for (const [, id = ''] of open.matchAll(/<@&(\d+)>/g)) if (mayNotify(allowed, 'roles', id)) found.add(`&${id}`)
    for (const [, name = ''] of open.matchAll(/@(everyone|here)/g)) if (mayNotifyAll(allowed)) found.add(name)
  }
  return [...found]
}

function mayNotify(allowed: AllowedMentions | null | undefined, kind: 'users' | 'roles', id: string): boolean {
  // Without `allowed_mentions`, all mentions notify.
  if (!allowed) return true
  return allowed.parse?.includes(kind) === true || allowed[kind]?.includes(id) === true
}

function mayNotifyAll(allowed: AllowedMentions | null | undefined): boolean {
  return !allowed || allowed.parse?.includes('everyone') === true
}
