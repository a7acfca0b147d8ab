import { startPostgres } from '../postgres/start-postgres.ts'
import type { Part, PartState } from './part.ts'

export interface PostgresPart extends Part {
  url: string
  /** Stops the server and removes its data. */
  remove: () => Promise<void>
}

/** Starts a Postgres server with an empty database as a part of the demo. */
export async function startPostgresPart(): Promise<PostgresPart> {
  const server = await startPostgres({ durable: true })
  let state: PartState = 'up'
  return {
    name: 'Postgres',
    url: await server.createDatabase('rapsheet'),
    state: () => state,
    async kill() {
      await server.kill()
      state = 'dead'
    },
    async freeze() {
      await server.freeze()
      state = 'frozen'
    },
    async revive() {
      if (state === 'frozen') await server.thaw()
      else {
        state = 'starting'
        await server.restart().catch((error: unknown) => {
          state = 'dead'
          throw error
        })
      }
      state = 'up'
    },
    async stop() {
      state = 'stopping'
      await server.halt()
      state = 'dead'
    },
    remove: () => server.stop(),
  }
}
