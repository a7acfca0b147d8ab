/** The URL at which the service returns a picture from Steam's image hosts; the page itself loads nothing from other servers. */
export const toImageUrl = (url: string) => `/api/image?url=${encodeURIComponent(url)}`
