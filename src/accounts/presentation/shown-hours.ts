/** Hours for display. From 10 on they are rounded down to whole hours, so that hours below a limit never look like the limit. */
export const toShownHours = (hours: number) => (hours < 10 ? hours : Math.floor(hours))
