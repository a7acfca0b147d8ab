/** Full hours from 10 on; rounded down, so that hours below a limit are never shown as the limit. */
export const toShownHours = (hours: number) => (hours < 10 ? hours : Math.floor(hours))
