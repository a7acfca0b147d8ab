import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startBalancer } from '../../demo/replicas/balancer.ts'
import { createKeys } from '../../demo/replicas/keys.ts'

/** A replica that answers as told; its `/readyz` can be changed, and does not answer when `isReady` is undefined. */
async function replicaForTest(answer: RequestListener) {
  const state: { isReady: boolean | undefined; requests: number } = { isReady: true, requests: 0 }
  const server = createServer((request, response) => {
    if (request.url === '/readyz') {
      if (state.isReady !== undefined) response.writeHead(state.isReady ? 200 : 503).end()
      return
    }
    state.requests += 1
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return { state, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function balancerForTest(urls: string[], options: Parameters<typeof startBalancer>[1] = {}) {
  const balancer = await startBalancer(() => urls, options)
  onTestFinished(balancer.close)
  const ask = async (method = 'GET') => {
    const answer = await fetch(`${balancer.url}/x`, { method, ...(method === 'POST' ? { body: 'hello' } : {}) })
    return [answer.status, await answer.text()]
  }
  const untilReady = async () => {
    await expect.poll(async () => (await ask())[0], { timeout: 5_000 }).not.toBe(503)
  }
  return { ask, untilReady }
}

test('requests go to the replicas that are ready, in turn', async () => {
  const one = await replicaForTest((_, response) => void response.end('one'))
  const two = await replicaForTest((_, response) => void response.end('two'))
  const { ask, untilReady } = await balancerForTest([one.url, two.url])
  await untilReady()
  await expect.poll(async () => new Set([(await ask())[1], (await ask())[1]]).size, { timeout: 5_000 }).toBe(2)
  one.state.isReady = false
  await expect.poll(async () => [(await ask())[1], (await ask())[1]], { timeout: 5_000 }).toEqual(['two', 'two'])
  two.state.isReady = false
  await expect.poll(ask, { timeout: 5_000 }).toEqual([503, '{"error":"no replica is ready"}'])
})

test('a look-up whose connection fails before the answer goes to another replica, and a POST does not', async () => {
  const broken = await replicaForTest((request) => void request.socket.destroy())
  const whole = await replicaForTest((_, response) => void response.end('whole'))
  const { ask, untilReady } = await balancerForTest([broken.url, whole.url])
  await untilReady()
  await expect.poll(async () => (await ask(), broken.state.requests), { timeout: 5_000 }).toBeGreaterThan(0)
  for (let times = 0; times < 6; times += 1) expect(await ask()).toEqual([200, 'whole'])
  const posts = [await ask('POST'), await ask('POST')]
  expect(new Set(posts.map(([status]) => status))).toEqual(new Set([200, 502]))
})

test('a look-up that waits for a replica that stops answering goes to another one', async () => {
  const hanging = await replicaForTest(() => {})
  const urls = [hanging.url]
  const { ask } = await balancerForTest(urls)
  await expect.poll(() => (void ask(), hanging.state.requests), { timeout: 5_000 }).toBeGreaterThan(0)
  const whole = await replicaForTest((_, response) => void response.end('whole'))
  urls.push(whole.url)
  const waiting = Promise.all([ask(), ask()])
  // Long after the new replica has been checked.
  setTimeout(() => (hanging.state.isReady = undefined), 600)
  expect(await waiting).toEqual([
    [200, 'whole'],
    [200, 'whole'],
  ])
})

test('a request waits for a replica while none is ready, and goes to it once', async () => {
  const late = await replicaForTest((_, response) => void response.end('late'))
  late.state.isReady = false
  const { ask } = await balancerForTest([late.url], { tryForMs: 10_000 })
  const waiting = [ask(), ask('POST')]
  setTimeout(() => (late.state.isReady = true), 300)
  expect(await Promise.all(waiting)).toEqual([
    [200, 'late'],
    [200, 'late'],
  ])
  expect(late.state.requests).toBe(2)
})

test('a replica that is not ready any more finishes its requests', async () => {
  let finish: (() => void) | undefined
  const leaving = await replicaForTest((request, response) => {
    const answer = () => response.end('leaving')
    if (request.method === 'POST') finish = answer
    else answer()
  })
  const urls = [leaving.url]
  const { ask, untilReady } = await balancerForTest(urls)
  await untilReady()
  const post = ask('POST')
  await expect.poll(() => finish, { timeout: 5_000 }).toBeDefined()
  const next = await replicaForTest((_, response) => void response.end('next'))
  urls.push(next.url)
  leaving.state.isReady = false
  await expect.poll(async () => [(await ask())[1], (await ask())[1]], { timeout: 5_000 }).toEqual(['next', 'next'])
  finish?.()
  expect(await post).toEqual([200, 'leaving'])
})

test('the client address and the answer of a POST pass through', async () => {
  const echo = await replicaForTest((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (body: string) => response.end(`${String(request.headers['x-forwarded-for'])} ${body}`))
    request.once('end', () => response.end('no body'))
  })
  const { ask, untilReady } = await balancerForTest([echo.url])
  await untilReady()
  expect(await ask('POST')).toEqual([200, '127.0.0.1 hello'])
})

test('keys: what to do, then to which part', () => {
  const read = (text: string) => {
    const press = createKeys()
    return [...text].map(press).filter((command) => command !== undefined)
  }
  expect(read('k1f 2\nr3sbkp')).toEqual([
    { action: 'kill', part: 0 },
    { action: 'freeze', part: 1 },
    { action: 'revive', part: 2 },
    { action: 'stop', part: 3 },
    { action: 'kill', part: 5 },
  ])
  // s is also the key of the standby.
  expect(read('ks')).toEqual([{ action: 'kill', part: 4 }])
  expect(read('h?wq')).toEqual(['help', 'help', 'warnings', 'quit'])
  expect(read('k\u0003')).toEqual(['quit'])
  expect(read('1')).toEqual([{ hint: '"1" means nothing here; h lists the keys.' }])
})
