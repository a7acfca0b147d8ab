import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import type { Tone } from '../../src/lib/tone.ts'

interface NoticeProps {
  tone: Tone
  title: string
  children?: ComponentChildren
}

/** A box whose colour repeats what its icon and title say. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <section class={`notice tone-${tone}`}>
      <h3>
        <Icon tone={tone} /> {title}
      </h3>
      {children}
    </section>
  )
}
