import type { Knex } from 'knex'
import type { KitRepositories } from '../../database/database.ts'
import { createEventsRepository } from './events.ts'

export const createEventRepositories = (db: Knex) => ({ events: createEventsRepository(db) })

/** The repositories that events use. */
export type EventRepositories = KitRepositories & ReturnType<typeof createEventRepositories>
