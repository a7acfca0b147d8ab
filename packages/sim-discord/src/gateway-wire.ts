import { isRecord } from './wire.ts'

const MAX_PAYLOAD_BYTES = 4096

/** What `ws` hands over of a message. */
type Data = Buffer | ArrayBuffer | Buffer[]

/** The opcodes of the gateway. */
export const OP = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  resume: 6,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const

/** Allowed opcodes without an effect here: presence, voice, members, sounds. */
export const IGNORED_OPS = new Set<unknown>([3, 4, 8, 31])

/** Close codes. */
export const CLOSE = {
  unknownOp: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSequence: 4007,
  rateLimited: 4008,
  invalidShard: 4010,
  invalidVersion: 4012,
  disallowedIntents: 4014,
} as const

/** Close codes after which a client cannot resume. */
export const ENDING_CODES = new Set([1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014])

/** Reads the shard of an IDENTIFY; undefined if it is invalid. */
export function toShard(value: unknown): readonly [number, number] | undefined {
  if (value === undefined) return [0, 1]
  if (!Array.isArray(value)) return undefined
  const [id, count] = value.map(Number)
  return id !== undefined && count !== undefined && id >= 0 && id < count ? [id, count] : undefined
}

/** Parses a client's payload; undefined if it is not a JSON object or too long. */
export function readPayload(data: Data): Record<string, unknown> | undefined {
  const text = toText(data)
  if (text.length > MAX_PAYLOAD_BYTES) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

function toText(data: Data): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (Buffer.isBuffer(data) ? data : Buffer.from(data)).toString()
}

/** The data that a gateway needs. */
export interface GatewayOptions {
  token: string
  heartbeatMs: number
  disallowedIntents: boolean
  /** How many shards may identify at once, every 5 s. */
  maxConcurrency: number
  violations: string[]
  /** The body of READY, without session and shard. */
  ready: (shard: readonly [number, number]) => object
  resumeUrl: string
}
