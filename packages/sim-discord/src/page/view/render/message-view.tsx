import type { ComponentChildren } from 'preact'
import { FLAG } from '../../../wire.ts'
import type { PageMessage } from '../../protocol.ts'
import type { WireAttachment, WireAuthor, WireMessage } from '../../wire-format.ts'
import { Avatar } from './avatar.tsx'
import { Dots } from './button-view.tsx'
import { Components } from './component-view.tsx'
import { FileView } from './file-view.tsx'
import { EyeIcon } from './icons.tsx'
import { Markdown } from './markdown-view.tsx'
import { Picture } from './picture.tsx'
import { useReader } from './reader-context.ts'
import { Time } from './time.tsx'

interface MessageProps {
  message: PageMessage
  /** Whether the message notifies its reader. */
  isMentioned: boolean
  /** Whether the message before is of the same author, so that the name is not repeated. */
  isContinued: boolean
  onDismiss: () => void
  /** What the client adds to a message: its menu, a failed interaction. */
  children?: ComponentChildren
}

/** A message in a channel. */
export function MessageView({ message, isMentioned, isContinued, onDismiss, children }: MessageProps) {
  const { texts } = useReader()
  const { wire, command } = message
  const isEphemeral = (wire.flags & FLAG.ephemeral) !== 0
  const look = [
    'message',
    ...(isEphemeral ? ['ephemeral'] : []),
    ...(isMentioned ? ['mentioned'] : []),
    ...(isContinued && command === null ? ['continued'] : []),
  ]
  return (
    <article class={look.join(' ')} data-message={wire.id} aria-label={nameOf(wire.author)} tabIndex={-1}>
      {command !== null && <Used user={command.user} name={command.name} />}
      <div class="message-body">
        <Avatar author={wire.author} />
        <div class="message-content">
          <header>
            <span class="author">{nameOf(wire.author)}</span>
            {wire.author.bot && <span class="tag">{texts.app}</span>}
            <span class="message-time">
              <Time seconds={Math.floor(Date.parse(wire.timestamp) / 1000)} style="t" source="" />
            </span>
          </header>
          <Content wire={wire} />
          {isEphemeral && (
            <footer>
              <EyeIcon />
              {texts.onlyYou} •{' '}
              <button type="button" class="link" onClick={onDismiss}>
                {texts.dismiss}
              </button>
            </footer>
          )}
          {children}
        </div>
      </div>
    </article>
  )
}

function Content({ wire }: { wire: WireMessage }) {
  const { texts } = useReader()
  if ((wire.flags & FLAG.loading) !== 0) {
    return (
      <p class="thinking" role="status">
        <Dots /> {texts.thinking(nameOf(wire.author))}
      </p>
    )
  }
  return (
    <div class="components">
      {wire.content !== '' && <Markdown text={wire.content} />}
      <Components messageId={wire.id} components={wire.components} />
      {wire.attachments.map((attachment) => (
        <AttachmentView key={attachment.id} attachment={attachment} />
      ))}
      {wire.edited_timestamp !== null && <span class="edited">{texts.edited}</span>}
    </div>
  )
}

function AttachmentView({ attachment }: { attachment: WireAttachment }) {
  const { content_type: type, width = null, height = null, url, filename, size, description = null } = attachment
  if (!type.startsWith('image/')) return <FileView name={filename} size={size} url={url} />
  return (
    <div class="gallery items-1">
      <Picture media={{ url, width, height, content_type: type }} description={description ?? filename} />
    </div>
  )
}

/** The line above an answer to a command: who used it. */
function Used({ user, name }: { user: WireAuthor; name: string }) {
  const { texts, showCommand } = useReader()
  const [before, after] = texts.usedParts
  return (
    <div class="used">
      <Avatar author={user} isSmall />
      <span class="used-user">{nameOf(user)}</span>
      <span class="quiet">{before}</span>
      <span class="used-command">{showCommand(name)}</span>
      <span class="quiet">{after}</span>
    </div>
  )
}

const nameOf = ({ username, global_name: globalName }: Pick<WireAuthor, 'username' | 'global_name'>) =>
  globalName ?? username
