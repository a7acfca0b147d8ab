import type { ComponentChildren } from 'preact'
import { toUrl, type Address } from '../address.ts'
import { useView } from './view-context.ts'

interface PageLinkProps {
  to: Address
  /** Whether the link leads to the shown view. */
  isCurrent?: boolean
  class?: string
  children: ComponentChildren
}

/** A link inside the page, which does not reload it. It can be opened in another browser tab like any link. */
export function PageLink({ to, isCurrent = false, class: className, children }: PageLinkProps) {
  const { actions } = useView()
  const follow = (event: MouseEvent) => {
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain) return
    event.preventDefault()
    actions.open(to)
  }
  return (
    <a href={toUrl(to)} class={className} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
