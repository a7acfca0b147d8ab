import { listEntities } from './entities.ts'
import { walkComponents } from './limits/components.ts'
import type { EntitySelect, StringSelect } from './limits/controls.ts'
import type { Message } from './messages.ts'
import type { State } from './state.ts'
import { COMPONENT } from './wire.ts'

/** A visible menu; one of users, roles or channels offers those of the guild, with their ids as values. */
export interface SimSelect {
  customId: string
  placeholder: string | undefined
  disabled: boolean
  minValues: number
  maxValues: number
  options: { label: string; value: string; description: string | undefined; isDefault: boolean }[]
}

/** The menus of a message, in reading order. */
export function listSelects(state: State, { guildId, body }: Message): SimSelect[] {
  return [...walkComponents(body.components)].flatMap(({ component }) => {
    switch (component.type) {
      case COMPONENT.stringSelect:
        return [toSimSelect(component, ownOptions(component))]
      case COMPONENT.userSelect:
      case COMPONENT.roleSelect:
      case COMPONENT.mentionableSelect:
      case COMPONENT.channelSelect:
        return [toSimSelect(component, entityOptions(state, guildId, component))]
      default:
        return []
    }
  })
}

function toSimSelect(select: StringSelect | EntitySelect, options: SimSelect['options']): SimSelect {
  return {
    customId: select.custom_id,
    placeholder: select.placeholder ?? undefined,
    disabled: select.disabled ?? false,
    minValues: select.min_values ?? 1,
    maxValues: select.max_values ?? 1,
    options,
  }
}

const ownOptions = ({ options }: StringSelect): SimSelect['options'] =>
  options.map(({ label, value, description, default: isDefault }) => ({
    label,
    value,
    description: description ?? undefined,
    isDefault: isDefault ?? false,
  }))

function entityOptions(state: State, guildId: string | null, select: EntitySelect): SimSelect['options'] {
  const defaults = new Set(select.default_values?.map(({ id }) => id))
  return listEntities(state, guildId, select).map(({ id, label }) => ({
    label,
    value: id,
    description: undefined,
    isDefault: defaults.has(id),
  }))
}
