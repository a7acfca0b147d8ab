import type { JSX } from 'preact'
import type {
  WireButton,
  WireComponent,
  WireContainer,
  WireEntitySelect,
  WireGallery,
  WireSection,
  WireStringSelect,
} from '../../wire-format.ts'
import { ButtonView } from './button-view.tsx'
import { FileView } from './file-view.tsx'
import { Markdown } from './markdown-view.tsx'
import { MessageMenu } from './message-menu.tsx'
import { Covered, Picture } from './picture.tsx'

/** The components of a message. */
export const Components = ({ messageId, components }: { messageId: string; components: readonly WireComponent[] }) => (
  <>
    {components.map((component) => (
      <ComponentView key={component.id} messageId={messageId} component={component} />
    ))}
  </>
)

function ComponentView({ messageId, component }: { messageId: string; component: WireComponent }): JSX.Element {
  switch (component.type) {
    case 1:
      return (
        <div class="row">
          {component.components.map((part) => (
            <RowPart key={part.id} messageId={messageId} part={part} />
          ))}
        </div>
      )
    case 9:
      return <Section messageId={messageId} section={component} />
    case 10:
      return <Markdown text={component.content} />
    case 12:
      return <Gallery gallery={component} />
    case 13:
      return (
        <Covered isCovered={component.spoiler === true}>
          <FileView name={component.name} size={component.size} url={component.file.url} />
        </Covered>
      )
    case 14:
      return (
        <div
          class={`separator${component.divider === false ? '' : ' line'}${component.spacing === 2 ? ' large' : ''}`}
          role={component.divider === false ? undefined : 'separator'}
        />
      )
    case 17:
      return <Container messageId={messageId} container={component} />
  }
}

function Container({ messageId, container }: { messageId: string; container: WireContainer }) {
  const { accent_color: colour, components } = container
  const hasColour = colour !== null && colour !== undefined
  // A style that a script sets is no inline style for the page's policy.
  const style = hasColour ? { '--accent': `#${colour.toString(16).padStart(6, '0')}` } : undefined
  return (
    <Covered isCovered={container.spoiler === true}>
      <div class={`container${hasColour ? ' accented' : ''}`} style={style}>
        <Components messageId={messageId} components={components} />
      </div>
    </Covered>
  )
}

const Section = ({ messageId, section }: { messageId: string; section: WireSection }) => (
  <div class="section">
    <div class="section-texts">
      {section.components.map(({ id, content }) => (
        <Markdown key={id} text={content} />
      ))}
    </div>
    {section.accessory.type === 11 ? (
      <div class="thumbnail">
        <Picture {...section.accessory} />
      </div>
    ) : (
      <ButtonView messageId={messageId} button={section.accessory} />
    )}
  </div>
)

const Gallery = ({ gallery: { items } }: { gallery: WireGallery }) => (
  <div class={`gallery items-${items.length}`}>
    {items.map((item) => (
      <Picture {...item} />
    ))}
  </div>
)

const RowPart = ({ messageId, part }: { messageId: string; part: WireButton | WireStringSelect | WireEntitySelect }) =>
  part.type === 2 ? (
    <ButtonView messageId={messageId} button={part} />
  ) : (
    <MessageMenu messageId={messageId} menu={part} />
  )
