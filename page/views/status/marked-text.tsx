import type { VNode } from 'preact'

const CODE_OR_LINK = /(`[^`]+`|https:\/\/[^\s,;]+[^\s,;.])/

/** A text of the catalogue: names in backticks as code, addresses as links. Not for texts of users. */
export function MarkedText({ text }: { text: string }) {
  return <>{text.split(CODE_OR_LINK).map(toNode)}</>
}

function toNode(part: string, index: number): string | VNode {
  if (part.startsWith('`')) return <code key={index}>{part.slice(1, -1)}</code>
  if (!part.startsWith('https://')) return part
  return (
    <a key={index} href={part} rel="noreferrer" target="_blank">
      {part}
    </a>
  )
}
