import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { listMenuCommands } from '../state/command-entries.ts'
import { useApp } from './app-context.ts'

/** Where a menu opens, and for which message or person. */
export interface MenuPlace {
  kind: 'message' | 'user'
  id: string
  x: number
  y: number
  /** Gets the focus back. */
  from: EventTarget | null
}

/** The menu of a message or a person with the bot's commands. */
export function ContextMenu({ place: { kind, id, x, y, from }, onClose }: { place: MenuPlace; onClose: () => void }) {
  const { page, person, texts, actions } = useApp()
  const menu = useRef<HTMLDivElement>(null)
  const commands = listMenuCommands(kind, page.commands, person)
  const use = kind === 'message' ? actions.useMessageCommand : actions.useUserCommand
  const items = () => [...(menu.current?.querySelectorAll('button') ?? [])]
  const close = () => {
    onClose()
    if (from instanceof HTMLElement) from.focus()
  }
  const choose = (act: () => void) => () => {
    close()
    act()
  }

  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
    element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
    items()[0]?.focus()
  }, [id, x, y])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  })

  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Escape' || key === 'Tab') close()
    else if (key === 'ArrowDown' || key === 'ArrowUp') {
      const all = items()
      const index = all.findIndex((each) => each === document.activeElement)
      all.at((index + (key === 'ArrowDown' ? 1 : -1)) % all.length)?.focus()
    } else return
    event.preventDefault()
  }
  return (
    <div
      class="context-menu"
      role="menu"
      aria-label={kind === 'message' ? texts.messageMenu : texts.userMenu}
      ref={menu}
      onKeyDown={press}
    >
      {commands.length > 0 && (
        <div class="menu-heading" role="presentation">
          {texts.apps}
        </div>
      )}
      {commands.map(({ name, shown }) => (
        <button type="button" role="menuitem" tabIndex={-1} onClick={choose(() => use(id, name))}>
          {shown}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        onClick={choose(() => void navigator.clipboard.writeText(id))}
      >
        {kind === 'message' ? texts.copyMessageId : texts.copyUserId}
      </button>
    </div>
  )
}
