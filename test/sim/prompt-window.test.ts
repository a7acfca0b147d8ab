import { expect, test } from 'vitest'
import { createWindow } from '../../sim/prompt-window.ts'

/** A window on a screen with room for one message, and what is drawn there. */
function open() {
  let drawn: string[] = []
  const screen = { columns: () => 80, room: () => 4, draw: (lines: string[]) => void (drawn = lines), write: () => {} }
  const window = createWindow(screen, false)
  const addMessage = (number: number) => {
    let text = `message ${number}`
    window.raise({ number, title: () => `#${number}`, text: () => text, message: () => undefined })
    window.refresh([])
    return (changed: string) => {
      text = changed
      window.refresh([])
    }
  }
  return { window, addMessage, drawn: () => drawn }
}

test('a message that no longer fits stays unchanged, and a hint says that it has changed', () => {
  const { addMessage, drawn } = open()
  const change = addMessage(1)
  addMessage(2)
  expect(drawn()).toEqual(['#2', 'message 2', ''])
  change('something else')
  expect(drawn()).toEqual(['#2', 'message 2', '', '#1 has changed; show it with: #1'])
})

test('the hint disappears with the next input, until the message changes again', () => {
  const { window, addMessage, drawn } = open()
  const change = addMessage(1)
  addMessage(2)
  change('something else')
  window.forgetChanges()
  addMessage(3)
  expect(drawn()).toEqual(['#3', 'message 3', ''])
  change('something new')
  expect(drawn()).toEqual(['#3', 'message 3', '', '#1 has changed; show it with: #1'])
})
