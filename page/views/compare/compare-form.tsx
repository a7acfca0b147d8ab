import type { TargetedEvent } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import type { Address } from '../../address.ts'
import { readOther } from '../../state/other-account.ts'
import { useView } from '../view-context.ts'

/** Asks for the second account. */
export function CompareForm({ address }: { address: Address }) {
  const { texts, actions } = useView()
  const { compare } = texts.page
  const { account, other } = address
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  // After *back* and after a swap, the field must contain the shown account.
  useEffect(() => {
    if (field.current) field.current.value = other ?? ''
  }, [other])
  const submit = (event: TargetedEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = readOther(field.current?.value ?? '')
    if (wanted === '') field.current?.focus()
    else actions.compareWith(wanted)
  }
  return (
    <form class="compare-form" onSubmit={submit}>
      <label for={id}>{compare.label}</label>
      <div class="search-row">
        <input
          id={id}
          ref={field}
          type="text"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          aria-describedby={`${id}-hint`}
        />
        <button type="submit" class="primary">
          {texts.accounts.buttons.compare}
        </button>
        {other !== null && (
          <button type="button" onClick={() => actions.open({ ...address, account: other, other: account })}>
            {compare.swap}
          </button>
        )}
      </div>
      <p id={`${id}-hint`} class="hint">
        {compare.hint}
      </p>
    </form>
  )
}
