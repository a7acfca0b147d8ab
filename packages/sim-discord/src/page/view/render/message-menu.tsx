import type { WireEntitySelect, WireStringSelect } from '../../wire-format.ts'
import { Menu, type MenuOption } from './menu.tsx'
import { useReader, type Choosable } from './reader-context.ts'

const KINDS: Record<WireEntitySelect['type'], readonly Choosable['kind'][]> = {
  5: ['user'],
  6: ['role'],
  7: ['user', 'role'],
  8: ['channel'],
}

/** A select menu of a message. */
export function MessageMenu({ messageId, menu }: { messageId: string; menu: WireStringSelect | WireEntitySelect }) {
  const { choosable, texts, isWaiting, useComponent } = useReader()
  const options = menu.type === 3 ? menu.options.map(toOption) : listChoosable(menu, choosable)
  return (
    <Menu
      name={menu.placeholder ?? texts.select}
      options={options}
      selected={defaultsOf(menu)}
      min={menu.min_values ?? 1}
      max={menu.max_values ?? 1}
      isDisabled={menu.disabled === true}
      isBusy={isWaiting(messageId, menu.custom_id)}
      onChoose={(values) => useComponent(messageId, menu.custom_id, values)}
    />
  )
}

/** An option of a menu as the menu shows it. */
export const toOption = ({ label, value, description, emoji }: WireStringSelect['options'][number]): MenuOption => ({
  label,
  value,
  ...(description ? { description } : {}),
  ...(emoji ? { emoji } : {}),
})

function listChoosable(
  { type, channel_types: types }: WireEntitySelect,
  choosable: readonly Choosable[],
): MenuOption[] {
  const fits = ({ kind, channelType = 0 }: Choosable) =>
    KINDS[type].includes(kind) && (kind !== 'channel' || !types?.length || types.includes(channelType))
  const sign = (kind: Choosable['kind']) => (kind === 'channel' ? '#' : '@')
  return choosable.filter(fits).map(({ id, name, kind }) => ({ label: `${sign(kind)}${name}`, value: id }))
}

function defaultsOf(menu: WireStringSelect | WireEntitySelect): string[] {
  if (menu.type === 3) return menu.options.filter((option) => option.default).map(({ value }) => value)
  return (menu.default_values ?? []).map(({ id }) => id)
}
