import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Distance from the end, in pixels, at which the reader counts as at the end. */
const NEAR = 40

/** Keeps the newest message in view, unless the reader has scrolled up. */
export function useScrollToEnd() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [isAtEnd, setAtEnd] = useState(true)

  const scrollToEnd = () => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
    follows.current = true
    setAtEnd(true)
  }
  const keepEnd = () => {
    if (follows.current) scrollToEnd()
  }
  useLayoutEffect(keepEnd)
  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (!outer || !inner) return
    const notice = () => {
      follows.current = outer.scrollHeight - outer.scrollTop - outer.clientHeight < NEAR
      setAtEnd(follows.current)
    }
    outer.addEventListener('scroll', notice, { passive: true })
    // Pictures and edits change the height without a new message.
    const observer = new ResizeObserver(keepEnd)
    observer.observe(inner)
    observer.observe(outer)
    return () => {
      outer.removeEventListener('scroll', notice)
      observer.disconnect()
    }
  }, [])
  return { scroller, content, isAtEnd, scrollToEnd }
}
