import { expect, test } from 'vitest'
import { gameEndpointLine } from '../../src/policy/game-endpoint.ts'

test.each([
  ['https://rapsheet.example', 'https://rapsheet.example/game/rsp_x'],
  ['https://rapsheet.example/', 'https://rapsheet.example/game/rsp_x'],
  ['https://example.org/rapsheet/', 'https://example.org/rapsheet/game/rsp_x'],
  ['http://192.0.2.1:8080', 'http://192.0.2.1:8080/game/rsp_x'],
  ['https://example.org/a"b', 'https://example.org/a%22b/game/rsp_x'],
])('the public URL %s leads to the endpoint %s', (url, endpoint) => {
  expect(gameEndpointLine(url, 'rsp_x')).toBe(`server.bansServerEndpoint "${endpoint}"`)
})
