import { stripInvisible } from '../../../src/lib/visible-text.ts'

/** Discord's limit for names of servers. */
const MAX_NAME_CHARACTERS = 100

/** A Discord server by its name, if that is known, and its id. */
export function DiscordServer({ id, name }: { id: string; name: string | null }) {
  const shown = stripInvisible(name ?? '', MAX_NAME_CHARACTERS)
  return (
    <>
      {shown !== '' && (
        <>
          <bdi>{shown}</bdi>{' '}
        </>
      )}
      <code>{id}</code>
    </>
  )
}
