import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { isHttp } from '../../../limits/address.ts'
import type { WireMedia } from '../../wire-format.ts'
import { useReader } from './reader-context.ts'

interface PictureProps {
  media: WireMedia
  description?: string | null | undefined
  spoiler?: boolean | null | undefined
}

/** A picture of a thumbnail or a gallery. */
export function Picture({ media, description, spoiler }: PictureProps) {
  const { mediaUrl } = useReader()
  const [hasFailed, setFailed] = useState(false)
  if (!isHttp(media.url) || hasFailed) return <div class="broken-picture" role="img" aria-label={description ?? ''} />
  return (
    <Covered isCovered={spoiler === true}>
      <img
        src={mediaUrl(media.url)}
        alt={description ?? ''}
        title={description ?? undefined}
        onError={() => setFailed(true)}
      />
    </Covered>
  )
}

/** A part of a message that is covered until it is clicked, if it is a spoiler. */
export function Covered({ isCovered, children }: { isCovered: boolean; children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false)
  const { texts } = useReader()
  if (!isCovered || isOpen) return <>{children}</>
  return (
    <div class="covered">
      <div class="covered-content" inert>
        {children}
      </div>
      <button type="button" class="cover" onClick={() => setOpen(true)}>
        {texts.spoiler}
      </button>
    </div>
  )
}
