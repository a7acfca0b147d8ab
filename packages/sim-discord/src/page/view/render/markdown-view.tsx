import type { ComponentChildren, JSX } from 'preact'
import { parseBlocks, type Block, type ListItem } from '../../../render/parse-blocks.ts'
import { showMention } from '../../../render/markdown.ts'
import type { Inline } from '../../../render/parse-inline.ts'
import { EmojiText } from './emoji-text.tsx'
import { useReader } from './reader-context.ts'
import { Spoiler } from './spoiler.tsx'
import { Time } from './time.tsx'

/** A text in Discord's Markdown. */
export const Markdown = ({ text }: { text: string }) => (
  <div class="markdown">
    <Blocks blocks={parseBlocks(text)} />
  </div>
)

const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <>
    {blocks.map((block) => (
      <BlockView block={block} />
    ))}
  </>
)

function BlockView({ block }: { block: Block }): JSX.Element {
  switch (block.type) {
    case 'lines':
      return <Parts parts={block.parts} />
    case 'heading':
      return (
        // The page has headings of its own above these.
        <div class={`heading-${block.level}`} role="heading" aria-level={block.level + 2}>
          <Parts parts={block.parts} />
        </div>
      )
    case 'subtext':
      return (
        <small>
          <Parts parts={block.parts} />
        </small>
      )
    case 'quote':
      return (
        <blockquote>
          <Blocks blocks={block.blocks} />
        </blockquote>
      )
    case 'list':
      return block.start === undefined ? (
        <ul>
          <Items items={block.items} />
        </ul>
      ) : (
        <ol start={block.start}>
          <Items items={block.items} />
        </ol>
      )
  }
}

const Items = ({ items }: { items: readonly ListItem[] }) => (
  <>
    {items.map(({ parts, below }) => (
      <li>
        <Parts parts={parts} />
        <Blocks blocks={below} />
      </li>
    ))}
  </>
)

const Parts = ({ parts }: { parts: readonly Inline[] }) => (
  <>
    {parts.map((part) => (
      <Part part={part} />
    ))}
  </>
)

const WRAPPERS: Record<
  'strong' | 'emphasis' | 'underline' | 'strike' | 'spoiler',
  (children: ComponentChildren) => JSX.Element
> = {
  strong: (children) => <strong>{children}</strong>,
  emphasis: (children) => <em>{children}</em>,
  underline: (children) => <u>{children}</u>,
  strike: (children) => <s>{children}</s>,
  spoiler: (children) => <Spoiler>{children}</Spoiler>,
}

function Part({ part }: { part: Inline }): JSX.Element {
  const reader = useReader()
  switch (part.type) {
    case 'text':
      return <EmojiText text={part.text} />
    case 'code':
      return <code>{part.text}</code>
    case 'codeBlock':
      return (
        <pre>
          <code>{part.text}</code>
        </pre>
      )
    case 'link':
      return (
        <a href={part.url} target="_blank" rel="noopener noreferrer nofollow">
          {part.label === undefined ? part.url : <Parts parts={part.label} />}
        </a>
      )
    case 'time':
      return <Time seconds={part.seconds} style={part.style} source={part.source} />
    case 'mention':
      return <span class="mention">{showMention(part, reader)}</span>
    case 'emoji':
      return <>:{part.name}:</>
    case 'command':
      return <span class="mention">/{part.name}</span>
    default:
      return WRAPPERS[part.type](<Parts parts={part.children} />)
  }
}
