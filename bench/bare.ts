import { createServer } from 'node:http'
import { z } from 'zod'

// A minimal Node server: the same bytes for every request.
const { HTTP_PORT, ANSWER } = z.object({ HTTP_PORT: z.coerce.number(), ANSWER: z.string() }).parse(process.env)
const { headers, body } = z
  .object({ headers: z.record(z.string(), z.string()), body: z.string() })
  .parse(JSON.parse(ANSWER))

createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(HTTP_PORT, '127.0.0.1')
process.once('SIGTERM', () => process.exit())
