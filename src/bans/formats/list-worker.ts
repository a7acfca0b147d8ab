import { parentPort, workerData } from 'node:worker_threads'
import { type ListFile, readListFile } from './read-list-file.ts'

// Reads one large list in a thread of its own, which `createListFileReader` starts and ends.
// The rule is about windows of a browser.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(readListFile(workerData as ListFile))
