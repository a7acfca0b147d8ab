/** Hours for display: whole from 10 on, and rounded down, so that hours below a limit never look like the limit. */
export const toShownHours = (hours: number) => (hours < 10 ? hours : Math.floor(hours))
