import { useState } from 'preact/hooks'
import { useStatus } from './status-context.ts'

/** A button that ends the session. If that fails, a text says so. */
export function LogOutButton({ logOut }: { logOut: () => Promise<boolean> }) {
  const { texts } = useStatus()
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <>
      <button type="button" onClick={() => void logOut().then((isOut) => setHasFailed(!isOut))}>
        {texts.logOut}
      </button>
      <span role="status">{hasFailed && texts.logOutFailed}</span>
    </>
  )
}
