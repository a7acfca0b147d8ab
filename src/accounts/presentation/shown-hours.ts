/** Hours for display. Hours of 10 or more are rounded down to whole hours, so that hours below a limit never look like the limit. */
export const toShownHours = (hours: number) => (hours < 10 ? hours : Math.floor(hours))
