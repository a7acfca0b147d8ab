import type { Clock } from '../lib/clock.ts'

const CHECK_EVERY_MS = 5_000
const ARRIVES_WITHIN_MS = 2_000

interface EchoCheckOptions {
  clock: Clock
  /** Sends a notice to this replica. */
  send: () => Promise<void>
  /** The connection that listens; undefined while there is none. */
  session: () => unknown
  reconnect: () => void
  /** Called with true when notices stop arriving, and with false when they arrive again. */
  onDeaf: (isDeaf: boolean) => void
  /** Called when notices may have been missed, and at each check while no notices arrive. */
  onMissed: () => void
}

/**
 * Checks that notices arrive, by sending a notice to this replica every few seconds and for each new connection. A connection that stops
 * delivering notices is replaced. A connection that has never delivered a notice is kept, because it probably leads through a pooler.
 */
export function createEchoCheck({ clock, send, session, reconnect, onDeaf, onMissed }: EchoCheckOptions) {
  let state: 'connecting' | 'listening' | 'deaf' = 'connecting'
  let isChecking = false
  /** Whether a new connection has to be checked after the current check. */
  let mustRepeat = false
  let isStopped = false
  let arrived = () => {}

  const setState = (next: typeof state) => {
    if (state === next) return
    if (next === 'deaf' || (state === 'deaf' && next === 'listening')) onDeaf(next === 'deaf')
    state = next
  }
  const arrival = async (): Promise<boolean> => {
    let isHere = false
    const limit = new AbortController()
    arrived = () => {
      isHere = true
      limit.abort()
    }
    await send()
    await clock.sleep(ARRIVES_WITHIN_MS, limit.signal).catch(() => {})
    return isHere
  }
  const checkOnce = async () => {
    const checked = session()
    // A notice that cannot be sent says nothing about the listening connection.
    const isHere = await arrival().catch(() => undefined)
    if (isHere === undefined || isStopped || checked === undefined || checked !== session()) return
    const wasListening = state === 'listening'
    if (!isHere) setState(wasListening ? 'connecting' : 'deaf')
    else if (!wasListening) {
      setState('listening')
      onMissed()
    }
    if (!isHere && wasListening) reconnect()
  }
  const check = async () => {
    if (isChecking) return void (mustRepeat = true)
    isChecking = true
    stopTimer()
    do {
      mustRepeat = false
      await checkOnce()
    } while (mustRepeat)
    isChecking = false
    if (isStopped) return
    if (state !== 'listening') onMissed()
    schedule()
  }
  const schedule = () => {
    stopTimer = clock.setTimer(CHECK_EVERY_MS, () => void check())
  }
  let stopTimer = () => {}
  schedule()

  return {
    isListening: () => state === 'listening',
    /** Checks now. */
    check: (): void => void check(),
    /** To be called when a notice that this replica sent to itself has arrived. */
    arrived: (): void => arrived(),
    connectionLost(): void {
      if (state === 'listening') setState('connecting')
    },
    stop(): void {
      isStopped = true
      stopTimer()
    },
  }
}
