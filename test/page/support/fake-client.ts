import type { Lookups, ScanEvent, ScanOptions } from '../../../packages/client/src/lookups.ts'
import type { CallOptions } from '../../../packages/client/src/request.ts'
import { deferred } from '../../support/deferred.ts'
import { until } from '../../support/until.ts'

const NEVER = new AbortController().signal

/** A request of the page that the test answers, even after it was aborted; resolves when the page has taken the outcome in. */
interface FakeRequest {
  method: keyof Lookups
  /** The accounts it asks for. */
  about: string
  signal: AbortSignal
  answer: (value: unknown) => Promise<void>
  fail: (error: unknown) => Promise<void>
}

/** A friend scan that the test continues, even after it was aborted. */
interface FakeScan extends FakeRequest {
  send: (event: ScanEvent) => Promise<void>
}

const thenTurn =
  <T>(act: (value: T) => void) =>
  (value: T): Promise<void> => {
    act(value)
    return turn()
  }

/** A client whose requests are answered by the test. Like `fetch`, requests reject when they are aborted, unless `isDeaf`. */
export function fakeClient({ isDeaf = false } = {}) {
  const requests: FakeRequest[] = []
  const scans: FakeScan[] = []

  const ask = <T>(method: keyof Lookups, about: string, { signal = NEVER }: CallOptions = {}): Promise<T> => {
    const { promise, resolve, reject } = deferred<unknown>()
    requests.push({ method, about, signal, answer: thenTurn(resolve), fail: thenTurn(reject) })
    if (!isDeaf) signal.addEventListener('abort', () => reject(signal.reason))
    // The test answers with a value of the right type.
    return promise as Promise<T>
  }

  async function* scanFriends(steamId: string, { signal = NEVER }: ScanOptions = {}) {
    const events: ScanEvent[] = []
    let wake = deferred<void>()
    const end = deferred<'ended'>()
    end.promise.catch(() => {})
    const scan: FakeScan = {
      method: 'scanFriends',
      about: steamId,
      signal,
      answer: thenTurn(() => end.resolve('ended')),
      fail: thenTurn(end.reject),
      send: thenTurn((event) => {
        events.push(event)
        wake.resolve()
      }),
    }
    scans.push(scan)
    requests.push(scan)
    if (!isDeaf) signal.addEventListener('abort', () => end.reject(signal.reason))
    for (;;) {
      for (const event of events.splice(0)) {
        yield event
        if ('friends' in event) return
      }
      wake = deferred<void>()
      if (events.length === 0 && (await Promise.race([wake.promise, end.promise])) === 'ended') return
    }
  }

  const client: Lookups = {
    lookUp: (account, options) => ask('lookUp', account, options),
    lookUpBatch: (accounts, options) => ask('lookUpBatch', accounts.join(' '), options),
    compare: (account, other, options) => ask('compare', `${account} ${other}`, options),
    getStats: (steamId, options) => ask('getStats', steamId, options),
    getInventory: (steamId, options) => ask('getInventory', steamId, options),
    scanFriends,
  }

  return {
    client,
    /** All requests so far: the method and what it asks for. */
    asked: () => requests.map(({ method, about }) => `${method} ${about}`),
    /** The newest request of a method, as soon as there are `count` of them. */
    async request(method: Exclude<keyof Lookups, 'scanFriends'>, count = 1): Promise<FakeRequest> {
      const those = () => requests.filter((each) => each.method === method)
      await until(() => those().length >= count)
      const newest = those()[count - 1]
      if (!newest) throw new Error(`no request number ${count}`)
      return newest
    },
    async scan(count = 1): Promise<FakeScan> {
      await until(() => scans.length >= count)
      const newest = scans[count - 1]
      if (!newest) throw new Error(`no scan number ${count}`)
      return newest
    },
  }
}

/** Lets everything happen that is due. */
export const turn = async (): Promise<void> => {
  for (let count = 0; count < 3; count++) await new Promise((resolve) => setImmediate(resolve))
}
