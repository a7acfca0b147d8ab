import { expect, test } from 'vitest'
import { createTaskQueue } from '../../src/lib/task-queue.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('a task queue runs tasks in order, four per turn, starting with the next turn', async () => {
  const tasks = createTaskQueue()
  const done: number[] = []
  for (let index = 0; index < 10; index++) tasks.add(() => done.push(index))
  expect(tasks.waiting()).toBe(10)
  const counts = [done.length]
  for (let turn = 0; turn < 4; turn++) {
    await nextTurn()
    counts.push(done.length)
  }
  expect(counts).toEqual([0, 4, 8, 10, 10])
  expect(tasks.waiting()).toBe(0)
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a task queue runs tasks that other tasks add', async () => {
  const tasks = createTaskQueue()
  const done: string[] = []
  tasks.add(() => {
    done.push('first')
    tasks.add(() => done.push('third'))
  })
  tasks.add(() => done.push('second'))
  await nextTurn()
  expect(done).toEqual(['first', 'second'])
  await nextTurn()
  expect(done).toEqual(['first', 'second', 'third'])
})
