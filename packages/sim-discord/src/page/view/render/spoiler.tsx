import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { useReader } from './reader-context.ts'

/** A text that is covered until it is clicked. */
export function Spoiler({ children }: { children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const { texts } = useReader()
  if (isOpen) return <span class="spoiler open">{children}</span>
  return (
    <button type="button" class="spoiler" aria-label={texts.spoiler} onClick={() => setOpen(true)}>
      <span aria-hidden="true">{children}</span>
    </button>
  )
}
