import { useState } from 'preact/hooks'
import type { PageInteraction, PageMessage } from '../../protocol.ts'
import { Avatar } from '../render/avatar.tsx'
import { Dots } from '../render/button-view.tsx'
import { MoreIcon } from '../render/icons.tsx'
import { MessageView } from '../render/message-view.tsx'
import { useReader } from '../render/reader-context.ts'
import { isMentioned, messagesIn } from '../state/view-state.ts'
import { useApp } from './app-context.ts'
import { ContextMenu, type MenuPlace } from './context-menu.tsx'
import { useScrollToEnd } from './use-scroll-to-end.ts'

/** Messages of one author within this time have one heading. */
const GROUP_MS = 7 * 60 * 1000

/** The messages of a channel, newest at the bottom. */
export function ChannelView({ channelId }: { channelId: string }) {
  const { state, page, person, texts, actions } = useApp()
  const [menu, setMenu] = useState<MenuPlace | null>(null)
  const { name } = page.channels.find(({ id }) => id === channelId) ?? { name: '' }
  const messages = messagesIn(state, channelId, person.id)
  const open = state.interactions.filter(
    ({ kind, state, userId, channelId: place }) =>
      kind === 'command' && state !== 'answered' && userId === person.id && place === channelId,
  )
  const { scroller, content, isAtEnd, scrollToEnd } = useScrollToEnd()
  return (
    <div class="channel">
      <div class="scroller" ref={scroller} tabIndex={0} role="log" aria-label={`#${name}`}>
        <div class="messages" ref={content}>
          <div class="channel-start">
            <div class="channel-title">{texts.channelStart(name)}</div>
            <p>{texts.channelAbout(name)}</p>
          </div>
          {messages.map((message, index) => (
            <div
              class="message-place"
              key={message.wire.id}
              onContextMenu={(event) => {
                // Links and texts keep the menu of the browser with Shift.
                if (event.shiftKey) return
                event.preventDefault()
                setMenu({
                  kind: 'message',
                  id: message.wire.id,
                  x: event.clientX,
                  y: event.clientY,
                  from: event.target,
                })
              }}
            >
              <MessageView
                message={message}
                isMentioned={isMentioned(message, person)}
                isContinued={continues(messages[index - 1], message)}
                onDismiss={() => actions.dismiss(message.wire.id)}
              >
                <Failure messageId={message.wire.id} />
              </MessageView>
              <button
                type="button"
                class="icon-button more"
                aria-label={texts.messageMenu}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => {
                  const { right, bottom } = currentTarget.getBoundingClientRect()
                  setMenu({ kind: 'message', id: message.wire.id, x: right, y: bottom, from: currentTarget })
                }}
              >
                <MoreIcon />
              </button>
            </div>
          ))}
          {open.map((interaction) => (
            <OpenInteraction key={interaction.id} interaction={interaction} />
          ))}
        </div>
      </div>
      {!isAtEnd && (
        <button type="button" class="to-end" onClick={scrollToEnd}>
          {texts.newMessages}
        </button>
      )}
      {menu && <ContextMenu place={menu} onClose={() => setMenu(null)} />}
    </div>
  )
}

function continues(before: PageMessage | undefined, { wire }: PageMessage): boolean {
  if (before === undefined || before.wire.author.id !== wire.author.id || before.visibleTo !== null) return false
  return Date.parse(wire.timestamp) - Date.parse(before.wire.timestamp) < GROUP_MS
}

/** Below a message: the newest use of its components has failed. */
function Failure({ messageId }: { messageId: string }) {
  const { state, person, texts } = useApp()
  const newest = state.interactions.findLast((each) => each.messageId === messageId && each.userId === person.id)
  if (newest?.state !== 'failed') return null
  return (
    <p class="failure" role="alert">
      {newest.failure ?? texts.failed}
    </p>
  )
}

/** A command that the bot has not answered. */
function OpenInteraction({ interaction }: { interaction: PageInteraction }) {
  const { page, person, texts } = useApp()
  const { showCommand } = useReader()
  const { title, state, failure } = interaction
  const [before, after] = texts.usedParts
  return (
    <div class="message pending">
      <div class="used">
        <Avatar author={{ id: person.id, username: person.name, bot: false }} isSmall />
        <span class="used-user">{person.name}</span>
        <span class="quiet">{before}</span>
        <span class="used-command">{showCommand(title)}</span>
        <span class="quiet">{after}</span>
      </div>
      <div class="message-body">
        <Avatar author={page.bot} />
        <div class="message-content">
          <header>
            <span class="author">{page.bot.global_name ?? page.bot.username}</span>
            <span class="tag">{texts.app}</span>
          </header>
          {state === 'waiting' ? (
            <p class="thinking">
              <Dots /> {texts.sending}
            </p>
          ) : (
            <p class="failure" role="alert">
              {failure ?? texts.failed}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
