import type { PagePerson } from '../../protocol.ts'
import { useApp } from './app-context.ts'

type Permissions = Pick<PagePerson, 'isModerator' | 'isManager'>

interface PermissionBoxesProps {
  person: Permissions
  onChange: (change: Partial<Permissions>) => void
}

/** The permissions of a person that the bot's commands need. */
export function PermissionBoxes({ person: { isModerator, isManager }, onChange }: PermissionBoxesProps) {
  const { texts } = useApp()
  return (
    <>
      <label>
        <input type="checkbox" checked={isModerator} onChange={() => onChange({ isModerator: !isModerator })} />
        {texts.moderator}
      </label>
      <label>
        <input type="checkbox" checked={isManager} onChange={() => onChange({ isManager: !isManager })} />
        {texts.manager}
      </label>
    </>
  )
}
