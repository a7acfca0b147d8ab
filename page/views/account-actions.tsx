import { howFound } from '../../src/presentation/found-by.ts'
import type { Address } from '../address.ts'
import { formatDossier } from '../dossier/dossier.ts'
import { toDossierParts } from '../dossier/to-dossier-parts.ts'
import type { AccountParts } from '../state/page-state.ts'
import { CopyButton } from './copy-button.tsx'
import { useView } from './view-context.ts'

interface AccountActionsProps {
  address: Address
  parts: AccountParts
}

/** What can be taken away from the account. */
export function AccountActions({ address, parts }: AccountActionsProps) {
  const { texts, format, linkTo, now } = useView()
  const { copyLink, copyText } = texts.page.actions
  const copyDossier = () => {
    const { account } = parts
    const foundBy = account.state === 'ready' ? howFound(address.account ?? '', account.value) : null
    const dossier = toDossierParts(parts, foundBy)
    const link = linkTo(address)
    const source = { origin: new URL(link).origin, address: link, copiedAt: now() }
    return dossier ? formatDossier(dossier, source, texts, format) : ''
  }
  return (
    <p class="actions">
      <CopyButton label={copyLink} text={() => linkTo(address)} />
      <CopyButton label={copyText} text={copyDossier} />
    </p>
  )
}
