const TASKS_PER_TURN = 4

export type TaskQueue = ReturnType<typeof createTaskQueue>

/** Runs tasks in order, a few per turn of the event loop, so that Node accepts connections, one per turn, in between. */
export function createTaskQueue() {
  let queue: (() => void)[] = []
  let isScheduled = false
  const schedule = () => {
    isScheduled = queue.length > 0
    if (isScheduled) setImmediate(run)
  }
  const run = () => {
    const tasks = queue.slice(0, TASKS_PER_TURN)
    queue = queue.slice(TASKS_PER_TURN)
    for (const task of tasks) task()
    schedule()
  }
  return {
    add(task: () => void): void {
      queue.push(task)
      if (!isScheduled) schedule()
    },
    waiting: () => queue.length,
  }
}
