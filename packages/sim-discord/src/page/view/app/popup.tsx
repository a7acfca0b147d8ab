import { useEffect, useRef } from 'preact/hooks'

export interface PopupItem {
  key: string
  shown: string
  about?: string
  note?: string
}

interface PopupProps {
  id: string
  title: string
  items: readonly PopupItem[]
  active: number | null
  onChoose: (index: number) => void
  onActive: (index: number) => void
}

/** A list above the box, from which its input chooses. */
export function Popup({ id, title, items, active, onChoose, onActive }: PopupProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' }), [active])
  return (
    <div class="popup">
      <div class="popup-title">{title}</div>
      <ul id={id} role="listbox" aria-label={title} ref={list}>
        {items.map(({ key, shown, about, note }, index) => (
          <li
            key={key}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            data-active={index === active || undefined}
            // The input keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => index !== active && onActive(index)}
            onClick={() => onChoose(index)}
          >
            <span class="popup-name">{shown}</span>
            {about && <span class="quiet">{about}</span>}
            {note && <span class="popup-note">{note}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The attributes of a text area that chooses from a popup; `active` is null while nothing is marked. */
export const popupText = (id: string, active: number | null, isOpen = active !== null) => ({
  'aria-autocomplete': 'list' as const,
  'aria-controls': isOpen ? id : undefined,
  'aria-activedescendant': active === null ? undefined : `${id}-${active}`,
})

/** ARIA attributes of an input with a popup. */
export const popupInput = (id: string, active: number | null, isOpen: boolean) => ({
  ...popupText(id, active, isOpen),
  role: 'combobox' as const,
  'aria-expanded': isOpen,
})
