import { useEffect, useRef, useState } from 'preact/hooks'
import { moveIndex } from './move-index.ts'

interface MenuRules {
  /** The values of the options. */
  values: readonly string[]
  selected: readonly string[]
  min: number
  max: number
  onChoose: (values: string[]) => void
}

/** What a select menu does: a single choice is sent at once, several when the menu closes. */
export function useMenu({ values, selected, min, max, onChoose }: MenuRules) {
  const [chosen, setChosen] = useState<readonly string[]>(selected)
  const [active, setActive] = useState<number | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const isOpen = active !== null
  // A new version of the message replaces what the user has not sent.
  useEffect(() => setChosen(selected), [selected.join('\n')])

  const close = () => {
    if (!isOpen) return
    setActive(null)
    if (max === 1 || chosen.join('\n') === selected.join('\n')) return
    if (chosen.length >= min) onChoose([...chosen])
    else setChosen(selected)
  }
  const choose = (index: number) => {
    const value = values[index]
    if (value === undefined) return
    if (max === 1) {
      const only = min === 0 && chosen.includes(value) ? [] : [value]
      setChosen(only)
      setActive(null)
      onChoose(only)
    } else if (chosen.includes(value)) setChosen(chosen.filter((each) => each !== value))
    else if (chosen.length < max) setChosen([...chosen, value])
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Tab') return close()
    if (isOpen && key === 'Escape') close()
    else if (key === 'Enter' || key === ' ') {
      if (active === null) setActive(0)
      else choose(active)
    } else if (key === 'ArrowDown' || key === 'ArrowUp') setActive(moveIndex(active, key, values.length))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  useEffect(() => {
    if (!isOpen) return
    box.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' })
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close()
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  })
  return { box, chosen, active, setActive, choose, press, toggle: () => (isOpen ? close() : setActive(0)) }
}
