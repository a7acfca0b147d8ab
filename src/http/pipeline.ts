import type { Socket } from 'node:net'
import type { TaskQueue } from '../lib/task-queue.ts'

/** Unanswered requests on one connection from which on no more of it is read. */
const MAX_WAITING = 4
/** What is parsed in one go, unless a request ends before. Node reads 64 KiB at once, which can be thousands of requests. */
const PIECE_BYTES = 4 * 1024
/** Pieces of one connection that are parsed in a turn of the event loop. */
const MAX_PIECES = 16
/** Bytes that wait to be parsed from which on a connection is not read. */
const MAX_BACKLOG_BYTES = 64 * 1024
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

/** How long new connections are watched after a client has sent many requests at once. */
const WATCHED_MS = 60_000

/** The requests of one HTTP/1.1 connection that wait for their answers. */
export interface Pipeline {
  /** Counts one more request. */
  beginRequest(): void
  /** Counts one whose answer is sent. */
  endRequest(): void
  /** Parses no more of the connection; after CONNECT Node gives its parser to another one. */
  detach(): void
}

/**
 * Bounds the requests that wait on each connection. As long as no client has more than a few waiting, Node parses natively
 * what it reads, which is faster; with the first that has, all connections are watched.
 */
export function createPipelines(tasks: TaskQueue, now = () => performance.now()): { add(socket: Socket): Pipeline } {
  const unwatched = new Set<WatchedPipeline>()
  let watchedUntil = -Infinity
  const watchAll = (cause: WatchedPipeline) => {
    watchedUntil = now() + WATCHED_MS
    for (const pipeline of unwatched) {
      // The one that is just being parsed has to be parsed to its end.
      if (pipeline === cause) setImmediate(pipeline.watch)
      else pipeline.watch()
    }
    unwatched.clear()
  }
  return {
    add(socket) {
      const pipeline = createPipeline(socket, tasks, () => unwatched.has(pipeline) && watchAll(pipeline))
      if (now() < watchedUntil) pipeline.watch()
      else {
        unwatched.add(pipeline)
        socket.once('close', () => unwatched.delete(pipeline))
      }
      return pipeline
    },
  }
}

interface WatchedPipeline extends Pipeline {
  /** Stops between the requests of what was read from now on. */
  watch(): void
}

/**
 * The pipeline of a connection. Watched, it parses one request, lets the event loop go on, and stops while several wait, so
 * that the buffers of the client fill up. For that it takes the place of Node's own listener, which parses all that was read
 * at once. `onCrowded` hears when more requests wait than a watched connection may have.
 */
function createPipeline(socket: Socket, tasks: TaskQueue, onCrowded: () => void): WatchedPipeline {
  let parse: ((chunk: Buffer) => void) | undefined
  let begun = 0
  let waiting = 0
  /** What was read and is not parsed yet. Not put back into the socket, which would then not tell that its client has left. */
  let backlog: Buffer = NOTHING
  let isScheduled = false
  let hasPaused = false
  let isOver = false

  function watch(): void {
    const [listener] = socket.listeners('data')
    if (!listener || isOver || socket.destroyed) return
    parse = listener as (chunk: Buffer) => void
    // Until a listener is added Node hands what it reads to the parser natively.
    socket.on('data', onData)
    socket.off('data', parse)
    socket.on('resume', goOnSoon)
    socket.once('end', detach)
  }

  function onData(chunk: Buffer): void {
    if (isOver) return
    if (backlog.length >= MAX_BACKLOG_BYTES) {
      hasPaused = true
      socket.pause()
      socket.unshift(chunk)
    } else if (backlog.length > 0) backlog = Buffer.concat([backlog, chunk])
    else {
      backlog = chunk
      parseSome()
    }
  }

  /** Parses until a request begins or there is no room for one. */
  function parseSome(): void {
    const before = begun
    let at = 0
    for (let pieces = 0; pieces < MAX_PIECES && at < backlog.length; pieces++) {
      // Node pauses the socket while a body or its own buffers are full, and must not be given anything then.
      if (begun !== before || waiting >= MAX_WAITING || isOver || socket.isPaused()) break
      const end = endOfPiece(backlog, at)
      parse?.(at === 0 && end === backlog.length ? backlog : backlog.subarray(at, end))
      at = end
    }
    backlog = at < backlog.length ? backlog.subarray(at) : NOTHING
    goOnSoon()
  }

  function goOnSoon(): void {
    if (isScheduled || isOver || backlog.length === 0 || waiting >= MAX_WAITING) return
    // When Node resumes what it has paused this is called again.
    if (socket.isPaused() && !hasPaused) return
    isScheduled = true
    tasks.add(goOn)
  }

  function goOn(): void {
    isScheduled = false
    if (isOver || socket.destroyed || waiting >= MAX_WAITING) return
    if (hasPaused) {
      hasPaused = false
      socket.resume()
    }
    parseSome()
  }

  function detach(): void {
    isOver = true
    backlog = NOTHING
  }

  return {
    beginRequest() {
      begun++
      waiting++
      if (waiting > MAX_WAITING) onCrowded()
    },
    endRequest() {
      waiting--
      goOnSoon()
    },
    detach,
    watch,
  }
}

/** Where the next piece ends: behind the headers that end first, so that at most one request begins in it. */
function endOfPiece(chunk: Buffer, from: number): number {
  const limit = Math.min(from + PIECE_BYTES, chunk.length)
  const at = chunk.indexOf(END_OF_HEADERS, from)
  return at === -1 ? limit : Math.min(at + END_OF_HEADERS.length, limit)
}
