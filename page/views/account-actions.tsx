import type { Address } from '../address.ts'
import type { AccountParts } from '../state/page-state.ts'
import { CopyButton } from './copy-button.tsx'
import { useView } from './view-context.ts'

interface AccountActionsProps {
  address: Address
  parts: AccountParts
}

/** Buttons that export the account. */
export function AccountActions({ address, parts }: AccountActionsProps) {
  const { texts, format, linkTo, now } = useView()
  const { copyLink, copyText } = texts.page.actions
  // A custom URL may belong to somebody else tomorrow, so that the link has the id.
  const { account } = parts
  const link = linkTo(account.state === 'ready' ? { ...address, account: account.value.steamId } : address)
  const makeText = async () => {
    const { writeDossier } = await import('../dossier/write-dossier.ts')
    const source = { origin: new URL(link).origin, address: link, copiedAt: now() }
    return writeDossier(parts, address.account ?? '', source, texts, format)
  }
  return (
    <p class="actions">
      <CopyButton label={copyLink} makeText={() => Promise.resolve(link)} />
      <CopyButton label={copyText} makeText={makeText} />
    </p>
  )
}
