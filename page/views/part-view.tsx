import type { ComponentChildren } from 'preact'
import type { AccountParts } from '../state/page-state.ts'
import type { Loadable } from '../state/loadable.ts'
import { ErrorBox } from './error-box.tsx'
import { Loading } from './loading.tsx'
import { useView } from './view-context.ts'

interface PartViewProps<Value> {
  name: Exclude<keyof AccountParts, 'friends'>
  part: Loadable<Value>
  /** The account that an error is about. */
  subject: string
  children: (value: Value) => ComponentChildren
}

/** A part of an account: its answer, that it is loading, or why it is missing. */
export function PartView<Value>({ name, part, subject, children }: PartViewProps<Value>) {
  const { texts, actions } = useView()
  switch (part.state) {
    case 'idle':
    case 'loading':
      return <Loading text={texts.page.states.loading} />
    case 'failed':
      return <ErrorBox error={part.error} at={part.at} subject={subject} onRetry={() => actions.retry(name)} />
    case 'ready':
      return <>{children(part.value)}</>
  }
}
