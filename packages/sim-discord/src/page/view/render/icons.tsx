import type { JSX } from 'preact'

const icon = (path: string) => (): JSX.Element => (
  <svg class="svg" viewBox="0 0 24 24" width="20" height="20" fill="currentColor" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** An arrow that leaves its box. */
export const LinkIcon = icon(
  'M14 3h7v7h-2V6.4l-8.3 8.3-1.4-1.4L17.6 5H14V3ZM5 5h6v2H5v12h12v-6h2v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7c0-1.1.9-2 2-2Z',
)
/** A padlock, with what it means. */
export const LockIcon = ({ label }: { label: string }): JSX.Element => (
  <svg class="svg" viewBox="0 0 24 24" width="16" height="16" fill="currentColor" role="img" aria-label={label}>
    <title>{label}</title>
    <path d="M12 2a5 5 0 0 1 5 5v3h1a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-8c0-1.100.9-2 2-2h1V7a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v3h6V7a3 3 0 0 0-3-3Z" />
  </svg>
)
export const HashIcon = icon(
  'M10.6 3 9.9 7H6v2h3.5l-1 6H5v2h3.2l-.7 4h2l.7-4h4.6l-.7 4h2l.7-4H20v-2h-2.9l1-6H21V7h-2.6l.7-4h-2l-.7 4h-4.6l.7-4h-2Zm.9 6h4.6l-1 6h-4.6l1-6Z',
)
export const ChevronIcon = icon('m6.7 8.3 5.3 5.3 5.3-5.3 1.4 1.4-6.7 6.7-6.7-6.7 1.4-1.4Z')
export const EyeIcon = icon(
  'M12 5c5 0 9 4 10.5 7-1.5 3-5.5 7-10.5 7S3 15 1.500 12C3 9 7 5 12 5Zm0 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0 2a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
)
export const CheckIcon = icon('m9.5 16.600-4.200-4.200-1.400 1.400 5.600 5.600L21.100 7.800l-1.400-1.400L9.500 16.600Z')
export const MoreIcon = icon(
  'M6 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm6 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Zm6 0a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z',
)
export const DownloadIcon = icon(
  'M11 3h2v9.600l3.300-3.300 1.400 1.400L12 16.400l-5.700-5.700 1.400-1.400 3.300 3.300V3ZM4 18h16v2H4v-2Z',
)
export const DocumentIcon = icon(
  'M6 2h8l6 6v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4c0-1.100.9-2 2-2Zm7 1.500V9h5.500L13 3.500ZM8 13v1.500h8V13H8Zm0 3.500V18h8v-1.500H8Z',
)
export const CloseIcon = icon(
  'm12 10.600 5.700-5.700 1.400 1.400L13.400 12l5.700 5.700-1.400 1.400L12 13.400l-5.700 5.700-1.400-1.400 5.700-5.700-5.700-5.700 1.400-1.400L12 10.600Z',
)
export const SendIcon = icon('M3 20.500V14l8-2-8-2V3.500L21.500 12 3 20.500Z')
export const MenuIcon = icon('M3 6h18v2H3V6Zm0 5h18v2H3v-2Zm0 5h18v2H3v-2Z')
export const PanelIcon = icon(
  'M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 2a8 8 0 0 0-7.700 6h3.500c.4-2.700 1.700-4.900 4.200-6Zm0 0c2.500 1.100 3.800 3.300 4.200 6h3.500A8 8 0 0 0 12 4Zm-4.300 8H4.100a8 8 0 0 0 7.900 8c-2.700-1.200-4.200-4-4.300-8Zm8.600 0c-.1 4-1.600 6.800-4.300 8a8 8 0 0 0 7.900-8h-3.600Z',
)
