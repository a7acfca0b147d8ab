import { expect, test } from 'vitest'
import { createWindow } from '../../../demo/prompt/window.ts'

/** A window on a screen with room for one message, and what is drawn there. */
function open() {
  const draws: string[][] = []
  const screen = {
    columns: () => 80,
    room: () => 4,
    draw: (lines: string[]) => void draws.push(lines),
    write: () => {},
  }
  const window = createWindow(screen, false)
  const addMessage = (number: number, first = `message ${number}`) => {
    let text = first
    window.raise({ number, title: () => `#${number}`, text: () => text, message: () => undefined })
    window.refresh([])
    return (changed: string) => {
      text = changed
      window.refresh([])
    }
  }
  return { window, addMessage, draws, drawn: () => draws.at(-1) }
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

test('a message that is too tall for the screen is only drawn again after a change', () => {
  const { window, addMessage, draws, drawn } = open()
  const change = addMessage(1, 'one\ntwo\nthree\nfour')
  window.refresh([])
  expect(draws).toEqual([['#1', 'one', 'two', 'three', 'four', '']])
  window.refresh(['a notice'])
  expect(drawn()).toEqual(['#1', 'one', 'two', 'three', 'four', '', 'a notice'])
  change('one\ntwo\nthree\nfive')
  expect(drawn()).toEqual(['#1', 'one', 'two', 'three', 'five', ''])
  expect(draws).toHaveLength(3)
})

test('an entry that has lost its text, such as a closed form, leaves the screen to the messages below it', () => {
  const { addMessage, drawn } = open()
  addMessage(1, '')
  addMessage(2)
  const change = addMessage(3)
  expect(drawn()).toEqual(['#3', 'message 3', ''])
  change('answered')
  expect(drawn()).toEqual(['#3', 'answered', ''])
})
