import { useLayoutEffect, useRef } from 'preact/hooks'

/** Focuses the element when the focused button inside it goes away, so that keyboard users stay where they are. */
export function useKeptFocus<Kept extends HTMLElement>() {
  const element = useRef<Kept>(null)
  const hadFocus = element.current?.contains(document.activeElement) ?? false
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) element.current?.focus()
  })
  return element
}
