import type { Socket } from 'node:net'
import { systemClock } from '../lib/clock.ts'
import type { TaskQueue } from '../lib/task-queue.ts'

/** A connection with this many unanswered requests is not read any further. */
const MAX_WAITING = 4
/**
 * Maximum size of a piece that is parsed at once; a piece also ends at the end of headers. Node reads 64 KiB at a time, which may be
 * thousands of requests.
 */
const PIECE_BYTES = 4 * 1024
/** Most pieces of one connection that are parsed in one turn of the event loop. */
const MAX_PIECES = 16
/** A connection with this many unparsed bytes is not read any further. */
const MAX_BACKLOG_BYTES = 64 * 1024
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
/** How long bounded parsing stays on after a client has exceeded the bound. */
const BOUNDED_MS = 60_000

/** Counts and bounds the unanswered requests of one HTTP/1.1 connection. */
export type Pipeline = ReturnType<typeof createPipeline>

/**
 * Returns a function that bounds the unanswered requests of a connection. While no client exceeds the bound, Node parses natively, which is
 * faster; the first client that exceeds it switches all connections to bounded parsing.
 */
export function createPipelineFactory(tasks: TaskQueue) {
  const unbounded = new Set<Pipeline>()
  let boundedUntil = -Infinity
  const boundAll = (cause: Pipeline) => {
    boundedUntil = systemClock.now() + BOUNDED_MS
    for (const pipeline of unbounded) {
      // The current chunk of this connection is being parsed natively, and must be parsed to its end.
      if (pipeline === cause) setImmediate(pipeline.startBounding)
      else pipeline.startBounding()
    }
    unbounded.clear()
  }
  return (socket: Socket): Pipeline => {
    const pipeline: Pipeline = createPipeline(socket, tasks, () => unbounded.has(pipeline) && boundAll(pipeline))
    if (systemClock.now() < boundedUntil) pipeline.startBounding()
    else {
      unbounded.add(pipeline)
      socket.once('close', () => unbounded.delete(pipeline))
    }
    return pipeline
  }
}

/**
 * The pipeline of a connection. Bounded parsing parses one request a turn of the event loop and pauses at the bound, so that the client's
 * buffers fill up. It replaces Node's own listener, which parses everything that was read at once. `onExceeded` is called when the
 * connection exceeds the bound.
 */
function createPipeline(socket: Socket, tasks: TaskQueue, onExceeded: () => void) {
  let parse: ((chunk: Buffer) => void) | undefined
  let begun = 0
  let waiting = 0
  /** Bytes not parsed yet. The socket is paused only at `MAX_BACKLOG_BYTES`, because a paused socket does not report a disconnect. */
  let backlog: Buffer = NOTHING
  let isScheduled = false
  let hasPaused = false
  let isOver = false

  function startBounding(): void {
    const [listener] = socket.listeners('data')
    if (!listener || isOver || socket.destroyed) return
    parse = listener as (chunk: Buffer) => void
    // Adding a listener switches off native parsing.
    socket.on('data', onData).off('data', parse).on('resume', continueSoon).once('end', detach)
  }

  function onData(chunk: Buffer): void {
    if (isOver) return
    if (backlog.length >= MAX_BACKLOG_BYTES) {
      hasPaused = true
      socket.pause().unshift(chunk)
    } else if (backlog.length > 0) backlog = Buffer.concat([backlog, chunk])
    else {
      backlog = chunk
      parseSome()
    }
  }

  /** Parses until a request begins or the bound is reached. */
  function parseSome(): void {
    const before = begun
    let at = 0
    for (let pieces = 0; pieces < MAX_PIECES && at < backlog.length; pieces++) {
      // If Node has paused the socket, the buffer of a body or of the socket is full, and the parser must get no data.
      if (begun !== before || waiting >= MAX_WAITING || isOver || socket.isPaused()) break
      const end = endOfPiece(backlog, at)
      parse?.(at === 0 && end === backlog.length ? backlog : backlog.subarray(at, end))
      at = end
    }
    backlog = at < backlog.length ? backlog.subarray(at) : NOTHING
    continueSoon()
  }

  function continueSoon(): void {
    if (isScheduled || isOver || backlog.length === 0 || waiting >= MAX_WAITING) return
    // Called again when Node resumes the socket that it has paused.
    if (socket.isPaused() && !hasPaused) return
    isScheduled = true
    tasks.add(continueParsing)
  }

  function continueParsing(): void {
    isScheduled = false
    if (isOver || socket.destroyed || waiting >= MAX_WAITING) return
    if (hasPaused) socket.resume()
    hasPaused = false
    parseSome()
  }

  /** Stops parsing; after CONNECT, Node reuses the parser for another connection. */
  function detach(): void {
    isOver = true
    backlog = NOTHING
  }

  return {
    beginRequest(): void {
      begun++
      if (++waiting > MAX_WAITING) onExceeded()
    },
    endRequest(): void {
      waiting--
      continueSoon()
    },
    detach,
    startBounding,
  }
}

/** The end of the next piece: after the first end of headers, so that at most one request begins in it. */
function endOfPiece(chunk: Buffer, from: number): number {
  const limit = Math.min(from + PIECE_BYTES, chunk.length)
  const at = chunk.indexOf(END_OF_HEADERS, from)
  return at === -1 ? limit : Math.min(at + END_OF_HEADERS.length, limit)
}
