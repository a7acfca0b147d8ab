import type { Address } from '../address.ts'
import { CopyButton } from './copy-button.tsx'
import { useView } from './view-context.ts'

/** What can be taken away from the list. */
export function ListActions({ address }: { address: Address }) {
  const { texts, linkTo } = useView()
  return (
    <p class="actions">
      <CopyButton label={texts.page.actions.copyLink} text={() => linkTo(address)} />
    </p>
  )
}
