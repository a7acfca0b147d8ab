import type { Status } from '../../../src/model/status.ts'
import { Facts } from '../facts.tsx'
import { Moment } from './moment.tsx'
import { useStatus } from './status-context.ts'

/** The processes of the service. */
export function ReplicaFacts({ replicas }: Pick<Status, 'replicas'>) {
  const { facts, list } = useStatus().texts
  const { replicas: words } = facts
  if (replicas === null) {
    return (
      <section>
        <h3>{words.title}</h3>
        <p>{words.single}</p>
      </section>
    )
  }
  const { name, alive, database, differing } = replicas
  return (
    <section>
      <h3>{words.title}</h3>
      <Facts
        facts={[
          [words.name, name],
          [words.alive, database === 'away' ? words.aliveOld({ count: alive }) : facts.number(alive)],
          [words.database, words.databases[database]],
          [words.differing, list(differing) || facts.none],
        ]}
      />
    </section>
  )
}

/** A cache that fails is only written to in vain. */
const STORE_STATES = { open: 'open', failing: 'unwritable', closed: 'off' } as const

/** The process that answers. */
export function ProcessFacts({
  process: { version, node, role, startedAt, store, database },
}: Pick<Status, 'process'>) {
  const { facts } = useStatus().texts
  const { process: words } = facts
  return (
    <section>
      <h3>{words.title}</h3>
      <Facts
        facts={[
          [words.version, version],
          [words.node, node],
          [words.role, <code>{role}</code>],
          [words.started, <Moment at={startedAt} />],
          [words.store, `${words.kinds[store.kind]}: ${words.states[STORE_STATES[store.state]]}`],
          [words.database, `${words.kinds[database.kind]}: ${words.states[database.state]}`],
        ]}
      />
    </section>
  )
}
