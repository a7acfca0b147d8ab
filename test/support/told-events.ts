import { expect } from 'vitest'
import type { Repositories } from '../../src/app/database.ts'
import { eventSchema } from '../../src/events/http/event-routes.ts'
import { readEvents, type ToolEvent } from '../../src/events/read-events.ts'
import { EVENT_TYPES } from '../../src/model/event.ts'

/** Fails for an event that does not have exactly the fields of the document. */
export function expectDocumented(events: readonly ToolEvent[]): void {
  for (const event of events) expect(eventSchema.parse(event)).toEqual(event)
}

/** All events of a server in their order, as tools read them but without their ids. */
export async function toldEvents(repositories: Repositories, guildId: string): Promise<Omit<ToolEvent, 'id'>[]> {
  const { events } = await readEvents(repositories, {
    guildId,
    types: EVENT_TYPES,
    from: { id: 0, at: 0 },
    limit: 1_000,
    now: 0,
  })
  expectDocumented(events)
  return events.map(({ id: _, ...event }) => event)
}
