import { useId } from 'preact/hooks'
import type { WireEmoji } from '../../wire-format.ts'
import { EmojiView } from './button-view.tsx'
import { CheckIcon, ChevronIcon } from './icons.tsx'
import { useMenu } from './use-menu.ts'

export interface MenuOption {
  label: string
  value: string
  description?: string
  emoji?: WireEmoji
}

interface MenuProps {
  /** For a label elsewhere. */
  fieldId?: string
  name: string
  /** Shown while nothing is chosen; the name otherwise. */
  placeholder?: string | undefined
  options: readonly MenuOption[]
  selected: readonly string[]
  min: number
  max: number
  isDisabled?: boolean
  isBusy?: boolean
  isInvalid?: boolean
  onChoose: (values: string[]) => void
}

/** A select menu. */
export function Menu(props: MenuProps) {
  const {
    name,
    fieldId,
    placeholder = name,
    options,
    max,
    isDisabled = false,
    isBusy = false,
    isInvalid = false,
  } = props
  const menu = useMenu({ ...props, values: options.map(({ value }) => value) })
  const { box, chosen, active, press, toggle } = menu
  const id = useId()
  const isOpen = active !== null
  const shown = options.filter(({ value }) => chosen.includes(value))
  return (
    <div class={`menu${isOpen ? ' open' : ''}`} ref={box}>
      <button
        type="button"
        id={fieldId}
        class="menu-field"
        role="combobox"
        aria-label={name}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        aria-busy={isBusy}
        aria-invalid={isInvalid}
        disabled={isDisabled}
        onClick={toggle}
        onKeyDown={press}
      >
        <span class="menu-value">
          {shown.length === 0 ? (
            <span class="placeholder">{placeholder}</span>
          ) : (
            shown.map((option) => <Chosen option={option} isOne={max === 1} />)
          )}
        </span>
        <ChevronIcon />
      </button>
      <MenuList id={id} name={name} options={options} isMultiple={max > 1} menu={menu} />
    </div>
  )
}

interface MenuListProps {
  id: string
  name: string
  options: readonly MenuOption[]
  isMultiple: boolean
  menu: ReturnType<typeof useMenu>
}

const MenuList = ({ id, name, options, isMultiple, menu: { chosen, active, choose, setActive } }: MenuListProps) => (
  <ul
    class="menu-list"
    id={`${id}-list`}
    role="listbox"
    aria-label={name}
    aria-multiselectable={isMultiple}
    hidden={active === null}
  >
    {options.map((option, index) => (
      <li
        key={option.value}
        id={`${id}-${index}`}
        role="option"
        aria-selected={chosen.includes(option.value)}
        data-active={index === active || undefined}
        // The field keeps the focus, and with it the keys.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => choose(index)}
        onPointerMove={() => setActive(index)}
      >
        <EmojiView emoji={option.emoji} />
        <span class="menu-text">
          <span>{option.label}</span>
          {option.description && <span class="quiet">{option.description}</span>}
        </span>
        {chosen.includes(option.value) && <CheckIcon />}
      </li>
    ))}
  </ul>
)

const Chosen = ({ option, isOne }: { option: MenuOption; isOne: boolean }) => (
  <span class={isOne ? 'menu-one' : 'menu-chip'}>
    <EmojiView emoji={option.emoji} />
    {option.label}
  </span>
)
