/**
 * The line for `server.cfg` that makes a game server ask for the verdicts of a token. `publicUrl` is the URL under which the game
 * server reaches this service; the game adds a slash and the id of the player.
 * @example
 *   gameEndpointLine('https://rapsheet.example', 'rsp_abc')
 *   // 'server.bansServerEndpoint "https://rapsheet.example/game/rsp_abc"'
 */
export function gameEndpointLine(publicUrl: string, token: string): string {
  const base = new URL(publicUrl).href.replace(/(?<!\/)\/+$/, '')
  return `server.bansServerEndpoint "${base}/game/${token}"`
}
