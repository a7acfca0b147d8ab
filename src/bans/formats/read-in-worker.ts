import { Worker } from 'node:worker_threads'
import { abortable } from '../../lib/abort.ts'
import { systemClock } from '../../lib/clock.ts'
import { systemCodeOf } from '../../lib/thrown.ts'
import { BanError } from '../../model/ban.ts'
import type { ListFile, ListReading } from './read-list-file.ts'

const MAX_WORKER_MB = 512

/**
 * Reads a list in a thread of its own, which the built `list-worker.ts` at `url` runs. Rejects with the BanError `list_not_read` after `limitMs`,
 * or when the thread needs too much memory; with the thread's error when it fails. The thread ends when the signal aborts.
 */
export function readInWorker(url: URL, file: ListFile, limitMs: number, signal: AbortSignal): Promise<ListReading> {
  return abortable(signal, (resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_WORKER_MB }
    const worker = new Worker(url, { workerData: file, resourceLimits, env: {}, execArgv: [] })
    const end = () => {
      stopTimer()
      void worker.terminate()
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    const notRead = new BanError({ code: 'list_not_read' })
    const stopTimer = systemClock.setTimer(limitMs, () => fail(notRead))
    worker.once('message', (reading: ListReading) => {
      end()
      resolve(reading)
    })
    worker.once('error', (error) => fail(systemCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' ? notRead : error))
    worker.once('exit', () => fail(new Error('The thread ended without an answer.')))
    return end
  })
}
