import { useStatus } from './status-context.ts'

/** The link by which the bot joins a Discord server; nothing while it is not known. */
export function InviteLink({ url }: { url: string | null }) {
  const { texts } = useStatus()
  if (url === null || !url.startsWith('https://')) return null
  return (
    <p>
      <a href={url} rel="noreferrer" target="_blank">
        {texts.checks.invite.link}
      </a>
    </p>
  )
}
