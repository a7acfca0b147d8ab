import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { json, route } from '../../src/http/route.ts'
import { deferred } from '../support/deferred.ts'
import { openH2 } from '../support/h2.ts'
import { httpForTest } from '../support/http.ts'
import { TEST_PEM } from '../support/test-certificate.ts'
import { until } from '../support/until.ts'

test.each(['session', 'stream'])(
  'HTTP/2 requests that wait in the queue are dropped when their %s closes',
  async (part) => {
    const signals: AbortSignal[] = []
    const called = deferred<undefined>()
    const slow = route({
      method: 'GET',
      path: '/slow',
      summary: 'Ends when the client has left',
      tag: 'Lookups',
      cost: 'lookup',
      responses: {},
      async handle(_context, _input, { callContext: { signal } }) {
        signals.push(signal)
        called.resolve(undefined)
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        return json({})
      },
    })
    const http = await httpForTest({ routes: [slow], tls: TEST_PEM })
    const session = openH2(http)
    const streams = Array.from({ length: 100 }, () => session.request({ ':path': '/slow' }).on('error', () => {}))
    await called.promise
    if (part === 'session') session.destroy()
    else for (const stream of streams) stream.close(8)
    await until(() => signals.every(({ aborted }) => aborted))
    // More turns than the queue needs for a hundred requests.
    for (let turn = 0; turn < 100; turn++) await setImmediate()
    expect(signals.filter(({ aborted }) => !aborted)).toEqual([])
    expect(http.log.filter(({ client }) => client === '')).toEqual([])
  },
)
