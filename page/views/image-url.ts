/** The URL of a picture of Steam's image hosts, through the service: the page loads nothing from other servers. */
export const toImageUrl = (url: string) => `/api/image?url=${encodeURIComponent(url)}`
